import { beforeEach, describe, expect, test } from 'vitest'
import { hexToBytes } from '@noble/hashes/utils.js'
import { absoluteOffsets } from '#protocol/chain/offsets.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { ownPayee } from '../../../../worker/engine/spend/payee.ts'
import type { TransferRequest } from '../../../../worker/engine/spend/requests.ts'
import type { Wallet } from '../../../../worker/engine/wallet.ts'
import { testCrypto } from '../../../support/crypto.ts'
import { silence, type FakeChain } from '../../../support/fake-chain.ts'
import { fundedWallet } from '../../../support/funded.ts'
import type { MemoryFiles } from '../../../support/memory-files.ts'
import { newSecrets, type Mint } from '../../../support/mint.ts'

const xmr = 1_000_000_000_000n
const crypto = await testCrypto()
const payee = ownPayee(crypto, newSecrets(crypto), { account: 0, address: 0 })

let chain: FakeChain
let wallet: Wallet
let mint: Mint
let files: MemoryFiles

beforeEach(async () => {
  ;({ wallet, chain, mint, files } = await fundedWallet([10n * xmr, 20n * xmr]))
})

const request = (amount = xmr, given: Partial<TransferRequest> = {}): TransferRequest => ({
  account: 0,
  addresses: [],
  priority: 1,
  paymentId: undefined,
  unlockTime: 0n,
  payments: [{ ...payee, amount, original: wallet.primaryAddress }],
  subtractFeeFrom: [],
  ...given,
})
const pay = (amount?: bigint, given?: Partial<TransferRequest>) =>
  wallet.spend.transfer(request(amount, given), { relay: true })

/** All that a failed payment must not change. */
const state = () => ({
  sent: [...wallet.store.sent.values()],
  outputs: [...wallet.store.outputs.values()],
})
const spent = () => state().outputs.filter((output) => output.spent)

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
      () => pay(xmr, { payments: [1, 2].map(() => ({ ...payee, amount: 2n ** 63n })) }),
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
    const payments = Array.from({ length: 16 }, () => ({ ...payee, amount: xmr / 10n }))
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
    files.beforeWrite = () => {
      throw new Error('disk full')
    }
    await expect(pay()).rejects.toThrow()
    expect(chain.sent).toEqual([])
    expect(state()).toEqual(before)
  })

  test('a payment that was taken is no failure, and is marked as sent later', async () => {
    chain.send = async () => {
      files.beforeWrite = () => {
        throw new Error('disk full')
      }
      return { status: 'OK' }
    }
    const [signed] = await pay()
    expect(wallet.store.sent.get(signed!.txid)!.state).toBe('journaled')
    files.beforeWrite = () => {}
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
      ours.has(index) ? { ...truth, [part]: mint.told(999)[part] } : truth
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

describe('when the daemon refuses', () => {
  test('error: the payment is forgotten and its outputs are free', async () => {
    const before = structuredClone(state())
    chain.send = async () => ({ status: 'Failed', double_spend: true, fee_too_low: true })
    await expect(pay()).rejects.toMatchObject({
      code: -4,
      message: 'transaction was rejected by daemon',
      data: 'double spend, fee too low',
    })
    expect(state()).toEqual(before)
    expect(chain.sent.length).toBe(1)
  })

  test('error: a busy daemon says so', async () => {
    const before = structuredClone(state())
    chain.send = async () => ({ status: 'BUSY' })
    await expect(pay()).rejects.toMatchObject({ code: -3, message: 'daemon is busy' })
    expect(state()).toEqual(before)
  })

  test('error: of several transactions, those that were taken stay', async () => {
    const payments = Array.from({ length: 16 }, () => ({ ...payee, amount: xmr / 10n }))
    let calls = 0
    chain.send = async () => ({ status: ++calls === 1 ? 'OK' : 'Failed' })
    await expect(pay(xmr, { payments })).rejects.toMatchObject({ code: -4 })
    expect(state().sent.map((record) => record.state)).toEqual(['pending'])
    expect(spent().length).toBe(1)
  })
})

describe('when it is not known whether it arrived', () => {
  const undecided = () =>
    expect(pay()).rejects.toMatchObject({
      code: -38,
      message: expect.stringContaining('do not pay a second time'),
    })

  test('error: it is kept, and its outputs are not offered again', async () => {
    chain.send = silence
    await undecided()
    const [record] = state().sent
    expect(record!.state).toBe('journaled')
    const [kept] = spent()
    expect(kept!.spent).toEqual({ txid: record!.txid })

    const [other] = await wallet.spend.transfer(request(), { relay: false })
    expect(other!.inputs.map(({ key }) => key)).not.toContain(kept!.key)
  })

  test('counts as sent when the daemon knows it after all', async () => {
    chain.send = () => {
      chain.known.add([...wallet.store.sent.keys()][0]!)
      return silence()
    }
    const [signed] = await pay()
    expect(wallet.store.sent.get(signed!.txid)!.state).toBe('pending')
  })

  test('is sent again when the daemon answers again', async () => {
    chain.send = silence
    await undecided()
    await wallet.spend.resume()
    expect(state().sent[0]!.state).toBe('journaled')
    chain.send = async () => ({ status: 'OK' })
    await wallet.spend.resume()
    expect(state().sent[0]!.state).toBe('pending')
    expect(new Set(chain.sent).size).toBe(1)
    expect(spent().length).toBe(1)
  })

  test('is not sent again when the daemon had it all along', async () => {
    chain.send = silence
    await undecided()
    chain.known.add(state().sent[0]!.txid)
    await wallet.spend.resume()
    expect(state().sent[0]!.state).toBe('pending')
    expect(chain.sent.length).toBe(1)
  })

  test('fails, and its outputs are free, when the daemon then refuses it', async () => {
    chain.send = silence
    await undecided()
    chain.send = async () => ({ status: 'Failed', fee_too_low: true })
    await wallet.spend.resume()
    expect(state().sent[0]!.state).toBe('failed')
    expect(spent()).toEqual([])
  })

  test('a busy daemon decides nothing', async () => {
    chain.send = silence
    await undecided()
    chain.send = async () => ({ status: 'BUSY' })
    await wallet.spend.resume()
    expect(state().sent[0]!.state).toBe('journaled')
    expect(spent().length).toBe(1)
  })

  test('keeps all that follow of the same payment', async () => {
    chain.send = silence
    const payments = Array.from({ length: 16 }, () => ({ ...payee, amount: xmr / 10n }))
    await expect(pay(xmr, { payments })).rejects.toMatchObject({ code: -38 })
    expect(state().sent.map((record) => record.state)).toEqual(['journaled', 'journaled'])
    expect(chain.sent.length).toBe(1)
    chain.send = async () => ({ status: 'OK' })
    await wallet.spend.resume()
    expect(state().sent.map((record) => record.state)).toEqual(['pending', 'pending'])
  })
})

describe('resume', () => {
  test('sends again what was taken once and is lost now, and fails nothing for a refusal', async () => {
    const [signed] = await pay()
    chain.send = async () => ({ status: 'Failed', double_spend: true })
    await wallet.spend.resume()
    expect(chain.sent.length).toBe(2)
    expect(wallet.store.sent.get(signed!.txid)!.state).toBe('pending')
    chain.known.add(signed!.txid)
    await wallet.spend.resume()
    expect(chain.sent.length).toBe(2)
  })
})

describe('relay', () => {
  const metadata = async () => {
    const [signed] = await wallet.spend.transfer(request(), { relay: false })
    return { signed: signed!, bytes: signed!.metadata() }
  }

  test('sends and notes what was made before, as if it were sent at once', async () => {
    const { signed, bytes } = await metadata()
    expect(await wallet.spend.relay(bytes)).toBe(signed.txid)
    const relayed = state()
    expect(relayed.sent).toMatchObject([
      {
        state: 'pending',
        blob: signed.tx.blob,
        txKeys: signed.txKeys,
        amountIn: 10n * xmr,
        change: 9n * xmr - signed.fee,
      },
    ])
    expect(parseTransaction(hexToBytes(chain.sent[0]!)).blob).toEqual(signed.tx.blob)
  })

  test('may be asked for twice', async () => {
    const { signed, bytes } = await metadata()
    await wallet.spend.relay(bytes)
    expect(await wallet.spend.relay(bytes)).toBe(signed.txid)
    expect(state().sent.length).toBe(1)
  })

  test('error: cut short, or with something behind it', async () => {
    const { bytes } = await metadata()
    for (const wrong of [bytes.subarray(0, -1), Uint8Array.of(...bytes, 0), new Uint8Array()])
      await expect(wallet.spend.relay(wrong)).rejects.toMatchObject({
        code: -27,
        message: 'Failed to parse tx metadata.',
      })
    expect(chain.sent).toEqual([])
  })

  test('error: whose sums do not fit', async () => {
    const { signed, bytes } = await metadata()
    const at = 1 + signed.tx.blob.length + 8
    const wrong = bytes.slice()
    wrong[at]! ^= 1
    await expect(wallet.spend.relay(wrong)).rejects.toMatchObject({
      code: -27,
      data: 'its sums do not fit',
    })
    expect(chain.sent).toEqual([])
  })

  test('error: of another wallet', async () => {
    const { bytes } = await metadata()
    await wallet.store.commit((change) => {
      for (const key of wallet.store.outputs.keys()) change.delete(wallet.store.outputs, key)
    })
    await expect(wallet.spend.relay(bytes)).rejects.toMatchObject({
      code: -4,
      data: 'it spends no output of this wallet',
    })
    expect(chain.sent).toEqual([])
  })

  test('error: refused', async () => {
    const { bytes } = await metadata()
    const before = structuredClone(state())
    chain.send = async () => ({ status: 'Failed', too_big: true })
    await expect(wallet.spend.relay(bytes)).rejects.toMatchObject({
      code: -4,
      message: 'Failed to commit tx.',
      data: 'transaction was rejected by daemon (too big)',
    })
    expect(state()).toEqual(before)
  })
})
