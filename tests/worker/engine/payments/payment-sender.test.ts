import { describe, expect, test } from 'vitest'
import { hexToBytes } from '@noble/hashes/utils.js'
import { PaymentSender } from '../../../../worker/engine/payments/payment-sender.ts'
import { timedOut } from '../../../support/chains/minted-chain.ts'
import { payingScene, xmr } from '../../../support/spending/two-coin-wallet.ts'

const scene = payingScene()
const missing = { txid: '' }

/** The latest time at which a transaction is sent again. */
const mostHours = 8

/** Moves the wallet's clock. */
function wait(hours: number) {
  const { ports } = scene.service
  const { clock } = ports
  ports.clock = { ...clock, now: () => clock.now() + BigInt(Math.round(3600 * hours)) }
}

/** Resumes after a number of hours, with the transactions of `scene.chain.known` in the pool. */
async function resumeAfter(hours: number) {
  wait(hours)
  await scene.wallet.spend.resume(scene.chain.known)
}

describe('when the daemon refuses', () => {
  test('error: the payment stays as failed, with keys and recipients, and its outputs are unspent again', async () => {
    const { outputs } = structuredClone(scene.state())
    scene.chain.send = async () => ({ status: 'Failed', double_spend: true, fee_too_low: true })
    await expect(scene.pay()).rejects.toMatchObject({
      code: -4,
      message: 'transaction was rejected by daemon',
      data: 'double spend, fee too low',
    })
    const { sent, outputs: after } = scene.state()
    expect(after).toEqual(outputs)
    expect(sent).toMatchObject([
      {
        state: 'failed',
        blob: hexToBytes(scene.chain.sent[0]!),
        txKeys: [expect.any(Uint8Array)],
        destinations: [{ address: scene.wallet.primaryAddress, amount: xmr }],
      },
    ])
    expect(scene.chain.sent.length).toBe(1)
  })

  test('error: the daemon is busy', async () => {
    const { outputs } = structuredClone(scene.state())
    scene.chain.send = async () => ({ status: 'BUSY' })
    await expect(scene.pay()).rejects.toMatchObject({ code: -3, message: 'daemon is busy' })
    expect(scene.state()).toMatchObject({ sent: [{ state: 'failed' }], outputs })
    expect(scene.spent()).toEqual([])
  })

  test('error: of several transactions, the accepted ones stay pending and the unsent ones are removed', async () => {
    const payments = scene.twoTransactions()
    let calls = 0
    scene.chain.send = async () => ({ status: ++calls === 1 ? 'OK' : 'Failed', fee_too_low: true })
    const failure = scene.pay(xmr, { payments })
    await expect(failure).rejects.toMatchObject({ code: -4 })
    const [sent, ...others] = scene.state().sent
    expect(sent!.state).toBe('pending')
    expect(others).toMatchObject([{ state: 'failed' }])
    await expect(failure).rejects.toMatchObject({
      data: `fee too low; sent before it, and on their way: ${sent!.txid}`,
    })
    expect(scene.spent().length).toBe(1)
  })

  test('error: a refusal of the first of several transactions removes the others', async () => {
    const payments = scene.twoTransactions()
    scene.chain.send = async () => ({ status: 'Failed', fee_too_low: true })
    await expect(scene.pay(xmr, { payments })).rejects.toMatchObject({ code: -4 })
    expect(scene.state().sent).toMatchObject([
      { state: 'failed', blob: hexToBytes(scene.chain.sent[0]!) },
    ])
    expect(scene.spent()).toEqual([])
    expect(scene.chain.sent.length).toBe(1)
  })

  test('sends the same transaction again when it is relayed again', async () => {
    const [made] = await scene.wallet.spend.transfer(scene.request(), { relay: false })
    scene.chain.send = async () => ({ status: 'Failed', fee_too_low: true })
    await expect(scene.wallet.spend.relayMade(made!)).rejects.toMatchObject({ code: -4 })
    scene.chain.send = async () => ({ status: 'OK' })
    await scene.wallet.spend.relayMade(made!)
    expect(scene.state().sent).toMatchObject([{ state: 'pending' }])
    expect(scene.spent()).toHaveLength(1)
  })
})

describe('transactions that share an input', () => {
  test('error: are neither recorded nor sent', async () => {
    const before = structuredClone(scene.state())
    const make = () => scene.wallet.spend.transfer(scene.request(15n * xmr), { relay: false })
    const [[first], [second]] = [await make(), await make()]
    const { ports, store, events, network, sync, comparison } = scene.wallet
    const dispatcher = new PaymentSender({
      ports,
      store,
      events,
      network,
      sync,
      comparison,
      daemonName: () => 'fake',
    })
    await expect(dispatcher.send(scene.chain.daemon, [first!, second!])).rejects.toMatchObject({
      code: -4,
    })
    expect(scene.state()).toEqual(before)
    expect(scene.chain.sent).toEqual([])
  })
})

describe('a payment without an answer from the daemon', () => {
  const undecided = () =>
    expect(scene.pay()).rejects.toMatchObject({
      code: -38,
      message: expect.stringContaining('do not pay a second time'),
    })

  test('error: stays recorded, and its outputs are not spent again', async () => {
    scene.chain.send = timedOut
    await undecided()
    const [record] = scene.state().sent
    expect(record!.state).toBe('journaled')
    const [kept] = scene.spent()
    expect(kept!.spent).toEqual({ txid: record!.txid })

    const [other] = await scene.wallet.spend.transfer(scene.request(), { relay: false })
    expect(other!.inputs.map(({ key }) => key)).not.toContain(kept!.key)
  })

  test('is pending when the daemon has it', async () => {
    scene.chain.send = () => {
      scene.chain.known.add([...scene.wallet.store.sent.keys()][0]!)
      return timedOut()
    }
    const [signed] = await scene.pay()
    expect(scene.wallet.store.sent.get(signed!.txid)!.state).toBe('pending')
  })

  test('is sent again to the same daemon only after some hours', async () => {
    scene.chain.send = timedOut
    await undecided()
    await resumeAfter(1.9)
    expect(scene.chain.sent.length).toBe(1)
    await resumeAfter(mostHours)
    expect(scene.chain.sent.length).toBe(2)
    expect(scene.state().sent[0]!.state).toBe('journaled')
    scene.chain.send = async () => ({ status: 'OK' })
    await resumeAfter(1.9)
    expect(scene.chain.sent.length).toBe(2)
    await resumeAfter(mostHours)
    expect(scene.state().sent[0]!.state).toBe('pending')
    expect(new Set(scene.chain.sent).size).toBe(1)
    expect(scene.spent().length).toBe(1)
  })

  test('is not sent to another daemon without a request', async () => {
    scene.chain.send = timedOut
    await undecided()
    scene.wallet.setDaemon({ address: 'other', trusted: true })
    await resumeAfter(100)
    expect(scene.chain.sent.length).toBe(1)
    scene.wallet.setDaemon({ address: 'fake', trusted: true })
    await resumeAfter(0)
    expect(scene.chain.sent.length).toBe(2)
  })

  test('is pending, and not sent again, when the pool has it', async () => {
    scene.chain.send = timedOut
    await undecided()
    scene.chain.known.add(scene.state().sent[0]!.txid)
    await scene.wallet.spend.resume(scene.chain.known)
    expect(scene.state().sent[0]!.state).toBe('pending')
    expect(scene.chain.sent.length).toBe(1)
  })

  test('fails when the daemon refuses it later, and its outputs are unspent again', async () => {
    scene.chain.send = timedOut
    await undecided()
    scene.chain.send = async () => ({ status: 'Failed', fee_too_low: true })
    await resumeAfter(mostHours)
    expect(scene.state().sent[0]!.state).toBe('failed')
    expect(scene.spent()).toEqual([])
  })

  test('stays recorded if the daemon reports a double spend, which may be the payment itself', async () => {
    scene.chain.send = timedOut
    await undecided()
    scene.chain.send = async () => ({ status: 'Failed', double_spend: true })
    await resumeAfter(mostHours)
    expect(scene.state().sent[0]!.state).toBe('journaled')
    expect(scene.spent().length).toBe(1)
  })

  test('stays recorded if the daemon that refuses it lacks blocks, which may hold ring members', async () => {
    scene.chain.send = timedOut
    await undecided()
    scene.chain.send = async () => ({ status: 'Failed', invalid_input: true })
    scene.chain.height = 399n
    await resumeAfter(mostHours)
    expect(scene.state().sent[0]!.state).toBe('journaled')
    expect(scene.spent().length).toBe(1)
    scene.chain.height = 400n
    await resumeAfter(mostHours)
    expect(scene.state().sent[0]!.state).toBe('failed')
  })

  test('stays recorded if the daemon is busy', async () => {
    scene.chain.send = timedOut
    await undecided()
    scene.chain.send = async () => ({ status: 'BUSY' })
    await resumeAfter(mostHours)
    expect(scene.state().sent[0]!.state).toBe('journaled')
    expect(scene.spent().length).toBe(1)
  })

  test('keeps the next transactions of the same payment recorded, and sends them later', async () => {
    scene.chain.send = timedOut
    const payments = scene.twoTransactions()
    await expect(scene.pay(xmr, { payments })).rejects.toMatchObject({ code: -38 })
    expect(scene.state().sent.map((record) => record.state)).toEqual(['journaled', 'journaled'])
    expect(scene.chain.sent.length).toBe(1)
    scene.chain.send = async () => ({ status: 'OK' })
    await resumeAfter(mostHours)
    expect(scene.state().sent.map((record) => record.state)).toEqual(['pending', 'pending'])
  })
})

describe('resume', () => {
  test('resends an accepted transaction that left the pool, and keeps it pending after a refusal', async () => {
    const [signed] = await scene.pay()
    scene.chain.send = async () => ({ status: 'Failed', double_spend: true })
    await resumeAfter(mostHours)
    expect(scene.chain.sent.length).toBe(2)
    expect(scene.wallet.store.sent.get(signed!.txid)!.state).toBe('pending')
    scene.chain.known.add(signed!.txid)
    await resumeAfter(mostHours)
    expect(scene.chain.sent.length).toBe(2)
  })

  test('requests no own transaction from the daemon', async () => {
    await scene.pay()
    scene.chain.send = timedOut
    await scene.pay().catch(() => undefined)
    scene.chain.daemon.json.get_transactions = async () => {
      throw new Error('an own transaction was named')
    }
    await resumeAfter(mostHours)
    expect(scene.chain.sent.length).toBe(4)
  })

  test('resends no record of an older version, which has no daemon and resend time', async () => {
    const [signed] = await scene.pay()
    const { sent } = scene.wallet.store
    const { daemon: _, resendAt: __, ...older } = sent.get(signed!.txid)!
    await scene.wallet.store.commit((change) => change.put(sent, signed!.txid, older))
    await resumeAfter(100)
    expect(scene.chain.sent.length).toBe(1)
  })
})

describe('resend', () => {
  test('sends at once to the current daemon, and keeps the first daemon in the record', async () => {
    scene.chain.send = timedOut
    await expect(scene.pay()).rejects.toMatchObject({ code: -38 })
    const [{ txid } = missing] = scene.state().sent
    scene.wallet.setDaemon({ address: 'other', trusted: false })
    scene.chain.send = async () => ({ status: 'OK' })
    await scene.wallet.spend.resend(txid)
    expect(scene.state().sent).toMatchObject([{ txid, state: 'pending', daemon: 'fake' }])
    expect(scene.chain.sent.length).toBe(2)
  })

  test('error: the daemon refuses, and the record stays', async () => {
    const [{ txid } = missing] = await scene.pay()
    const before = structuredClone(scene.state())
    scene.chain.send = async () => ({ status: 'Failed', double_spend: true })
    await expect(scene.wallet.spend.resend(txid)).rejects.toMatchObject({
      code: -4,
      data: 'double spend',
    })
    const [record] = scene.state().sent
    expect({ ...record, resendAt: before.sent[0]!.resendAt }).toEqual(before.sent[0])
    expect(scene.state().outputs).toEqual(before.outputs)
  })

  test('error: the daemon does not answer', async () => {
    const [{ txid } = missing] = await scene.pay()
    scene.chain.send = timedOut
    await expect(scene.wallet.spend.resend(txid)).rejects.toMatchObject({ code: -38 })
    expect(scene.state().sent).toMatchObject([{ txid, state: 'pending' }])
  })

  test('error: no pending transaction has this id', async () => {
    const [{ txid } = missing] = await scene.pay()
    const { sent } = scene.wallet.store
    const mined = { ...sent.get(txid)!, state: 'mined' } as const
    await scene.wallet.store.commit((change) => change.put(sent, txid, mined))
    for (const each of [txid, '00'.repeat(32)])
      await expect(scene.wallet.spend.resend(each)).rejects.toMatchObject({
        reason: 'WRONG_TXID',
        message: 'No payment with this transaction id waits for a block',
      })
    expect(scene.chain.sent.length).toBe(1)
  })
})
