import { describe, expect, test } from 'vitest'
import { chainOrder } from '../../../../worker/engine/payments/spendable-funds.ts'
import type { OutputRecord } from '../../../../worker/engine/store/records.ts'

const key = new Uint8Array(32)

const output = (
  txid: string,
  height: bigint,
  globalIndex: bigint,
  replaced?: OutputRecord,
): OutputRecord => ({
  key: txid,
  txid,
  height,
  globalIndex,
  indexInTx: 0,
  amount: 1n,
  txPublicKey: key,
  mask: key,
  ringct: true,
  coinbase: false,
  subaddress: { account: 0, address: 0 },
  timestamp: 1n,
  unlockTime: 0n,
  frozen: false,
  txSize: 1,
  ...(replaced ? { replaced } : {}),
})

const inOrder = (...outputs: OutputRecord[]) => outputs.sort(chainOrder).map(({ txid }) => txid)

describe('outputs', () => {
  test('are in the order of the chain', () => {
    expect(inOrder(output('c', 2n, 9n), output('a', 1n, 7n), output('b', 2n, 8n))).toEqual([
      'a',
      'b',
      'c',
    ])
  })

  test('stand where a smaller one with their key stood, as all members of a group have them', () => {
    const smaller = output('smaller', 1n, 1n)
    const larger = output('larger', 4n, 30n, smaller)
    const largest = output('largest', 5n, 40n, larger)
    const between = output('between', 2n, 10n)
    expect(inOrder(between, larger)).toEqual(['larger', 'between'])
    expect(inOrder(between, largest)).toEqual(['largest', 'between'])
  })
})
