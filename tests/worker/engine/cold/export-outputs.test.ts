import { describe, expect, test } from 'vitest'
import { hexToBytes } from '@noble/hashes/utils.js'
import { magics } from '#protocol/interchange/magics.ts'
import { readOutputs } from '#protocol/interchange/outputs.ts'
import {
  exportOutputs,
  isRequested,
  requestedOutputs,
} from '../../../../worker/engine/cold/export-outputs.ts'
import { unseal } from '../../../../worker/engine/exchange/sealed-set.ts'
import { mintedPair } from '../../../support/wallets/minted-pair.ts'

const scene = () =>
  mintedPair([
    { amount: 5n, height: 120n },
    { amount: 7n, height: 110n, address: 2 },
    { amount: 9n, height: 130n, account: 1 },
  ])

/** What an export holds behind the keys of the wallet. */
async function read({ view, exported }: Awaited<ReturnType<typeof scene>>, range = {}) {
  const content = await unseal(view.ports, view.secrets, magics.outputs, await exported(range))
  const bytes = content as Uint8Array
  const { spendPublic, viewPublic } = view.secrets
  expect([bytes.subarray(0, 32), bytes.subarray(32, 64)]).toEqual([spendPublic, viewPublic])
  return readOutputs(bytes.subarray(64))!
}

describe('exportOutputs', () => {
  test('writes all outputs in chain order, without masks', async () => {
    const pair = await scene()
    const [a, b, c] = pair.outputs
    const { offset, total, outputs } = await read(pair)
    expect([offset, total]).toEqual([0, 3])
    expect(outputs).toEqual(
      [b!, a!, c!].map(({ key, amount, globalIndex, subaddress, txPublicKey }) => ({
        key: hexToBytes(key),
        indexInTx: 1,
        globalIndex,
        amount,
        subaddress,
        txPublicKey,
        additionalKeys: [],
        ringct: true,
        spent: false,
        frozen: false,
        keyImageKnown: false,
        requested: true,
      })),
    )
  })

  test('writes a range, with its place among all', async () => {
    const pair = await scene()
    const amounts = async (range: object) => {
      const { offset, total, outputs } = await read(pair, range)
      return [offset, total, outputs.map(({ amount }) => amount)]
    }
    expect(await amounts({ start: 1, count: 1 })).toEqual([1, 3, [5n]])
    expect(await amounts({ start: 1 })).toEqual([1, 3, [5n, 9n]])
    expect(await amounts({ start: 9 })).toEqual([9, 3, []])
    expect(await amounts({ form: 'pair', start: 2 })).toEqual([2, undefined, [9n]])
  })

  test('begins with the first requested output unless all are wanted', async () => {
    const pair = await scene()
    const { store } = pair.view
    await store.commit((change) => {
      for (const { key, keyImage } of pair.outputs.slice(0, 2)) {
        change.put(store.outputs, key, { ...store.outputs.get(key)!, keyImage: keyImage! })
        const record = { keyImage: keyImage!, proven: true, requested: false }
        change.put(store.keyImages, key, record)
      }
    })
    expect((await read(pair, { all: false })).outputs).toMatchObject([{ amount: 9n }])
    expect(requestedOutputs(store)).toMatchObject({
      offset: 2,
      total: 3,
      outputs: [{ keyImageKnown: false, requested: true }],
    })
    const [first] = (await read(pair)).outputs
    expect(first).toMatchObject({ keyImageKnown: true, requested: false })
    // A missing key image is reason enough.
    const { key, keyImage } = pair.outputs[2]!
    store.keyImages.set(key, { keyImage: keyImage!, proven: true, requested: false })
    expect(requestedOutputs(store).offset).toBe(2)
  })

  test.each([
    [{ all: true, start: 0, count: 0 }, 'Nothing requested'],
    [{ all: false, start: 1, count: 5 }, 'Incremental mode is incompatible with non-zero start'],
  ])('error: %o', async (range, message) => {
    const { view } = await mintedPair([])
    await expect(exportOutputs(view.ports, view.store, range, 'pair')).rejects.toMatchObject({
      reason: 'UNKNOWN_ERROR',
      message,
    })
  })
})

test('isRequested is true if a view-only wallet lacks the key image, or if an import marks it in a full wallet', async () => {
  const { view, cold, outputs } = await mintedPair([{ amount: 1n }])
  const [output] = outputs
  const asked = (requested: boolean) => ({ ...output!, imported: { position: 0, requested } })
  expect([true, false].map((each) => isRequested(cold.store, asked(each)))).toEqual([true, false])
  expect(isRequested(cold.store, output!)).toBe(false)
  expect(isRequested(view.store, asked(false))).toBe(true)
  const record = { keyImage: output!.keyImage!, proven: false, requested: true }
  for (const requested of [true, false]) {
    view.store.keyImages.set(output!.key, { ...record, requested })
    expect(isRequested(view.store, output!)).toBe(requested)
  }
})
