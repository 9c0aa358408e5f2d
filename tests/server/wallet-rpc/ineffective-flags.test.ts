import { describe, expect, test } from 'vitest'
import { ineffectiveFlags } from '../../../server/wallet-rpc/ineffective-flags.ts'
import { readServiceFlags } from '../../../server/wallet-rpc/options.ts'

describe('flags without effect in nightjar-wallet-rpc', () => {
  test('are all named when they are given', () => {
    const args = Object.entries(ineffectiveFlags).map(([name, { takes }]) =>
      takes === undefined ? `--${name}` : `--${name}=1`,
    )
    const { given, ineffective } = readServiceFlags(args)
    expect([given, ineffective]).toEqual([{}, Object.keys(ineffectiveFlags)])
  })

  // A flag that protects keys or funds must have an effect, or be refused.
  test.each(['hw-device', 'rpc-login', 'restricted-rpc', 'proxy', 'daemon-ssl', 'kdf-rounds'])(
    '--%s is not a flag without effect',
    (name) => {
      expect(ineffectiveFlags).not.toHaveProperty(name)
      expect(
        readServiceFlags([`--${name}`, ...(name === 'restricted-rpc' ? [] : ['1'])]).ineffective,
      ).toEqual([])
    },
  )
})
