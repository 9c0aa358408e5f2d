import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { OwnKeyImages } from '../../../../worker/engine/ledger/own-key-images.ts'
import type { OutputRecord } from '../../../../worker/engine/store/records.ts'
import { Store } from '../../../../worker/engine/store/store.ts'
import { someOutput } from '../../../support/wallets/output-records.ts'
import { sentRecord } from '../../../support/wallets/transfer-records.ts'

const [first, second, third] = ['11', '22', '33'].map((byte) => byte.repeat(32)) as [
  string,
  string,
  string,
]

function scene() {
  const store = new Store(async () => undefined)
  const images = new OwnKeyImages(store)
  return {
    store,
    images,
    put: (output: OutputRecord) =>
      store.commit((change) => change.put(store.outputs, output.key, output)),
    has: (keyImage: string) => images.has(hexToBytes(keyImage), 0),
  }
}

test('holds the key images of outputs and transactions that the ledger has', async () => {
  const { store, images, put, has } = scene()
  await put(someOutput({ keyImage: first }))
  await store.commit((change) => change.put(store.sent, 's', sentRecord({ keyImages: [second] })))
  expect(has(first)).toBe(false)
  images.follow()
  expect([first, second, third].map(has)).toEqual([true, true, false])
})

test('follows later outputs, imported key images and transactions', async () => {
  const { store, images, put, has } = scene()
  images.follow()
  await put(someOutput({ keyImage: first }))
  const { keyImage: _, ...unknown } = someOutput()
  await put(unknown)
  expect(has(second)).toBe(false)
  await put({ ...unknown, keyImage: second })
  await store.commit((change) => change.put(store.sent, 's', sentRecord({ keyImages: [third] })))
  expect([first, second, third].map(has)).toEqual([true, true, true])
})

test('reads a key image at any position of the bytes', () => {
  const { images } = scene()
  images.add(first)
  const bytes = concatBytes(Uint8Array.of(7), hexToBytes(first), hexToBytes(second))
  expect([0, 1, 33].map((at) => images.has(bytes, at))).toEqual([false, true, false])
})

test('keeps key images of removed outputs: the ledger decides about a hit', async () => {
  const { store, images, put, has } = scene()
  images.follow()
  const output = someOutput({ keyImage: first })
  await put(output)
  await store.commit((change) => change.delete(store.outputs, output.key))
  expect(has(first)).toBe(true)
})
