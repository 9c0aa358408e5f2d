import { describe, expect, test } from 'vitest'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { exportKeyImages } from '../../../../worker/engine/cold/export-key-images.ts'
import {
  importKeyImages,
  spentAndUnspent,
  stageKeyImage,
} from '../../../../worker/engine/cold/import-key-images.ts'
import { mintedPair } from '../../../support/wallets/minted-pair.ts'
import { smallOrder } from '../../../wasm/values.ts'

/** @returns Also the key images as the offline wallet signed them. */
async function scene() {
  const pair = await mintedPair([{ amount: 5n }, { amount: 7n, address: 2 }, { amount: 9n }])
  await pair.imported()
  const signed = await exportKeyImages(pair.cold.ports, pair.cold.store, 0)
  const known = () => [...pair.view.store.outputs.values()].map(({ keyImage }) => keyImage)
  return { ...pair, signed, known, images: pair.outputs.map(({ keyImage }) => keyImage!) }
}

const noSignature = '00'.repeat(64)

describe('importKeyImages', () => {
  test('stores proven key images and returns all outputs up to the last', async () => {
    const { view, signed, outputs, images, known } = await scene()
    const imported = await importKeyImages(view, signed.slice(0, 2), 0)
    expect(imported).toEqual([
      { ...outputs[0], keyImage: images[0] },
      { ...outputs[1], keyImage: images[1] },
    ])
    expect(known()).toEqual([images[0], images[1], undefined])
    expect(view.store.keyImages.get(outputs[0]!.key)).toEqual({
      keyImage: images[0],
      proven: true,
      requested: false,
    })
    expect(await importKeyImages(view, signed.slice(2), 2)).toHaveLength(3)
    expect(known()).toEqual(images)
  })

  test('needs no signature for a proven key image', async () => {
    const { view, signed, images } = await scene()
    await importKeyImages(view, signed, 0)
    const bare = signed.map(({ keyImage }) => ({ keyImage, signature: noSignature }))
    expect(await importKeyImages(view, bare, 0)).toHaveLength(3)
    const swapped = [{ keyImage: images[1]!, signature: noSignature }]
    await expect(importKeyImages(view, swapped, 0)).rejects.toMatchObject({
      reason: 'WRONG_SIGNATURE',
    })
  })

  test('needs a signature for a known key image without proof', async () => {
    const { view, outputs, images } = await scene()
    const record = { keyImage: images[0]!, proven: false, requested: true }
    await view.store.commit((change) => stageKeyImage(change, view.store, outputs[0]!.key, record))
    const bare = [{ keyImage: images[0]!, signature: noSignature }]
    await expect(importKeyImages(view, bare, 0)).rejects.toMatchObject({
      reason: 'WRONG_SIGNATURE',
    })
  })

  test('error: the signature of another output; the message has its position, key and signature', async () => {
    const { view, signed, outputs, known } = await scene()
    const [first, second] = signed
    const swapped = [first!, { ...second!, signature: first!.signature }]
    await expect(importKeyImages(view, swapped, 0)).rejects.toMatchObject({
      reason: 'WRONG_SIGNATURE',
      message: `Signature check failed 1/2, key image ${second!.keyImage}, signature ${first!.signature}, pubkey ${outputs[1]!.key}`,
    })
    expect(known()).toEqual([undefined, undefined, undefined])
  })

  test('error: a key image with a part of small order', async () => {
    const { crypto, view, signed, known } = await scene()
    const point = crypto.pointAdd(hexToBytes(signed[0]!.keyImage), smallOrder[2]!)!
    const keyImage = bytesToHex(point)
    const bad = [{ ...signed[0]!, keyImage }]
    await expect(importKeyImages(view, bad, 0)).rejects.toMatchObject({
      reason: 'UNKNOWN_ERROR',
      message: `Key image out of validity domain: input 0/1, key image ${keyImage}`,
    })
    expect(known()[0]).toBeUndefined()
  })

  test.each([
    [4, 'Offset larger than known outputs'],
    [1, 'The blockchain is out of date compared to the signed key images'],
  ])('error: three key images from position %d on', async (offset, message) => {
    const { view, signed } = await scene()
    await expect(importKeyImages(view, signed, offset)).rejects.toMatchObject({
      reason: 'UNKNOWN_ERROR',
      message,
    })
    expect(view.store.keyImages.size).toBe(0)
  })

  test('a wallet with the spend key keeps its own', async () => {
    const { cold, signed, images } = await scene()
    expect(await importKeyImages(cold, signed, 0)).toHaveLength(3)
    expect(cold.store.keyImages.size).toBe(0)
    expect([...cold.store.outputs.values()].map(({ keyImage }) => keyImage)).toEqual(images)
  })
})

describe('stageKeyImage', () => {
  test('replaces a proven key image by a proven one alone', async () => {
    const { view, outputs, known } = await scene()
    const stage = (keyImage: string, proven: boolean) =>
      view.store.commit((change) =>
        stageKeyImage(change, view.store, outputs[0]!.key, { keyImage, proven, requested: false }),
      )
    await stage('aa', false)
    await stage('bb', true)
    await stage('cc', false)
    expect(known()[0]).toBe('bb')
    await stage('dd', true)
    expect(known()[0]).toBe('dd')
  })

  test('stores the key image of an output that is not stored yet', async () => {
    const { view } = await scene()
    const record = { keyImage: 'aa', proven: false, requested: true }
    await view.store.commit((change) => stageKeyImage(change, view.store, 'ff', record))
    expect(view.store.keyImages.get('ff')).toEqual(record)
    expect(view.store.outputs.has('ff')).toBe(false)
  })
})

test('spentAndUnspent adds spent and unspent amounts of the store, without frozen outputs', async () => {
  const { view, outputs } = await scene()
  const { store } = view
  const put = (at: number, given: object) =>
    store.outputs.set(outputs[at]!.key, { ...outputs[at]!, ...given })
  expect(spentAndUnspent(outputs, store)).toEqual({ spent: 0n, unspent: 21n })
  put(0, { spent: { txid: '' } })
  put(1, { frozen: true })
  expect(spentAndUnspent(outputs, store)).toEqual({ spent: 5n, unspent: 9n })
  expect(spentAndUnspent(outputs.slice(0, 1), store)).toEqual({ spent: 5n, unspent: 0n })
  put(0, { spent: { txid: '' }, frozen: true })
  expect(spentAndUnspent(outputs, store)).toEqual({ spent: 0n, unspent: 9n })
})
