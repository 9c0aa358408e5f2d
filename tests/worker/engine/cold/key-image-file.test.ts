import { describe, expect, test } from 'vitest'
import { concatBytes } from '@noble/hashes/utils.js'
import { magics } from '#protocol/interchange/magics.ts'
import { exportKeyImages } from '../../../../worker/engine/cold/export-key-images.ts'
import {
  exportKeyImageFile,
  openKeyImageFile,
} from '../../../../worker/engine/cold/key-image-file.ts'
import { seal, unseal } from '../../../../worker/engine/exchange/sealed-set.ts'
import { mintedPair } from '../../../support/wallets/minted-pair.ts'

async function scene() {
  const pair = await mintedPair([{ amount: 5n }, { amount: 7n, address: 2 }, { amount: 9n }])
  await pair.imported()
  const { cold, view } = pair
  const made = (from: number) => exportKeyImageFile(cold.ports, cold.store, from)
  const open = (file: Uint8Array) => openKeyImageFile(view.ports, view.store, file)
  const sealed = (content: Uint8Array) =>
    seal(cold.ports, cold.store.secrets.value, magics.keyImages, content)
  return { ...pair, made, open, sealed }
}

describe('a file of key images', () => {
  test('is what the view-only wallet opens', async () => {
    const { made, open, outputs } = await scene()
    for (const from of [0, 1, 3]) {
      const { file, count } = await made(from)
      expect(count).toBe(3 - from)
      const { offset, signed } = await open(file)
      expect(offset).toBe(from)
      expect(signed.map(({ keyImage }) => keyImage)).toEqual(
        outputs.slice(from).map(({ keyImage }) => keyImage),
      )
      for (const { signature } of signed) expect(signature).toMatch(/^[0-9a-f]{128}$/)
    }
  })

  test('has the layout of wallet2: position, both public keys, pairs of 96 bytes', async () => {
    const { made, cold } = await scene()
    const { file } = await made(1)
    expect(new TextDecoder('latin1').decode(file.subarray(0, 24))).toBe(
      'Monero key image export\x03',
    )
    const { spendPublic, viewPublic } = cold.store.secrets.value
    const content = await unseal(cold.ports, cold.store.secrets.value, magics.keyImages, file)
    expect(content).toHaveLength(4 + 64 + 2 * 96)
    expect((content as Uint8Array).subarray(0, 68)).toEqual(
      concatBytes(Uint8Array.of(1, 0, 0, 0), spendPublic, viewPublic),
    )
    expect(await exportKeyImages(cold.ports, cold.store, 1)).toHaveLength(2)
  })

  test('error: other bytes, other keys, and a wrong length', async () => {
    const { made, open, sealed, cold } = await scene()
    const { file } = await made(0)
    const damaged = file.slice()
    damaged[60]! ^= 1
    const { spendPublic, viewPublic } = cold.store.secrets.value
    const start = new Uint8Array(4)
    const cases: [Uint8Array, string][] = [
      [file.subarray(1), 'Bad key image export file magic'],
      [file.subarray(0, 40), 'The key images are damaged, or those of another wallet'],
      [damaged, 'The key images are damaged, or those of another wallet'],
      [await sealed(start), 'Bad data size from file'],
      [
        await sealed(concatBytes(start, spendPublic, viewPublic, new Uint8Array(95))),
        'Bad data size from file',
      ],
      [
        await sealed(concatBytes(start, viewPublic, spendPublic)),
        'Key images are for a different account',
      ],
    ]
    for (const [bytes, message] of cases)
      await expect(open(bytes)).rejects.toMatchObject({ reason: 'UNKNOWN_ERROR', message })
  })
})
