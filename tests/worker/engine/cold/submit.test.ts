import { describe, expect, test } from 'vitest'
import { hexToBytes } from '@noble/hashes/utils.js'
import { magics } from '#protocol/interchange/magics.ts'
import { writeSignedSet, type SignedSet } from '#protocol/interchange/sets.ts'
import { openSignedSet } from '../../../../worker/engine/cold/submit.ts'
import { seal } from '../../../../worker/engine/exchange/sealed-set.ts'
import { mintedPair } from '../../../support/wallets/minted-pair.ts'
import { smallOrder } from '../../../wasm/values.ts'

async function scene() {
  const pair = await mintedPair([{ amount: 5n }, { amount: 7n, address: 2 }])
  const { view, outputs } = pair
  const images = outputs.map(({ keyImage }) => hexToBytes(keyImage!))
  const open = async (given: Partial<SignedSet>, magic: keyof typeof magics = 'signed') => {
    const content = writeSignedSet({ pending: [], keyImages: images, ownOutputs: [], ...given })
    const sealed = await seal(view.ports, view.secrets, magics[magic], content)
    return openSignedSet(view.ports, view.store, sealed)
  }
  const known = () => [...view.store.outputs.values()].map(({ keyImage }) => keyImage)
  return { ...pair, images, open, known }
}

const unreadable = { reason: 'BAD_SIGNED_TX_DATA', message: 'Failed to parse signed tx data.' }

describe('openSignedSet', () => {
  test('stores key images of known outputs, not proven by a signature', async () => {
    const { view, outputs, open, known } = await scene()
    expect(await open({})).toEqual([])
    expect(known()).toEqual(outputs.map(({ keyImage }) => keyImage))
    expect(view.store.keyImages.get(outputs[1]!.key)).toEqual({
      keyImage: outputs[1]!.keyImage,
      proven: false,
      requested: false,
    })
  })

  test('keeps requesting the key image of an output that the transactions create', async () => {
    const { view, mint, open } = await scene()
    const { key, keyImage } = mint.output({ amount: 9n })
    await open({ ownOutputs: [{ key: hexToBytes(key), keyImage: hexToBytes(keyImage!) }] })
    expect(view.store.keyImages.get(key)).toEqual({ keyImage, proven: false, requested: true })
    expect(view.store.outputs.has(key)).toBe(false)
  })

  test('error: a key image with a part of small order, anywhere', async () => {
    const { crypto, images, open, known } = await scene()
    const bad = crypto.pointAdd(images[1]!, smallOrder[4]!)!
    const ownOutputs = [{ key: images[0]!, keyImage: bad }]
    await expect(open({ keyImages: [images[0]!, bad] })).rejects.toMatchObject(unreadable)
    await expect(open({ ownOutputs })).rejects.toMatchObject(unreadable)
    expect(known()).toEqual([undefined, undefined])
  })

  test('error: more key images than outputs', async () => {
    const { images, open, known } = await scene()
    await expect(open({ keyImages: [...images, images[0]!] })).rejects.toMatchObject(unreadable)
    expect(known()).toEqual([undefined, undefined])
    expect(await open({ keyImages: images.slice(0, 1) })).toEqual([])
  })

  test('error: another kind of set, and data that is not a set', async () => {
    const { view, open } = await scene()
    await expect(open({}, 'unsigned')).rejects.toMatchObject(unreadable)
    for (const content of [new Uint8Array(), Uint8Array.of(1, 0, 0, 0)]) {
      const sealed = await seal(view.ports, view.secrets, magics.signed, content)
      const opening = openSignedSet(view.ports, view.store, sealed)
      await expect(opening).rejects.toMatchObject(unreadable)
    }
  })
})
