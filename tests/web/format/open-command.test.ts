import { expect, test } from 'vitest'
import { openCommand } from '../../../web/format/open-command.ts'

test.each([
  ['mine', 1, 'mainnet', 'monero-wallet-cli --wallet-file mine'],
  ['mine', 100, undefined, 'monero-wallet-cli --wallet-file mine --kdf-rounds 100'],
  ["it's", 10, 'stagenet', "monero-wallet-cli --stagenet --wallet-file 'it'\\''s' --kdf-rounds 10"],
])('a file %j of %i rounds on %s is opened by its command', (name, rounds, network, command) => {
  expect(openCommand(name, rounds, network)).toBe(command)
})
