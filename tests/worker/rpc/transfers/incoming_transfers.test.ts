import { describe, expect, test } from 'vitest'
import { walletWithSampleBalances } from '../../../support/wallets/sample-balances.ts'

const { call, txids } = await walletWithSampleBalances()

async function amounts(params: object) {
  const outcome = await call('incoming_transfers', params)
  const { transfers } = (outcome as { result: { transfers: { amount: bigint }[] } }).result
  return transfers.map(({ amount }) => amount)
}

describe('incoming_transfers', () => {
  test('lists outputs, oldest first', async () => {
    expect(await amounts({ transfer_type: 'all' })).toEqual([5n, 7n, 100n, 30n, 9n])
    expect(await amounts({ transfer_type: 'available' })).toEqual([5n, 7n, 30n, 9n])
    expect(await amounts({ transfer_type: 'unavailable' })).toEqual([100n])
    expect(await amounts({ transfer_type: 'all', subaddr_indices: [2, 3] })).toEqual([7n])
    expect(await amounts({ transfer_type: 'all', account_index: 1 })).toEqual([4n])
  })

  test('returns every field of an output', async () => {
    const { first } = txids
    expect(await call('incoming_transfers', { transfer_type: 'unavailable' })).toEqual({
      result: {
        transfers: [
          {
            amount: 100n,
            spent: true,
            tx_hash: first.txid,
            frozen: false,
            unlocked: true,
            subaddr_index: { major: 0, minor: 0 },
            key_image: first.keyImages[3],
            pubkey: Buffer.from(first.tx.outputs[3]!.key).toString('hex'),
            block_height: 1n,
            global_index: 4n,
            tx_size: expect.any(BigInt) as bigint,
          },
        ],
      },
    })
  })

  test('error: an unknown type', async () => {
    expect(await call('incoming_transfers', { transfer_type: 'some' })).toEqual({
      error: { code: -6, message: 'Transfer type must be one of: all, available, or unavailable' },
    })
  })
})
