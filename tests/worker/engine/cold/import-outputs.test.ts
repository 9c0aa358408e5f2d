import { describe, expect, test } from 'vitest'
import { concatBytes } from '@noble/hashes/utils.js'
import { magics } from '#protocol/interchange/magics.ts'
import { addImportedOutputs, importOutputs } from '../../../../worker/engine/cold/import-outputs.ts'
import { requestedOutputs } from '../../../../worker/engine/cold/export-outputs.ts'
import { seal } from '../../../../worker/engine/exchange/sealed-set.ts'
import type { Wallet } from '../../../../worker/engine/wallet.ts'
import { mintedPair } from '../../../support/wallets/minted-pair.ts'

const three = [{ amount: 5n }, { amount: 7n, address: 2 }, { amount: 9n, account: 1 }]

const records = ({ store }: Wallet) => [...store.outputs.values()]
const places = (wallet: Wallet) => records(wallet).map(({ subaddress }) => subaddress)

describe('importOutputs', () => {
  test('derives the key image and the address of each output', async () => {
    const { cold, outputs, imported } = await mintedPair(three)
    expect(await imported()).toBe(3)
    expect(records(cold)).toEqual(
      outputs.map(({ key, keyImage, amount, globalIndex, subaddress, txPublicKey }, position) => ({
        key,
        keyImage,
        amount,
        globalIndex,
        subaddress,
        txPublicKey,
        indexInTx: 1,
        imported: { position, requested: true },
        // The chain alone has these.
        txid: '0'.repeat(64),
        mask: Uint8Array.of(1, ...new Uint8Array(31)),
        ringct: true,
        coinbase: false,
        frozen: false,
        height: 0n,
        timestamp: 0n,
        unlockTime: 0n,
        txSize: 0,
      })),
    )
  })

  test('updates a known output, and keeps its key image', async () => {
    const { cold, view, outputs, imported } = await mintedPair(three)
    await imported()
    await view.store.commit((change) => {
      const [{ key, keyImage }] = outputs as [(typeof outputs)[0]]
      const record = { ...view.store.outputs.get(key)!, keyImage: keyImage!, frozen: true }
      change.put(view.store.outputs, key, { ...record, spent: { txid: 'ab', height: 200n } })
      change.put(view.store.keyImages, key, {
        keyImage: keyImage!,
        proven: true,
        requested: false,
      })
    })
    await imported()
    expect(records(cold).find(({ key }) => key === outputs[0]!.key)).toMatchObject({
      keyImage: outputs[0]!.keyImage,
      frozen: true,
      spent: { txid: '' },
      imported: { position: 0, requested: false },
    })
  })

  test('marks an output as unspent again when the export does', async () => {
    const { cold, view } = await mintedPair(three)
    const { outputs, ...rest } = requestedOutputs(view.store)
    const importWith = async (given: Partial<(typeof outputs)[0]>) => {
      const changed = outputs.map((each) => ({ ...each, ...given }))
      await addImportedOutputs(cold, { ...rest, outputs: changed })
      return records(cold)[0]!
    }
    expect((await importWith({ spent: true })).spent).toEqual({ txid: '' })
    const again = await importWith({ keyImageKnown: true, requested: false, spent: false })
    expect(again.spent).toBeUndefined()
    // A wallet without the key image requests it, whatever the export marks.
    expect(again.imported!.requested).toBe(false)
    expect((await importWith({ requested: false })).imported!.requested).toBe(true)
  })

  test('accepts a later part, and stops requesting the earlier key images', async () => {
    const { cold, exported } = await mintedPair(three)
    expect(await importOutputs(cold, await exported({ count: 2 }))).toBe(2)
    expect(await importOutputs(cold, await exported({ start: 1 }))).toBe(3)
    expect(records(cold).map(({ imported }) => imported)).toEqual([
      { position: 0, requested: false },
      { position: 1, requested: true },
      { position: 2, requested: true },
    ])
  })

  test('removes outputs that the exporting wallet no longer has', async () => {
    const { cold, view, outputs, imported } = await mintedPair(three)
    await imported()
    await view.store.commit((change) => change.delete(view.store.outputs, outputs[2]!.key))
    expect(await imported()).toBe(2)
    expect(records(cold).map(({ amount }) => amount)).toEqual([5n, 7n])
  })

  test('finds addresses each beyond the lookahead of the one before', async () => {
    // The wallets watch five addresses and two accounts ahead.
    const wanted = [
      [0, 3],
      [0, 7],
      [0, 11],
      [1, 2],
      [2, 4],
    ].map(([account, address]) => ({
      amount: 1n,
      account: account!,
      address: address!,
    }))
    for (const form of ['pair', 'triple'] as const) {
      const { cold, exported } = await mintedPair(wanted)
      expect(await importOutputs(cold, await exported({ form }))).toBe(5)
      expect(places(cold)).toEqual(wanted.map(({ account, address }) => ({ account, address })))
      expect([cold.addresses.addressCount(0), cold.addresses.accountCount]).toEqual([12, 3])
    }
  })

  test('finds an address far beyond the lookahead only where the export names it', async () => {
    const { cold, exported } = await mintedPair([{ amount: 1n, address: 40 }])
    await expect(importOutputs(cold, await exported({ form: 'pair' }))).rejects.toMatchObject({
      message: 'Failed to import outputs: Failed to generate key image',
    })
    expect(cold.addresses.addressCount(0)).toBe(1)
    expect(await importOutputs(cold, await exported())).toBe(1)
    expect(cold.addresses.addressCount(0)).toBe(41)
  })

  test('error: a wallet without the spend key, or with scanned blocks', async () => {
    const { view, cold, exported } = await mintedPair(three)
    const message = 'Failed to import outputs: Hot wallets cannot import outputs'
    const sealed = await exported()
    await expect(importOutputs(view, sealed)).rejects.toMatchObject({ message })
    cold.store.blocks.set('0', { first: 1n, ids: new Uint8Array(32), reward: 0n })
    await expect(importOutputs(cold, sealed)).rejects.toMatchObject({ message })
    expect(records(cold)).toEqual([])
  })

  test('changes nothing in a wallet that found the same outputs on the chain', async () => {
    const { cold, outputs, imported } = await mintedPair(three)
    cold.store.blocks.set('0', { first: 1n, ids: new Uint8Array(32), reward: 0n })
    for (const output of outputs) cold.store.outputs.set(output.key, output)
    expect(await imported()).toBe(3)
    expect(records(cold)).toEqual(outputs)
  })

  test('error: data that is not sealed for this wallet', async () => {
    const { cold, view, exported } = await mintedPair(three)
    const sealed = await exported()
    const { viewPublic, spendPublic } = view.secrets
    const sealedAs = (...parts: Uint8Array[]) =>
      seal(view.ports, view.secrets, magics.outputs, concatBytes(...parts))
    const refusals: [Uint8Array, string][] = [
      [sealed.subarray(1), 'Bad magic from outputs'],
      [sealed.subarray(0, 60), 'Failed to decrypt outputs: Unexpected ciphertext size'],
      [
        sealed.with(-1, sealed.at(-1)! ^ 1),
        'Failed to decrypt outputs: Failed to authenticate ciphertext',
      ],
      [await sealedAs(new Uint8Array(63)), 'Bad data size for outputs'],
      [await sealedAs(viewPublic, viewPublic), 'Outputs from are for a different account'],
      [
        await sealedAs(spendPublic, viewPublic, Uint8Array.of(9)),
        'Failed to import outputs: unknown format version',
      ],
    ]
    for (const [given, message] of refusals)
      await expect(importOutputs(cold, given)).rejects.toMatchObject({
        reason: 'UNKNOWN_ERROR',
        message,
      })
    expect(records(cold)).toEqual([])
  })
})

describe('addImportedOutputs', () => {
  test('returns 0 for no outputs, and keeps the stored ones', async () => {
    const { cold, imported } = await mintedPair(three)
    await imported()
    expect(await addImportedOutputs(cold, { offset: 9, total: 0, outputs: [] })).toBe(0)
    expect(records(cold)).toHaveLength(3)
  })

  test('error: a gap, a wrong total, an output of other keys; nothing is stored', async () => {
    const { cold, view } = await mintedPair(three)
    const { outputs } = requestedOutputs(view.store)
    const [first, second] = outputs
    const foreign = { ...second!, txPublicKey: first!.txPublicKey }
    const refuse = (given: Parameters<typeof addImportedOutputs>[1], message: string) =>
      expect(addImportedOutputs(cold, given)).rejects.toMatchObject({ message })
    await refuse(
      { offset: 1, total: 4, outputs },
      'Imported outputs omit more outputs that we know of. Try using export_outputs all.',
    )
    await refuse({ offset: 0, total: 2, outputs }, 'Offset is larger than total outputs')
    await refuse(
      { offset: 0, total: 2, outputs: [first!, foreign] },
      'Failed to generate key image',
    )
    expect(records(cold)).toEqual([])
  })
})
