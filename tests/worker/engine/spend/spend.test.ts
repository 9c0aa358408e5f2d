import { beforeEach, describe, expect, test } from 'vitest'
import { hexToBytes } from '@noble/hashes/utils.js'
import { absoluteOffsets } from '#protocol/chain/offsets.ts'
import { payingWallet, xmr, type PayingWallet } from '../../../support/paying.ts'

let scene: PayingWallet
let wallet: PayingWallet['wallet']
let chain: PayingWallet['chain']

beforeEach(async () => {
  scene = await payingWallet()
  ;({ wallet, chain } = scene)
})

const request: PayingWallet['request'] = (...given) => scene.request(...given)
const pay: PayingWallet['pay'] = (...given) => scene.pay(...given)
const state = () => scene.state()
const spent = () => scene.spent()

describe('transfer', () => {
  test('notes the payment and sends it', async () => {
    const events: unknown[] = []
    wallet.events.subscribe((event) => events.push(event))
    const [signed] = await pay()
    const { txid, fee, inputs } = signed!
    expect(chain.sent.map(hexToBytes)).toEqual([signed!.tx.blob])
    expect(wallet.store.sent.get(txid)).toMatchObject({
      state: 'pending',
      blob: signed!.tx.blob,
      txKeys: signed!.txKeys,
      account: 0,
      subaddresses: [{ account: 0, address: 0 }],
      destinations: [{ address: wallet.primaryAddress, amount: xmr }],
      amountIn: 10n * xmr,
      amountOut: xmr,
      change: 9n * xmr - fee,
      fee,
      paymentId: '0000000000000000',
      keyImages: inputs.map(({ keyImage }) => keyImage),
    })
    expect(spent().map((output) => output.spent)).toEqual([{ txid }])
    expect(events).toContainEqual({ name: 'sent', txid })
    expect(events).toContainEqual({ name: 'changed', what: 'balance' })
  })

  test('makes it and changes nothing when it is not to be relayed', async () => {
    const before = structuredClone(state())
    const [signed] = await wallet.spend.transfer(request(), { relay: false })
    expect(signed!.tx.inputs.length).toBe(1)
    expect(chain.sent).toEqual([])
    expect(state()).toEqual(before)
  })

  test('makes the same ring for an output each time, so that none stands out', async () => {
    const ring = async () => {
      const [signed] = await wallet.spend.transfer(request(), { relay: false })
      const [input] = signed!.tx.inputs
      return input!.kind === 'key' ? absoluteOffsets(input!.keyOffsets) : []
    }
    expect(await ring()).toEqual(await ring())
  })

  test('asks about outputs in an order that does not tell ours', async () => {
    await pay()
    for (const indices of chain.asked)
      expect(indices).toEqual([...indices].sort((a, b) => (a < b ? -1 : 1)))
    expect(chain.asked.map(({ length }) => length)).toEqual([75])
  })

  test('spends no output of before RingCT, frozen, locked or with unknown key image', async () => {
    const [first] = wallet.store.outputs.values()
    for (const change of [
      { ringct: false },
      { frozen: true },
      { unlockTime: 10_000n },
      { height: 391n },
      { keyImage: undefined },
    ]) {
      await wallet.store.commit((staged) =>
        staged.put(wallet.store.outputs, first!.key, { ...first!, ...change } as typeof first),
      )
      const [signed] = await wallet.spend.transfer(request(), { relay: false })
      expect(signed!.inputs.map(({ key }) => key)).not.toContain(first!.key)
    }
  })

  test.each([
    ['more than there is', () => pay(31n * xmr), -17, 'not enough money'],
    ['all there is, without the fee', () => pay(30n * xmr), -17, 'not enough money'],
    ['nothing', () => pay(0n), -46, 'destination amount is zero'],
    ['nobody', () => pay(xmr, { payments: [] }), -20, 'transaction has no destination'],
    ['from an account without money', () => pay(xmr, { account: 1 }), -17, 'not enough money'],
    [
      'more than there ever will be',
      () => pay(xmr, { payments: [1, 2].map(() => ({ ...scene.payee, amount: 2n ** 63n })) }),
      -4,
      'transaction sum + fee exceeds 18446744.073709551615',
    ],
    [
      'a fee from a payment that is not there',
      () => pay(xmr, { subtractFeeFrom: [1] }),
      -4,
      'subtractfeefrom: bad index: 1 (indexes are 0-based)',
    ],
  ])('error: %s', async (_, attempt, code, message) => {
    const before = structuredClone(state())
    await expect(attempt()).rejects.toMatchObject({ code, message })
    expect(state()).toEqual(before)
    expect(chain.sent).toEqual([])
  })

  test('error: what is there is locked', async () => {
    for (const output of wallet.store.outputs.values())
      await wallet.store.commit((change) =>
        change.put(wallet.store.outputs, output.key, { ...output, height: 395n }),
      )
    await expect(pay()).rejects.toMatchObject({ code: -37, message: 'not enough unlocked money' })
  })

  test('error: more transactions than asked for, before any leaves', async () => {
    const payments = scene.twoTransactions()
    const attempt = wallet.spend.transfer(request(xmr, { payments }), { relay: true, most: 1 })
    await expect(attempt).rejects.toMatchObject({
      code: -18,
      message: 'Transaction would be too large.  try /transfer_split.',
    })
    expect(spent()).toEqual([])
    expect(chain.sent).toEqual([])
  })
})

describe('when storage fails', () => {
  test('error: nothing is sent that is not noted', async () => {
    const before = structuredClone(state())
    scene.files.beforeWrite = () => {
      throw new Error('disk full')
    }
    await expect(pay()).rejects.toThrow()
    expect(chain.sent).toEqual([])
    expect(state()).toEqual(before)
  })

  test('a payment that was taken is no failure, and is marked as sent later', async () => {
    chain.send = async () => {
      scene.files.beforeWrite = () => {
        throw new Error('disk full')
      }
      return { status: 'OK' }
    }
    const [signed] = await pay()
    expect(wallet.store.sent.get(signed!.txid)!.state).toBe('journaled')
    scene.files.beforeWrite = () => {}
    chain.known.add(signed!.txid)
    await wallet.spend.resume()
    expect(wallet.store.sent.get(signed!.txid)!.state).toBe('pending')
    expect(chain.sent.length).toBe(1)
  })
})

describe('a daemon that is not to be trusted', () => {
  const refused = async (message: string | RegExp, code = -4) => {
    const before = structuredClone(state())
    await expect(pay()).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
    expect(state()).toEqual(before)
    expect(chain.sent).toEqual([])
  }

  test.each(['key', 'commitment'] as const)('error: it lies about our own %s', async (part) => {
    const ours = new Set([...wallet.store.outputs.values()].map((o) => Number(o.globalIndex)))
    chain.lie = (index, truth) =>
      ours.has(index) ? { ...truth, [part]: scene.mint.told(999)[part] } : truth
    await refused('Daemon response did not include the requested real output')
  })

  test('error: it calls our output locked', async () => {
    chain.lie = (_, truth) => ({ ...truth, unlocked: false })
    await refused('Daemon response did not include the requested real output')
  })

  test('error: all others are locked', async () => {
    const ours = new Set([...wallet.store.outputs.values()].map((o) => Number(o.globalIndex)))
    chain.lie = (index, truth) => ({ ...truth, unlocked: ours.has(index) })
    await refused('not enough outputs to use Please use sweep_dust.', -19)
  })

  test('error: it asks an absurd fee', async () => {
    chain.fees = [10n ** 10n, 10n ** 10n, 10n ** 10n, 10n ** 10n]
    await refused('asks a fee of 10000000000 piconero a byte')
  })

  test('error: it follows rules that are not known here', async () => {
    chain.version = 17
    await refused('the network follows version 17 of the rules, this wallet knows 15 to 16')
  })
})
