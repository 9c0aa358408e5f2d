import { describe, expect, test } from 'vitest'
import { byKeyImage } from '../../../../worker/engine/ledger/by-key-image.ts'
import { freeOutputs } from '../../../../worker/engine/ledger/free-outputs.ts'
import type { OutputRecord } from '../../../../worker/engine/store/records.ts'
import { Store } from '../../../../worker/engine/store/store.ts'
import { someOutput } from '../../../support/wallets/output-records.ts'

/** The outputs after transaction `t`, which spends all of them, is given up. */
async function freed(outputs: OutputRecord[], more: string[] = []) {
  const store = new Store(async () => undefined)
  await store.commit((change) => {
    for (const output of outputs) change.put(store.outputs, output.key, output)
  })
  const keyImages = [...outputs.flatMap(({ keyImage }) => keyImage ?? []), ...more]
  await store.commit((change) => {
    const keys = store.outputs.index(byKeyImage)
    freeOutputs(change, store.outputs, keys, { txid: 't', keyImages })
  })
  return [...store.outputs.values()]
}

describe('freeOutputs', () => {
  test('makes the reserved outputs unspent, and keeps everything else of them', async () => {
    const outputs = [someOutput({ frozen: true }), someOutput({ amount: 7n })]
    expect(await freed(outputs.map((output) => ({ ...output, spent: { txid: 't' } })))).toEqual(
      outputs,
    )
  })

  test.each([
    ['another transaction spends', { txid: 'other' }],
    ['a block proves to be spent', { txid: 't', height: 5n }],
    ['the daemon reported as spent', { txid: '' }],
  ])('leaves an output that %s', async (_, spent) => {
    const output = someOutput({ spent })
    expect(await freed([output])).toEqual([output])
  })

  test('skips key images without an own output', async () => {
    const output = someOutput()
    expect(await freed([output], ['ee'.repeat(32)])).toEqual([output])
  })

  test('reads earlier changes of the same commit', async () => {
    const store = new Store(async () => undefined)
    const output = someOutput()
    await store.commit((change) => {
      change.put(store.outputs, output.key, { ...output, spent: { txid: 't' } })
      const keys = new Map([['image', output.key]])
      freeOutputs(change, store.outputs, keys, { txid: 't', keyImages: ['image'] })
    })
    expect([...store.outputs.values()]).toEqual([output])
  })
})
