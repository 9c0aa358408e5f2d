import { beforeEach, describe, expect, test } from 'vitest'
import {
  abandon,
  journal,
  markFailed,
  markPending,
  markRefused,
} from '../../../../worker/engine/payments/journal.ts'
import type { OutputRecord, SentRecord } from '../../../../worker/engine/store/records.ts'
import { Store, type RecordChange } from '../../../../worker/engine/store/store.ts'
import { someOutput } from '../../../support/wallets/output-records.ts'

let store: Store
let outputs: OutputRecord[]
/** What storage received, one list for each commit. */
let writes: (readonly RecordChange[])[]

beforeEach(async () => {
  writes = []
  store = new Store(async (changes) => void writes.push(changes))
  outputs = [1, 2, 3].map(() => someOutput())
  await store.commit((change) => {
    for (const output of outputs) change.put(store.outputs, output.key, output)
  })
  writes.length = 0
})

/** A transaction that spends own outputs. */
function entry(txid: string, ...inputs: number[]) {
  const spent = inputs.map((at) => outputs[at]!)
  const record = { txid, state: 'journaled', keyImages: spent.map(({ keyImage }) => keyImage) }
  return { record: record as SentRecord, inputs: spent }
}

const states = () => Object.fromEntries([...store.sent.values()].map((r) => [r.txid, r.state]))
/** Spending transaction of each output. */
const spenders = () => outputs.map(({ key }) => store.outputs.get(key)!.spent?.txid)

describe('journal', () => {
  test('writes records and marks their inputs spent, in one commit', async () => {
    expect(await journal(store, [entry('a', 0), entry('b', 2)])).toEqual(new Set(['a', 'b']))
    expect(states()).toEqual({ a: 'journaled', b: 'journaled' })
    expect(spenders()).toEqual(['a', undefined, 'b'])
    expect(store.outputs.get(outputs[0]!.key)).toEqual({ ...outputs[0], spent: { txid: 'a' } })
    expect(writes).toHaveLength(1)
  })

  test('keeps a transaction that is recorded already', async () => {
    await journal(store, [entry('a', 0)])
    await markPending(store, 'a')
    expect(await journal(store, [entry('a', 0), entry('b', 1)])).toEqual(new Set(['b']))
    expect(states()).toEqual({ a: 'pending', b: 'journaled' })
  })

  test('records a failed transaction again', async () => {
    await journal(store, [entry('a', 0)])
    await markFailed(store, { txid: 'a', state: 'journaled' })
    expect(await journal(store, [entry('a', 0)])).toEqual(new Set(['a']))
    expect(states()).toEqual({ a: 'journaled' })
    expect(spenders()).toEqual(['a', undefined, undefined])
  })

  test.each([
    ['an input of another transaction', () => [entry('b', 1), entry('c', 0)]],
    ['two transactions with one input', () => [entry('b', 1), entry('c', 2, 1)]],
    ['one input twice', () => [entry('b', 1, 1)]],
  ])('writes nothing for %s', async (_, entries) => {
    await journal(store, [entry('a', 0)])
    expect(await journal(store, entries())).toBeUndefined()
    expect(states()).toEqual({ a: 'journaled' })
    expect(spenders()).toEqual(['a', undefined, undefined])
    expect(writes).toHaveLength(1)
  })

  test('writes nothing for an output that the wallet no longer has', async () => {
    await store.commit((change) => change.delete(store.outputs, outputs[1]!.key))
    expect(await journal(store, [entry('a', 0, 1)])).toBeUndefined()
    expect(store.sent.size).toBe(0)
  })

  test('error: storage fails, and memory is unchanged', async () => {
    store = new Store(() => Promise.reject(new Error('disk full')))
    for (const output of outputs) store.outputs.set(output.key, output)
    await expect(journal(store, [entry('a', 0)])).rejects.toThrow('disk full')
    expect([store.sent.size, ...spenders()]).toEqual([0, undefined, undefined, undefined])
  })
})

describe('markPending', () => {
  test.each(['mined', 'failed'] as const)('keeps the newer state %s', async (state) => {
    await journal(store, [entry('a', 0)])
    await store.commit((change) => change.put(store.sent, 'a', { ...entry('a', 0).record, state }))
    await markPending(store, 'a')
    expect(states()).toEqual({ a: state })
  })

  test('adds no record for an unknown transaction', async () => {
    await markPending(store, 'a')
    expect(writes).toEqual([])
  })
})

describe('markRefused', () => {
  test('keeps the refused transaction as failed, removes those after it, and frees all inputs', async () => {
    await journal(store, [entry('a', 0), entry('b', 1), entry('c', 2)])
    writes.length = 0
    await markRefused(store, 'a', ['c', 'unknown'])
    expect(states()).toEqual({ a: 'failed', b: 'journaled' })
    expect(spenders()).toEqual([undefined, 'b', undefined])
    expect(store.outputs.get(outputs[0]!.key)).toEqual(outputs[0])
    expect(writes).toHaveLength(1)
  })

  test('keeps a record that the daemon accepted meanwhile', async () => {
    await journal(store, [entry('a', 0), entry('b', 1)])
    await markPending(store, 'a')
    await markPending(store, 'b')
    await markRefused(store, 'a', ['b'])
    expect([states(), spenders()]).toEqual([{ a: 'pending', b: 'pending' }, ['a', 'b', undefined]])
  })
})

describe('abandon', () => {
  /** A refused transaction with a blob, as the sender records it. */
  async function refuse() {
    const { record, inputs } = entry('a', 0, 1)
    await journal(store, [{ record: { ...record, blob: Uint8Array.of(1) }, inputs }])
    await markRefused(store, 'a', [])
  }

  test('marks a refused transaction once', async () => {
    await refuse()
    expect(await abandon(store, 'a')).toBe(true)
    expect(store.sent.get('a')).toMatchObject({ state: 'failed', abandoned: true })
    expect(await abandon(store, 'a')).toBe(false)
  })

  test('works while another transaction with an input of it waits for a block', async () => {
    await refuse()
    await journal(store, [entry('b', 1)])
    expect(await abandon(store, 'a')).toBe(true)
  })

  test.each(['journaled', 'pending', 'mined'] as const)('keeps a %s transaction', async (state) => {
    await refuse()
    await store.commit((change) => change.put(store.sent, 'a', { ...store.sent.get('a')!, state }))
    expect(await abandon(store, 'a')).toBe(false)
    expect(await abandon(store, 'unknown')).toBe(false)
    expect(store.sent.get('a')).not.toHaveProperty('abandoned')
  })
})

describe('markFailed', () => {
  test('frees the inputs and keeps the record', async () => {
    await journal(store, [entry('a', 0, 1)])
    await markPending(store, 'a')
    await markFailed(store, { txid: 'a', state: 'pending' })
    expect(states()).toEqual({ a: 'failed' })
    expect(spenders()).toEqual([undefined, undefined, undefined])
  })

  test('keeps an input that is mined in another transaction', async () => {
    await journal(store, [entry('a', 0, 1)])
    const mined = { ...outputs[1]!, spent: { txid: 'other', height: 9n } }
    await store.commit((change) => change.put(store.outputs, mined.key, mined))
    await markFailed(store, { txid: 'a', state: 'journaled' })
    expect(spenders()).toEqual([undefined, 'other', undefined])
  })

  test('changes nothing where the state is newer than the refusal', async () => {
    await journal(store, [entry('a', 0)])
    await markPending(store, 'a')
    await markFailed(store, { txid: 'a', state: 'journaled' })
    expect([states(), spenders()[0]]).toEqual([{ a: 'pending' }, 'a'])
  })
})
