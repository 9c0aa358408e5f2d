import { describe, expect, test } from 'vitest'
import {
  isPruned,
  readTransactionEntry,
  type TransactionEntry,
} from '../../../../worker/engine/download/transaction-entry.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { historic, regtest } from '../../../vectors/chain/vectors.ts'

const { keccak256 } = await testCrypto()
const entry = (given: Partial<TransactionEntry>) =>
  ({
    as_hex: '',
    pruned_as_hex: '',
    prunable_as_hex: '',
    prunable_hash: '',
    ...given,
  }) as TransactionEntry
const read = (given: Partial<TransactionEntry>) => readTransactionEntry(entry(given), keccak256)
const spends = regtest.transactions.filter(({ name }) => name !== 'coinbase')

describe.each(spends.map((vector) => [vector.name, vector] as const))(
  'a transaction of monero: %s',
  (_, { id, hex, pruned_hex, prunable_hash }) => {
    const pruned_as_hex = pruned_hex!

    test.each<[string, Partial<TransactionEntry>, boolean]>([
      ['whole', { as_hex: hex }, false],
      [
        'whole in two parts',
        { pruned_as_hex, prunable_as_hex: hex.slice(pruned_as_hex.length) },
        false,
      ],
      ['pruned', { pruned_as_hex, prunable_hash: prunable_hash! }, true],
    ])('has its id, %s', (_, given, pruned) => {
      const { txid, tx } = read(given)
      expect(txid).toBe(id)
      expect(tx.pruned).toBe(pruned)
      expect(isPruned(entry(given))).toBe(pruned)
    })

    test('has another id where the daemon changes the hash of the pruned part', () => {
      const { txid } = read({ pruned_as_hex, prunable_hash: '00'.repeat(32) })
      expect(txid).not.toBe(id)
    })
  },
)

describe('error: a transaction', () => {
  const { hex } = spends[0]!
  test.each<[string, Partial<TransactionEntry>, string]>([
    ['without bytes', {}, "the daemon's answer is not to be trusted: a transaction is not hex"],
    ['of other characters', { as_hex: `${hex.slice(0, -2)}zz` }, 'a transaction is not hex'],
    ['of half a byte', { as_hex: hex.slice(0, -1) }, 'a transaction is not hex'],
    ['that is cut', { as_hex: hex.slice(0, -2) }, 'expected'],
  ])('%s', (_, given, message) => {
    expect(() => read(given)).toThrow(message)
  })

  test('of version 1 that is pruned: its id cannot be computed', () => {
    const vector = historic.find(({ name }) => name.startsWith('version 1'))!
    const whole = read({ as_hex: vector.hex })
    expect(whole).toMatchObject({ txid: vector.id, tx: { version: 1 } })
    const prefix = vector.hex.slice(0, 2 * whole.tx.prefixSize)
    expect(() => read({ pruned_as_hex: prefix, prunable_hash: '00'.repeat(32) })).toThrow(
      expect.objectContaining({
        name: 'ChainError',
        message: expect.stringContaining(
          'expected a whole transaction of version 1, got a pruned one',
        ) as string,
      }),
    )
  })
})
