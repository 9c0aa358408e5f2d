import { describe, expect, test } from 'vitest'
import { hexToBytes } from '@noble/hashes/utils.js'
import {
  exportKeyImages,
  firstRequested,
} from '../../../../worker/engine/cold/export-key-images.ts'
import { mintedPair } from '../../../support/wallets/minted-pair.ts'

const scene = async () => {
  const pair = await mintedPair([{ amount: 5n }, { amount: 7n, address: 2 }, { amount: 9n }])
  await pair.imported()
  return pair
}

describe('exportKeyImages', () => {
  test('signs each key image with the key of its output', async () => {
    const { crypto, cold, outputs } = await scene()
    const signed = await exportKeyImages(cold.ports, cold.store, 0)
    expect(signed.map(({ keyImage }) => keyImage)).toEqual(outputs.map(({ keyImage }) => keyImage))
    for (const [i, { keyImage, signature }] of signed.entries()) {
      const image = hexToBytes(keyImage)
      const provenFor = ({ key }: { key: string }) =>
        crypto.verifyRing(image, image, [hexToBytes(key)], hexToBytes(signature))
      expect(outputs.map(provenFor)).toEqual(outputs.map((_, at) => at === i))
    }
  })

  test('begins at a position, and returns none beyond the last output', async () => {
    const { cold, outputs } = await scene()
    const from = async (position: number) => {
      const signed = await exportKeyImages(cold.ports, cold.store, position)
      return signed.map(({ keyImage }) => keyImage)
    }
    expect(await from(1)).toEqual(outputs.slice(1).map(({ keyImage }) => keyImage))
    expect(await from(3)).toEqual([])
  })

  test('error: a wallet without the spend key', async () => {
    const { view } = await scene()
    await expect(exportKeyImages(view.ports, view.store, 0)).rejects.toMatchObject({
      reason: 'WATCH_ONLY',
      message: 'The wallet is watch-only. Cannot export key images.',
    })
  })
})

test('firstRequested is the position of the first requested output, else the number of outputs', async () => {
  const { cold, outputs } = await scene()
  const { store } = cold
  expect(firstRequested(store)).toBe(0)
  const settle = ({ key }: { key: string }) => {
    const output = store.outputs.get(key)!
    store.outputs.set(key, { ...output, imported: { ...output.imported!, requested: false } })
  }
  outputs.slice(0, 2).forEach(settle)
  expect(firstRequested(store)).toBe(2)
  outputs.forEach(settle)
  expect(firstRequested(store)).toBe(3)
})
