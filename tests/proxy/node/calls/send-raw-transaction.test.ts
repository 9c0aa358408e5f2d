import { bytesToHex } from '@noble/hashes/utils.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { bytesOf } from '../../../vectors/chain/vectors.ts'
import { forge } from '../../../support/transactions/forge.ts'
import { spendingNode, type SpendingNode } from '../../../support/daemons/spending-node.ts'
import { expectAsRecorded, recordingsOf } from '../../../support/daemons/recorded-node.ts'

let node: SpendingNode
beforeAll(async () => void (node = await spendingNode()))

const send = async (blob: Uint8Array, options: object = {}) =>
  (await node.post('/send_raw_transaction', { tx_as_hex: bytesToHex(blob), ...options })).json()

/** The flags that an answer raises. */
const raised = (answer: object) =>
  Object.entries(answer).flatMap(([name, value]) => (value === true ? [name] : []))

describe('/send_raw_transaction', () => {
  test.each(recordingsOf('/send_raw_transaction'))(
    'answers as monerod: %s',
    async (_, recording) => {
      // Newer than the recording, or named by the specification alone.
      const newer = ['not_rct', 'tx_extra_too_big', 'nonzero_unlock_time']
      await expectAsRecorded(recording, newer)
    },
  )

  test('accepts and relays a valid transaction, with checks too', async () => {
    const { id, blob } = node.purse.forge()
    const answer = await send(blob, { do_sanity_checks: true })
    expect(answer).toMatchObject({ status: 'OK', reason: '' })
    expect(raised(answer)).toEqual([])
    expect(node.context.pool.entry(id)).toMatchObject({ method: 'fluff', relayed: true })
  })

  test('accepts without relaying it, on request', async () => {
    const { id, blob } = node.purse.forge()
    const answer = await send(blob, { do_not_relay: true })
    expect(answer).toMatchObject({ status: 'OK', reason: 'Not relayed' })
    expect(raised(answer)).toEqual(['not_relayed'])
    expect(node.context.pool.entry(id)).toMatchObject({ method: 'none', relayed: false })
  })

  test('does not relay a known transaction again', async () => {
    const { blob } = await node.send()
    const again = { status: 'OK', reason: 'Not relayed', not_relayed: true }
    expect(await send(blob)).toMatchObject(again)
    await node.mine()
    expect(await send(blob)).toMatchObject(again)
  })

  test('error: a double spend leaves the first in the pool', async () => {
    const first = await node.send()
    const rival = node.purse.rival(first)
    const answer = await send(rival.blob)
    expect(answer).toMatchObject({ status: 'Failed', reason: '' })
    expect(raised(answer)).toEqual(['double_spend'])
    expect([first, rival].map(({ id }) => node.context.pool.has(id))).toEqual([true, false])
    expect(node.context.pool.entry(first.id)).toMatchObject({ doubleSpendSeen: true })
  })

  test('error: a transaction without RingCT', async () => {
    expect(raised(await send(bytesOf('version 1')))).toContain('not_rct')
  })

  test('error: a fee of one piconero', async () => {
    const { plan } = node.purse.forge()
    const [first, ...rest] = plan.pays
    const pays = [{ ...first!, amount: first!.amount + plan.fee - 1n }, ...rest]
    const answer = await send(forge(node.context.crypto, { ...plan, pays, fee: 1n }))
    expect([answer.status, raised(answer)]).toEqual(['Failed', ['fee_too_low']])
  })

  test('error: bytes that end early', async () => {
    const cut = node.purse.forge().blob.slice(0, -1)
    expect(raised(await send(cut))).toEqual(['sanity_check_failed'])
    const answer = await send(cut, { do_sanity_checks: false })
    expect([answer.status, raised(answer)]).toEqual(['Failed', []])
  })
})
