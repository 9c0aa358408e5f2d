import { describe, expect, test } from 'vitest'
import { couldBeMined, openRefusals } from '../../../../worker/engine/ledger/refused.ts'
import type { OutputRecord, SentRecord } from '../../../../worker/engine/store/records.ts'
import { Store } from '../../../../worker/engine/store/store.ts'
import { someOutput } from '../../../support/wallets/output-records.ts'
import { sentRecord } from '../../../support/wallets/transfer-records.ts'

type Spends = OutputRecord['spent'][]

/** Whether a failed transaction with these spends of its inputs is open, and can be mined. */
async function judge(spends: Spends, given: Partial<SentRecord> = {}) {
  const store = new Store(async () => undefined)
  const outputs = spends.map((spent) => someOutput(spent ? { spent } : {}))
  const record = sentRecord({
    state: 'failed',
    blob: Uint8Array.of(1),
    keyImages: outputs.map(({ keyImage }) => keyImage!),
    ...given,
  })
  await store.commit((change) => {
    for (const output of outputs) change.put(store.outputs, output.key, output)
    change.put(store.sent, record.txid, record)
  })
  return { open: openRefusals(store).includes(record), canBeMined: couldBeMined(store, record) }
}

describe('a refused payment', () => {
  test('is open while its inputs are unspent', async () => {
    expect(await judge([undefined, undefined])).toEqual({ open: true, canBeMined: true })
  })

  test('is open while its outputs are not scanned again', async () => {
    expect(await judge([], { keyImages: ['unknown'] })).toEqual({ open: true, canBeMined: true })
  })

  test('is not open, but can be mined, while a spend of an input waits for a block', async () => {
    expect(await judge([undefined, { txid: 'next' }])).toEqual({ open: false, canBeMined: true })
  })

  test('cannot be mined once a block spends an input', async () => {
    const spends = [undefined, { txid: 'next', height: 9n }]
    expect(await judge(spends)).toEqual({ open: false, canBeMined: false })
  })

  test.each<[string, Partial<SentRecord>]>([
    ['was given up', { abandoned: true }],
    ['is pending', { state: 'pending' }],
    ['was only seen in the chain', { blob: new Uint8Array() }],
  ])('is neither when it %s', async (_, given) => {
    expect(await judge([undefined], given)).toEqual({ open: false, canBeMined: false })
  })
})
