import { describe, expect, test } from 'vitest'
import { hexToBytes } from '@noble/hashes/utils.js'
import { parseTransaction } from '#protocol/chain/transaction.ts'
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

/** A refresh after so many hours whose pool has the transactions that the daemon says it has. */
async function resumeAfter(hours: number) {
  wait(hours)
  await scene.wallet.spend.resume(scene.chain.known)
}

describe('when the daemon refuses', () => {
  test('error: the payment is forgotten and its outputs are free', async () => {
    const before = structuredClone(scene.state())
    scene.chain.send = async () => ({ status: 'Failed', double_spend: true, fee_too_low: true })
    await expect(scene.pay()).rejects.toMatchObject({
      code: -4,
      message: 'transaction was rejected by daemon',
      data: 'double spend, fee too low',
    })
    expect(scene.state()).toEqual(before)
    expect(scene.chain.sent.length).toBe(1)
  })

  test('error: the daemon is busy', async () => {
    const before = structuredClone(scene.state())
    scene.chain.send = async () => ({ status: 'BUSY' })
    await expect(scene.pay()).rejects.toMatchObject({ code: -3, message: 'daemon is busy' })
    expect(scene.state()).toEqual(before)
  })

  test('error: of several transactions, those that were taken stay', async () => {
    const payments = scene.twoTransactions()
    let calls = 0
    scene.chain.send = async () => ({ status: ++calls === 1 ? 'OK' : 'Failed', fee_too_low: true })
    const failure = scene.pay(xmr, { payments })
    await expect(failure).rejects.toMatchObject({ code: -4 })
    const [sent, ...others] = scene.state().sent
    expect({ state: sent!.state, others }).toEqual({ state: 'pending', others: [] })
    await expect(failure).rejects.toMatchObject({
      data: `fee too low; sent before it, and on their way: ${sent!.txid}`,
    })
    expect(scene.spent().length).toBe(1)
  })
})

describe('transactions that share an input', () => {
  test('error: none of them is noted, nor sent', async () => {
    const before = structuredClone(scene.state())
    const make = () => scene.wallet.spend.transfer(scene.request(15n * xmr), { relay: false })
    const [[first], [second]] = [await make(), await make()]
    const { ports, store, events, network, sync } = scene.wallet
    const dispatcher = new PaymentSender({
      ports,
      store,
      events,
      network,
      sync,
      daemonName: () => 'fake',
    })
    await expect(dispatcher.send(scene.chain.daemon, [first!, second!])).rejects.toMatchObject({
      code: -4,
    })
    expect(scene.state()).toEqual(before)
    expect(scene.chain.sent).toEqual([])
  })
})

describe('when it is not known whether it arrived', () => {
  const undecided = () =>
    expect(scene.pay()).rejects.toMatchObject({
      code: -38,
      message: expect.stringContaining('do not pay a second time'),
    })

  test('error: it is kept, and its outputs are not offered again', async () => {
    scene.chain.send = timedOut
    await undecided()
    const [record] = scene.state().sent
    expect(record!.state).toBe('journaled')
    const [kept] = scene.spent()
    expect(kept!.spent).toEqual({ txid: record!.txid })

    const [other] = await scene.wallet.spend.transfer(scene.request(), { relay: false })
    expect(other!.inputs.map(({ key }) => key)).not.toContain(kept!.key)
  })

  test('counts as sent when the daemon knows it after all', async () => {
    scene.chain.send = () => {
      scene.chain.known.add([...scene.wallet.store.sent.keys()][0]!)
      return timedOut()
    }
    const [signed] = await scene.pay()
    expect(scene.wallet.store.sent.get(signed!.txid)!.state).toBe('pending')
  })

  test('is sent again to the same daemon after some hours, not before', async () => {
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

  test('is not sent again when the daemon had it all along', async () => {
    scene.chain.send = timedOut
    await undecided()
    scene.chain.known.add(scene.state().sent[0]!.txid)
    await scene.wallet.spend.resume(scene.chain.known)
    expect(scene.state().sent[0]!.state).toBe('pending')
    expect(scene.chain.sent.length).toBe(1)
  })

  test('fails, and its outputs are free, when the daemon then refuses it', async () => {
    scene.chain.send = timedOut
    await undecided()
    scene.chain.send = async () => ({ status: 'Failed', fee_too_low: true })
    await resumeAfter(mostHours)
    expect(scene.state().sent[0]!.state).toBe('failed')
    expect(scene.spent()).toEqual([])
  })

  test('stays pending if the daemon reports its inputs as spent: it may have spent them itself', async () => {
    scene.chain.send = timedOut
    await undecided()
    scene.chain.send = async () => ({ status: 'Failed', double_spend: true })
    await resumeAfter(mostHours)
    expect(scene.state().sent[0]!.state).toBe('journaled')
    expect(scene.spent().length).toBe(1)
  })

  test('waits on when a daemon refuses it that lacks blocks: rings may be of outputs in them', async () => {
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

  test('a busy daemon decides nothing', async () => {
    scene.chain.send = timedOut
    await undecided()
    scene.chain.send = async () => ({ status: 'BUSY' })
    await resumeAfter(mostHours)
    expect(scene.state().sent[0]!.state).toBe('journaled')
    expect(scene.spent().length).toBe(1)
  })

  test('keeps all that follow of the same payment', async () => {
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
  test('sends again what was accepted once and is lost now, and fails nothing for a refusal', async () => {
    const [signed] = await scene.pay()
    scene.chain.send = async () => ({ status: 'Failed', double_spend: true })
    await resumeAfter(mostHours)
    expect(scene.chain.sent.length).toBe(2)
    expect(scene.wallet.store.sent.get(signed!.txid)!.state).toBe('pending')
    scene.chain.known.add(signed!.txid)
    await resumeAfter(mostHours)
    expect(scene.chain.sent.length).toBe(2)
  })

  test('names no own transaction to the daemon', async () => {
    await scene.pay()
    scene.chain.send = timedOut
    await scene.pay().catch(() => undefined)
    scene.chain.daemon.json.get_transactions = async () => {
      throw new Error('an own transaction was named')
    }
    await resumeAfter(mostHours)
    expect(scene.chain.sent.length).toBe(4)
  })

  test('sends nothing again that an older version recorded', async () => {
    const [signed] = await scene.pay()
    const { sent } = scene.wallet.store
    const { daemon: _, resendAt: __, ...older } = sent.get(signed!.txid)!
    await scene.wallet.store.commit((change) => change.put(sent, signed!.txid, older))
    await resumeAfter(100)
    expect(scene.chain.sent.length).toBe(1)
  })
})

describe('resend', () => {
  test('sends at once, to any daemon, and keeps the first one for later', async () => {
    scene.chain.send = timedOut
    await expect(scene.pay()).rejects.toMatchObject({ code: -38 })
    const [{ txid } = missing] = scene.state().sent
    scene.wallet.setDaemon({ address: 'other', trusted: false })
    scene.chain.send = async () => ({ status: 'OK' })
    await scene.wallet.spend.resend(txid)
    expect(scene.state().sent).toMatchObject([{ txid, state: 'pending', daemon: 'fake' }])
    expect(scene.chain.sent.length).toBe(2)
  })

  test('error: refused, it stays recorded', async () => {
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

  test('error: without an answer', async () => {
    const [{ txid } = missing] = await scene.pay()
    scene.chain.send = timedOut
    await expect(scene.wallet.spend.resend(txid)).rejects.toMatchObject({ code: -38 })
    expect(scene.state().sent).toMatchObject([{ txid, state: 'pending' }])
  })

  test('error: nothing with this id waits', async () => {
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

describe('relay', () => {
  const metadata = async () => {
    const [signed] = await scene.wallet.spend.transfer(scene.request(), { relay: false })
    return { signed: signed!, bytes: signed!.metadata() }
  }

  test('sends and notes what was made before, as if it were sent at once', async () => {
    const { signed, bytes } = await metadata()
    expect(await scene.wallet.spend.relay(bytes)).toBe(signed.txid)
    const relayed = scene.state()
    expect(relayed.sent).toMatchObject([
      {
        state: 'pending',
        blob: signed.tx.blob,
        txKeys: signed.txKeys,
        amountIn: 10n * xmr,
        change: 9n * xmr - signed.fee,
      },
    ])
    expect(parseTransaction(hexToBytes(scene.chain.sent[0]!)).blob).toEqual(signed.tx.blob)
  })

  test('can be called twice', async () => {
    const { signed, bytes } = await metadata()
    await scene.wallet.spend.relay(bytes)
    expect(await scene.wallet.spend.relay(bytes)).toBe(signed.txid)
    expect(scene.state().sent.length).toBe(1)
  })

  test('error: refused where an earlier attempt may have arrived, it stays noted', async () => {
    const { signed, bytes } = await metadata()
    scene.chain.send = timedOut
    await expect(scene.wallet.spend.relay(bytes)).rejects.toMatchObject({ code: -4 })
    const noted = structuredClone(scene.state())
    expect(noted.sent).toMatchObject([{ txid: signed.txid, state: 'journaled' }])
    scene.chain.send = async () => ({ status: 'Failed', double_spend: true })
    await expect(scene.wallet.spend.relay(bytes)).rejects.toMatchObject({
      data: 'transaction was rejected by daemon (double spend)',
    })
    expect(scene.state()).toEqual(noted)
  })

  test('is done when it is refused because it is mined', async () => {
    const { signed, bytes } = await metadata()
    scene.chain.send = timedOut
    await expect(scene.wallet.spend.relay(bytes)).rejects.toMatchObject({ code: -4 })
    scene.chain.known.add(signed.txid)
    scene.chain.send = async () => ({ status: 'Failed', double_spend: true })
    expect(await scene.wallet.spend.relay(bytes)).toBe(signed.txid)
    expect(scene.state().sent[0]!.state).toBe('pending')
  })

  test('error: cut short, or with something behind it', async () => {
    const { bytes } = await metadata()
    for (const wrong of [bytes.subarray(0, -1), Uint8Array.of(...bytes, 0), new Uint8Array()])
      await expect(scene.wallet.spend.relay(wrong)).rejects.toMatchObject({
        code: -27,
        message: 'Failed to parse tx metadata.',
      })
    expect(scene.chain.sent).toEqual([])
  })

  test('error: whose amounts do not balance', async () => {
    const { signed, bytes } = await metadata()
    const at = 1 + signed.tx.blob.length + 8
    const wrong = bytes.slice()
    wrong[at]! ^= 1
    await expect(scene.wallet.spend.relay(wrong)).rejects.toMatchObject({
      code: -27,
      data: 'input and output amounts do not balance',
    })
    expect(scene.chain.sent).toEqual([])
  })

  test('error: of another wallet', async () => {
    const { bytes } = await metadata()
    await scene.wallet.store.commit((change) => {
      for (const key of scene.wallet.store.outputs.keys())
        change.delete(scene.wallet.store.outputs, key)
    })
    await expect(scene.wallet.spend.relay(bytes)).rejects.toMatchObject({
      code: -4,
      data: 'it spends no output of this wallet',
    })
    expect(scene.chain.sent).toEqual([])
  })

  test('error: refused', async () => {
    const { bytes } = await metadata()
    const before = structuredClone(scene.state())
    scene.chain.send = async () => ({ status: 'Failed', too_big: true })
    await expect(scene.wallet.spend.relay(bytes)).rejects.toMatchObject({
      code: -4,
      message: 'Failed to commit tx.',
      data: 'transaction was rejected by daemon (too big)',
    })
    expect(scene.state()).toEqual(before)
  })
})
