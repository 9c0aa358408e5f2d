import { expect, test } from 'vitest'
import { detachBlocks } from '../../../../worker/engine/ledger/detach.ts'
import { detachVerified } from '../../../../worker/engine/ledger/verified-blocks.ts'
import type { VerifiedRecord } from '../../../../worker/engine/store/records.ts'
import { Store } from '../../../../worker/engine/store/store.ts'

const parent = new Uint8Array(32).fill(7)
/** Blocks 10 to 19 by an earlier run, and 60 to 99 by this one. */
const before: VerifiedRecord = { first: 10n, below: 20n, next: 60n, top: 100n, parent }

async function storeWithRange() {
  const store = new Store(async () => undefined)
  await store.commit((change) => change.setValue(store.verified, before))
  return store
}

const left = { first: 10n, below: 20n }

test.each<[string, bigint, VerifiedRecord | undefined]>([
  ['above the range changes nothing', 100n, before],
  ['in the verified part lowers its top', 70n, { ...before, top: 70n }],
  ['at its end keeps the id below', 60n, { ...before, top: 60n }],
  ['in the part that is left lowers its top', 59n, { ...left, next: 59n, top: 59n }],
  ['at the earlier part leaves nothing to verify', 20n, { ...left, next: 20n, top: 20n }],
  ['in the earlier part lowers it', 15n, { first: 10n, below: 15n, next: 15n, top: 15n }],
  ['at the first block removes the range', 10n, undefined],
  ['below it removes the range', 1n, undefined],
])('a detached block %s', async (_, height, expected) => {
  const store = await storeWithRange()
  await store.commit((change) => detachVerified(change, store, height))
  expect(store.verified.valueIfStored).toEqual(expected)
})

test('two detachments in one commit count both', async () => {
  const store = await storeWithRange()
  await store.commit((change) => {
    detachVerified(change, store, 70n)
    detachVerified(change, store, 80n)
  })
  expect(store.verified.value.top).toBe(70n)
})

test('blocks that leave the ledger leave the range', async () => {
  const store = await storeWithRange()
  await store.commit((change) => detachBlocks(change, store, 70n))
  expect(store.verified.value.top).toBe(70n)
})

test('a wallet without a range gets none', async () => {
  const store = new Store(async () => undefined)
  await store.commit((change) => detachVerified(change, store, 5n))
  expect(store.verified.isStored).toBe(false)
})
