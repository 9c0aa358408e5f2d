import { describe, expect, test } from 'vitest'
import {
  areSpent,
  reportedSpent,
  rescanSpent,
} from '../../../../worker/engine/sync/rescan-spent.ts'
import type { OutputRecord, SentRecord } from '../../../../worker/engine/store/records.ts'
import { Store } from '../../../../worker/engine/store/store.ts'
import { fakeDaemon } from '../../../support/daemons/fake-daemon.ts'
import { someOutput } from '../../../support/wallets/output-records.ts'
import { sentRecord } from '../../../support/wallets/transfer-records.ts'

/** A daemon with a status for each key image, 0 by default: 1 for the chain, 2 for the pool. */
function daemonOf(statuses: Record<string, number>) {
  const requests: string[][] = []
  const daemon = fakeDaemon({
    json: {
      is_key_image_spent: async ({ key_images }: { key_images: string[] }) => {
        requests.push(key_images)
        return { spent_status: key_images.map((image) => statuses[image] ?? 0) }
      },
    },
  })
  return { daemon, requests }
}

async function storeOf(outputs: OutputRecord[], sent: SentRecord[] = []) {
  const store = new Store(async () => undefined)
  await store.commit((change) => {
    for (const each of outputs) change.put(store.outputs, each.key, each)
    for (const each of sent) change.put(store.sent, each.txid, each)
  })
  return store
}
const shortDaemon = fakeDaemon({
  json: { is_key_image_spent: async () => ({ spent_status: [1] }) },
})
const shortAnswer = {
  reason: 'UNKNOWN_ERROR',
  message:
    'daemon returned wrong response for is_key_image_spent, wrong amounts count = 1, expected 2',
}

describe('areSpent', () => {
  test('counts spends in the chain and in the pool', async () => {
    const { daemon } = daemonOf({ b: 1, c: 2 })
    expect(await areSpent(daemon, ['a', 'b', 'c'])).toEqual([false, true, true])
  })

  test('requests at most 1000 key images at once, and keeps their order', async () => {
    const keyImages = Array.from({ length: 2001 }, (_, at) => `${at}`)
    const { daemon, requests } = daemonOf({ 999: 1, 1000: 1, 2000: 2 })
    const spent = await areSpent(daemon, keyImages)
    expect(requests.map(({ length }) => length)).toEqual([1000, 1000, 1])
    expect(requests.flat()).toEqual(keyImages)
    expect(keyImages.filter((_, at) => spent[at])).toEqual(['999', '1000', '2000'])
  })

  test('makes no request for no key images', async () => {
    const { daemon, requests } = daemonOf({})
    expect(await areSpent(daemon, [])).toEqual([])
    expect(requests).toEqual([])
  })

  test('error: the answer lacks key images', async () => {
    await expect(areSpent(shortDaemon, ['a', 'b'])).rejects.toMatchObject(shortAnswer)
  })
})

test('reportedSpent leaves out outputs without a key image', async () => {
  const { keyImage: _, ...unknown } = someOutput()
  const [spent, unspent] = [someOutput(), someOutput()]
  const { daemon } = daemonOf({ [spent.keyImage!]: 1 })
  expect(await reportedSpent(daemon, [unknown, spent, unspent])).toEqual(
    new Map([
      [spent.key, true],
      [unspent.key, false],
    ]),
  )
})

describe('rescanSpent', () => {
  test('marks reported outputs as spent, without a transaction, and others as unspent', async () => {
    const [first, second] = [someOutput({ frozen: true }), someOutput()]
    const wrong = { ...second, spent: { txid: 'x', height: 5n } }
    const store = await storeOf([first, wrong])
    await rescanSpent(daemonOf({ [first.keyImage!]: 1 }).daemon, store)
    expect([...store.outputs.values()]).toEqual([{ ...first, spent: { txid: '' } }, second])
  })

  test('keeps the known transaction of a reported spend', async () => {
    const output = someOutput({ spent: { txid: 'x', height: 5n } })
    const store = await storeOf([output])
    await rescanSpent(daemonOf({ [output.keyImage!]: 1 }).daemon, store)
    expect([...store.outputs.values()]).toEqual([output])
  })

  test.each([
    ['a pending own transaction: it stays spent', { blob: Uint8Array.of(1) }, true],
    ['a journaled one: it stays spent', { blob: Uint8Array.of(1), state: 'journaled' }, true],
    ['an abandoned one: it is unspent', { blob: Uint8Array.of(1), state: 'failed' }, false],
    ['another copy of the wallet: it is unspent', {}, false],
  ] as const)(
    'of an output that the daemon does not know as spent, by %s',
    async (_, given, kept) => {
      const spent = { txid: 's' }
      const output = someOutput({ spent })
      const store = await storeOf([output], [sentRecord({ state: 'pending', ...given })])
      await rescanSpent(daemonOf({}).daemon, store)
      expect(store.outputs.get(output.key)?.spent).toEqual(kept ? spent : undefined)
    },
  )

  test('changes the given outputs only', async () => {
    const [first, second] = [someOutput(), someOutput()]
    const store = await storeOf([first, second])
    const { daemon, requests } = daemonOf({ [first.keyImage!]: 1, [second.keyImage!]: 1 })
    await rescanSpent(daemon, store, [second])
    expect(requests).toEqual([[second.keyImage]])
    expect(store.outputs.get(first.key)).toEqual(first)
    expect(store.outputs.get(second.key)?.spent).toEqual({ txid: '' })
  })

  test('error: the answer lacks key images, and nothing changes', async () => {
    const outputs = [someOutput(), someOutput({ spent: { txid: 'x', height: 5n } })]
    const store = await storeOf(outputs)
    await expect(rescanSpent(shortDaemon, store)).rejects.toMatchObject(shortAnswer)
    expect([...store.outputs.values()]).toEqual(outputs)
  })
})
