import { describe, expect, test } from 'vitest'
import { beginning, magics } from '#protocol/interchange/magics.ts'

describe('the first bytes of files between wallets', () => {
  // monero src/wallet/wallet2.cpp UNSIGNED_TX_PREFIX, SIGNED_TX_PREFIX, OUTPUT_EXPORT_FILE_MAGIC
  test.each([
    ['unsigned', 'Monero unsigned tx set\x05'],
    ['signed', 'Monero signed tx set\x05'],
    ['outputs', 'Monero output export\x04'],
    ['multisigSet', 'Monero multisig unsigned tx set\x01'],
    ['multisigInfo', 'Monero multisig export\x01'],
  ] as const)('%s', (name, text) => {
    expect(Buffer.from(beginning(magics[name])).toString('latin1')).toBe(text)
  })
})
