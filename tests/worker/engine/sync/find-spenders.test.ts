import { describe, expect, test } from 'vitest'
import { spendersAfter } from '../../../../worker/engine/sync/find-spenders.ts'
import type { OutputRecord, SentRecord } from '../../../../worker/engine/store/records.ts'
import { Store } from '../../../../worker/engine/store/store.ts'
import { fakeDaemon } from '../../../support/daemons/fake-daemon.ts'
import { someOutput } from '../../../support/wallets/output-records.ts'
import { sentRecord } from '../../../support/wallets/transfer-records.ts'

/** Asks about `outputs`, of which the daemon reports `spent`, in a ledger that has others too. */
async function spenders(
  outputs: OutputRecord[],
  spent: OutputRecord[],
  others: OutputRecord[] = [],
  sent: string[] = [],
  state: SentRecord['state'] = 'mined',
) {
  const store = new Store(async () => undefined)
  await store.commit((change) => {
    for (const each of [...outputs, ...others]) change.put(store.outputs, each.key, each)
    for (const txid of sent) change.put(store.sent, txid, sentRecord({ txid, state }))
  })
  const images = new Set(spent.map(({ keyImage }) => keyImage))
  const daemon = fakeDaemon({
    json: {
      is_key_image_spent: async ({ key_images }: { key_images: string[] }) => ({
        spent_status: key_images.map((image) => (images.has(image) ? 1 : 0)),
      }),
    },
  })
  return [...(await spendersAfter(daemon, store, outputs))]
}

describe('spendersAfter', () => {
  const [early, late] = [someOutput({ height: 10n }), someOutput({ height: 20n })]
  const change = someOutput({ txid: 'c', height: 21n })

  test('is empty where the daemon reports no output as spent', async () => {
    expect(await spenders([early, late], [], [change])).toEqual([])
  })

  test('is empty where the spending transaction is known', async () => {
    const spent = { ...late, spent: { txid: 's', height: 21n } }
    expect(await spenders([spent], [spent], [change])).toEqual([])
  })

  test('searches if only the daemon has the spend', async () => {
    const spent = { ...late, spent: { txid: '' } }
    expect(await spenders([spent], [spent], [change])).toEqual(['c'])
  })

  test('names the transactions with own outputs above the first spent output', async () => {
    const same = someOutput({ txid: 'same block', height: 20n })
    const above = [change, someOutput({ txid: 'c', height: 21n }), someOutput({ txid: 'd' })]
    above[2]!.height = 30n
    expect(await spenders([early, late], [late], [same, ...above])).toEqual(['c', 'd'])
    expect(await spenders([early, late], [early, late], [change])).toEqual([late.txid, 'c'])
  })

  test('names a refused own transaction, which may have been mined', async () => {
    expect(await spenders([early], [early], [change], ['c'], 'failed')).toEqual(['c'])
    expect(await spenders([early], [early], [change], ['c'], 'pending')).toEqual([])
  })

  test('leaves out miner rewards, outputs that were never scanned, and known own transactions', async () => {
    const reward = someOutput({ txid: 'm', height: 21n, coinbase: true })
    const source = { position: 0, requested: false }
    const imported = someOutput({ txid: 'i', height: 21n, imported: source })
    const own = someOutput({ txid: 's', height: 21n })
    expect(await spenders([early], [early], [reward, imported, own, change], ['s'])).toEqual(['c'])
  })
})
