import { expect, test } from 'vitest'
import { deleteSpentRings } from '../../../../worker/engine/ledger/spent-rings.ts'
import { detachBlocks } from '../../../../worker/engine/ledger/detach.ts'
import { resetChain } from '../../../../worker/engine/sync/rescan.ts'
import type { RingRecord } from '../../../../worker/engine/store/records.ts'
import { Store } from '../../../../worker/engine/store/store.ts'
import { someOutput } from '../../../support/wallets/output-records.ts'

const record: RingRecord = {
  real: 7,
  candidates: [7, 8],
  height: 100n,
  ring: [7, 8],
  answer: { daemon: 'node:18081', points: new Uint8Array(128) },
  refused: [{ daemon: 'other:18081', claims: ['8 locked'] }],
}

async function stored(spent?: { txid: string; height?: bigint }) {
  const store = new Store(() => Promise.resolve())
  const output = someOutput({ height: 50n, ...(spent && { spent }) })
  await store.commit((change) => {
    change.put(store.outputs, output.key, output)
    change.put(store.rings, output.key, record)
  })
  return { store, kept: () => store.rings.get(output.key) }
}

test.each([
  ['ten blocks deep is deleted', { txid: 'a', height: 100n }, 110n, undefined],
  ['nine blocks deep is kept', { txid: 'a', height: 101n }, 110n, record],
  ['of a pending payment is kept', { txid: 'a' }, 1000n, record],
  ['of an unspent output is kept', undefined, 1000n, record],
])('a record %s', async (_, spent, height, expected) => {
  const { store, kept } = await stored(spent)
  await store.commit((change) => deleteSpentRings(change, store, height))
  expect(kept()).toEqual(expected)
})

test.each([false, true])('a rescan keeps the records (hard: %s)', async (hard) => {
  const { store, kept } = await stored()
  await store.commit((change) => {
    resetChain(change, { store, addresses: { clear: () => {} } }, { hard })
    deleteSpentRings(change, store, 1000n)
  })
  expect(kept()).toEqual(record)
})

test.each([
  ['above the candidates keeps what members were', 91n, record.answer],
  ['of blocks with candidates keeps the indices alone', 90n, undefined],
])('a reorganisation %s', async (_, height, answer) => {
  const { store, kept } = await stored()
  await store.commit((change) => detachBlocks(change, store, height))
  expect(kept()).toMatchObject({ candidates: [7, 8], ring: [7, 8], refused: record.refused })
  expect(kept()!.answer).toEqual(answer)
})
