import { describe, expect, test } from 'vitest'
import { hexToBytes } from '@noble/hashes/utils.js'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { PaymentSender } from '../../../../worker/engine/payments/payment-sender.ts'
import { timedOut } from '../../../support/chains/minted-chain.ts'
import { payingScene, xmr } from '../../../support/spending/two-coin-wallet.ts'

const scene = payingScene()

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

  test('error: a busy daemon says so', async () => {
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
    const dispatcher = new PaymentSender({ ports, store, events, network, sync })
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

  test('is sent again when the daemon answers again', async () => {
    scene.chain.send = timedOut
    await undecided()
    await scene.wallet.spend.resume()
    expect(scene.state().sent[0]!.state).toBe('journaled')
    scene.chain.send = async () => ({ status: 'OK' })
    await scene.wallet.spend.resume()
    expect(scene.state().sent[0]!.state).toBe('pending')
    expect(new Set(scene.chain.sent).size).toBe(1)
    expect(scene.spent().length).toBe(1)
  })

  test('is not sent again when the daemon had it all along', async () => {
    scene.chain.send = timedOut
    await undecided()
    scene.chain.known.add(scene.state().sent[0]!.txid)
    await scene.wallet.spend.resume()
    expect(scene.state().sent[0]!.state).toBe('pending')
    expect(scene.chain.sent.length).toBe(1)
  })

  test('fails, and its outputs are free, when the daemon then refuses it', async () => {
    scene.chain.send = timedOut
    await undecided()
    scene.chain.send = async () => ({ status: 'Failed', fee_too_low: true })
    await scene.wallet.spend.resume()
    expect(scene.state().sent[0]!.state).toBe('failed')
    expect(scene.spent()).toEqual([])
  })

  test('waits on when the daemon then says that its inputs are spent: they may be by itself', async () => {
    scene.chain.send = timedOut
    await undecided()
    scene.chain.send = async () => ({ status: 'Failed', double_spend: true })
    await scene.wallet.spend.resume()
    expect(scene.state().sent[0]!.state).toBe('journaled')
    expect(scene.spent().length).toBe(1)
  })

  test('waits on when a daemon refuses it that lacks blocks: rings may be of outputs in them', async () => {
    scene.chain.send = timedOut
    await undecided()
    scene.chain.send = async () => ({ status: 'Failed', invalid_input: true })
    scene.chain.height = 399n
    await scene.wallet.spend.resume()
    expect(scene.state().sent[0]!.state).toBe('journaled')
    expect(scene.spent().length).toBe(1)
    scene.chain.height = 400n
    await scene.wallet.spend.resume()
    expect(scene.state().sent[0]!.state).toBe('failed')
  })

  test('a busy daemon decides nothing', async () => {
    scene.chain.send = timedOut
    await undecided()
    scene.chain.send = async () => ({ status: 'BUSY' })
    await scene.wallet.spend.resume()
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
    await scene.wallet.spend.resume()
    expect(scene.state().sent.map((record) => record.state)).toEqual(['pending', 'pending'])
  })
})

describe('resume', () => {
  test('sends again what was taken once and is lost now, and fails nothing for a refusal', async () => {
    const [signed] = await scene.pay()
    scene.chain.send = async () => ({ status: 'Failed', double_spend: true })
    await scene.wallet.spend.resume()
    expect(scene.chain.sent.length).toBe(2)
    expect(scene.wallet.store.sent.get(signed!.txid)!.state).toBe('pending')
    scene.chain.known.add(signed!.txid)
    await scene.wallet.spend.resume()
    expect(scene.chain.sent.length).toBe(2)
  })

  test('asks a restricted daemon about no more than a hundred at once', async () => {
    const [signed] = await scene.pay()
    const record = scene.wallet.store.sent.get(signed!.txid)!
    const txids = Array.from({ length: 250 }, (_, i) => i.toString(16).padStart(64, '0'))
    await scene.wallet.store.commit((change) => {
      for (const txid of txids) change.put(scene.wallet.store.sent, txid, { ...record, txid })
    })
    const asked: number[] = []
    const ask = scene.chain.daemon.json.get_transactions
    scene.chain.daemon.json.get_transactions = (params) => {
      asked.push(params!.txs_hashes!.length)
      return ask(params)
    }
    for (const txid of [...txids, signed!.txid]) scene.chain.known.add(txid)
    await scene.wallet.spend.resume()
    expect(asked).toEqual([100, 100, 51])
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

  test('may be asked for twice', async () => {
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
