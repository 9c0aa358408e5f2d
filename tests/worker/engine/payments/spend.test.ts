import { describe, expect, test } from 'vitest'
import { hexToBytes } from '@noble/hashes/utils.js'
import { absoluteOffsets } from '#protocol/chain/offsets.ts'
import { payingScene, xmr } from '../../../support/spending/two-coin-wallet.ts'

const scene = payingScene()

describe('transfer', () => {
  test('records the payment and sends it', async () => {
    const events: unknown[] = []
    scene.wallet.events.subscribe((event) => events.push(event))
    const [signed] = await scene.pay()
    const { txid, fee, inputs } = signed!
    expect(scene.chain.sent.map(hexToBytes)).toEqual([signed!.tx.blob])
    expect(scene.wallet.store.sent.get(txid)).toMatchObject({
      state: 'pending',
      blob: signed!.tx.blob,
      txKeys: signed!.txKeys,
      account: 0,
      subaddresses: [{ account: 0, address: 0 }],
      destinations: [{ address: scene.wallet.primaryAddress, amount: xmr }],
      amountIn: 10n * xmr,
      amountOut: xmr,
      change: 9n * xmr - fee,
      fee,
      paymentId: '0000000000000000',
      keyImages: inputs.map(({ keyImage }) => keyImage),
    })
    expect(scene.spent().map((output) => output.spent)).toEqual([{ txid }])
    expect(events).toContainEqual({ name: 'sent', txid })
    expect(events).toContainEqual({ name: 'changed', what: 'balance' })
  })

  test('builds the transaction and changes no record without relay', async () => {
    const before = structuredClone(scene.state())
    const [signed] = await scene.wallet.spend.transfer(scene.request(), { relay: false })
    expect(signed!.tx.inputs.length).toBe(1)
    expect(scene.chain.sent).toEqual([])
    expect(scene.state()).toEqual(before)
  })

  test('builds the same ring for an output each time', async () => {
    const ring = async () => {
      const [signed] = await scene.wallet.spend.transfer(scene.request(), { relay: false })
      const [input] = signed!.tx.inputs
      return input!.kind === 'key' ? absoluteOffsets(input!.keyOffsets) : []
    }
    expect(await ring()).toEqual(await ring())
  })

  test('requests outputs in ascending order, which does not reveal the own output', async () => {
    await scene.pay()
    for (const indices of scene.chain.asked)
      expect(indices).toEqual([...indices].sort((a, b) => (a < b ? -1 : 1)))
    expect(scene.chain.asked.map(({ length }) => length)).toEqual([75])
  })

  test('spends no output that is frozen or locked', async () => {
    const [first] = scene.wallet.store.outputs.values()
    for (const change of [{ frozen: true }, { unlockTime: 10_000n }, { height: 391n }]) {
      await scene.wallet.store.commit((staged) =>
        staged.put(scene.wallet.store.outputs, first!.key, { ...first!, ...change }),
      )
      const [signed] = await scene.wallet.spend.transfer(scene.request(), { relay: false })
      expect(signed!.inputs.map(({ key }) => key)).not.toContain(first!.key)
    }
  })

  test.each([
    ['more than the balance', () => scene.pay(31n * xmr), -17, 'not enough money'],
    ['the whole balance, without the fee', () => scene.pay(30n * xmr), -17, 'not enough money'],
    ['a zero amount', () => scene.pay(0n), -46, 'destination amount is zero'],
    [
      'no destinations',
      () => scene.pay(xmr, { payments: [] }),
      -20,
      'transaction has no destination',
    ],
    [
      'from an account without money',
      () => scene.pay(xmr, { account: 1 }),
      -17,
      'not enough money',
    ],
    [
      'a total of 2^64',
      () => scene.pay(xmr, { payments: [1, 2].map(() => ({ ...scene.payee, amount: 2n ** 63n })) }),
      -4,
      'transaction sum + fee exceeds 18446744.073709551615',
    ],
    [
      'a fee from a payment that is not there',
      () => scene.pay(xmr, { subtractFeeFrom: [1] }),
      -4,
      'subtractfeefrom: bad index: 1 (indexes are 0-based)',
    ],
    [
      'a fee from very many payments that are not there',
      () => scene.pay(xmr, { subtractFeeFrom: new Array<number>(200_000).fill(7) }),
      -4,
      'subtractfeefrom: bad index: 7 (indexes are 0-based)',
    ],
  ])('error: %s', async (_, attempt, code, message) => {
    const before = structuredClone(scene.state())
    await expect(attempt()).rejects.toMatchObject({ code, message })
    expect(scene.state()).toEqual(before)
    expect(scene.chain.sent).toEqual([])
  })

  test('error: all outputs are locked', async () => {
    for (const output of scene.wallet.store.outputs.values())
      await scene.wallet.store.commit((change) =>
        change.put(scene.wallet.store.outputs, output.key, { ...output, height: 395n }),
      )
    await expect(scene.pay()).rejects.toMatchObject({
      code: -37,
      message: 'not enough unlocked money',
    })
  })

  test('error: more transactions than allowed, and none is sent', async () => {
    const payments = scene.twoTransactions()
    const attempt = scene.wallet.spend.transfer(scene.request(xmr, { payments }), {
      relay: true,
      most: 1,
    })
    await expect(attempt).rejects.toMatchObject({
      code: -18,
      message: 'Transaction would be too large.  try /transfer_split.',
    })
    expect(scene.spent()).toEqual([])
    expect(scene.chain.sent).toEqual([])
  })
})

describe('when storage fails', () => {
  test('error: a payment that cannot be recorded is not sent', async () => {
    const before = structuredClone(scene.state())
    scene.files.beforeWrite = () => {
      throw new Error('disk full')
    }
    await expect(scene.pay()).rejects.toThrow()
    expect(scene.chain.sent).toEqual([])
    expect(scene.state()).toEqual(before)
  })

  test('returns an accepted payment, and marks it as pending later', async () => {
    scene.chain.send = async () => {
      scene.files.beforeWrite = () => {
        throw new Error('disk full')
      }
      return { status: 'OK' }
    }
    const [signed] = await scene.pay()
    expect(scene.wallet.store.sent.get(signed!.txid)!.state).toBe('journaled')
    scene.files.beforeWrite = () => {}
    scene.chain.known.add(signed!.txid)
    await scene.wallet.spend.resume(scene.chain.known)
    expect(scene.wallet.store.sent.get(signed!.txid)!.state).toBe('pending')
    expect(scene.chain.sent.length).toBe(1)
  })
})

describe('a daemon with wrong answers', () => {
  const refused = async (message: string | RegExp) => {
    const before = structuredClone(scene.state())
    await expect(scene.pay()).rejects.toMatchObject({
      code: -4,
      message: expect.stringMatching(message),
    })
    expect(scene.state()).toEqual(before)
    expect(scene.chain.sent).toEqual([])
  }

  test.each(['key', 'commitment'] as const)(
    'error: it reports a wrong %s of the own output',
    async (part) => {
      const ours = new Set(
        [...scene.wallet.store.outputs.values()].map((o) => Number(o.globalIndex)),
      )
      scene.chain.lie = (index, truth) =>
        ours.has(index) ? { ...truth, [part]: scene.mint.candidateAt(999)[part] } : truth
      await refused('Daemon response did not include the requested real output')
    },
  )

  test('error: it reports the own output as locked', async () => {
    scene.chain.lie = (_, truth) => ({ ...truth, unlocked: false })
    await refused('Daemon response did not include the requested real output')
  })

  test('error: it reports all other outputs as locked', async () => {
    const ours = new Set([...scene.wallet.store.outputs.values()].map((o) => Number(o.globalIndex)))
    scene.chain.lie = (index, truth) => ({ ...truth, unlocked: ours.has(index) })
    await refused(/^unusable ring candidates: daemon fake gave a wrong answer/)
  })

  test('error: it reports an absurd fee rate', async () => {
    scene.chain.fees = [10n ** 10n, 10n ** 10n, 10n ** 10n, 10n ** 10n]
    await refused('requests a fee of 10000000000 piconero a byte')
  })

  test('error: it uses unsupported consensus rules', async () => {
    scene.chain.version = 17
    await refused(
      'the network uses version 17 of the consensus rules, this wallet supports 15 to 16',
    )
  })
})
