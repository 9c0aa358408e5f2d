/** Outputs of before RingCT that can be mixed, in transactions of RingCT. */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { absoluteOffsets } from '#protocol/chain/offsets.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import type { SourceEntry } from '#protocol/interchange/construction.ts'
import { openUnsignedSet, sealUnsignedSet } from '../../../../worker/engine/cold/unsigned-set.ts'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { payingScene, xmr } from '../../../support/spending/two-coin-wallet.ts'
import {
  amountsIn,
  withPlainOutputs,
  type PlainWanted,
} from '../../../support/chains/pre-ringct-outputs.ts'

const crypto = await testCrypto()
const scene = payingScene()

/** The wallet owns these and nothing else; or besides what it had. */
async function plain(wanted: readonly PlainWanted[], { alone = true } = {}) {
  const { outputs } = scene.wallet.store
  if (alone)
    await scene.wallet.store.commit((change) => {
      for (const key of outputs.keys()) change.delete(outputs, key)
    })
  return withPlainOutputs(crypto, scene, wanted)
}

const keyInputs = (blob: Uint8Array) =>
  parseTransaction(blob).inputs.map((input) => {
    if (input.kind !== 'key') throw new Error('a transaction that spends nothing')
    return { ...input, ring: absoluteOffsets(input.keyOffsets) }
  })

describe('transfer of outputs from before RingCT', () => {
  test('spends an output in a valid transaction, with 25 candidates of the same amount', async () => {
    const { owned, judge, asked } = await plain([{ amount: 5n * xmr }])
    const [signed] = await scene.pay(2n * xmr)
    expect(scene.chain.sent.map(judge)).toEqual(['accepted'])
    const { tx, fee } = signed!
    expect(tx.version).toBe(2)
    expect(tx.outputs.map(({ amount }) => amount)).toEqual([0n, 0n])
    const [input, ...more] = keyInputs(tx.blob)
    expect(more).toEqual([])
    expect(input).toMatchObject({ amount: 5n * xmr })
    expect(input!.ring).toHaveLength(16)
    expect(input!.ring).toContain(owned[0]!.globalIndex)
    expect(scene.wallet.store.sent.get(signed!.txid)).toMatchObject({
      state: 'pending',
      amountIn: 5n * xmr,
      change: 3n * xmr - fee,
      keyImages: [owned[0]!.keyImage],
      rings: [input!.ring],
    })
    // 25 of its amount are asked about, rising; nothing of RingCT is.
    expect(asked.outs.map((outs) => outs.map(({ amount }) => amount))).toEqual([
      new Array<bigint>(25).fill(5n * xmr),
    ])
    const indices = asked.outs[0]!.map(({ index }) => index)
    expect(indices).toEqual([...new Set(indices)].sort((a, b) => (a < b ? -1 : 1)))
    expect(indices).toContain(owned[0]!.globalIndex)
    expect(asked.histogram).toMatchObject([{ amounts: [5n * xmr], unlocked: true }])
  })

  test('spends them together with RingCT outputs', async () => {
    const { judge } = await plain([{ amount: 5n * xmr }, { amount: 40n * xmr }], { alone: false })
    await scene.pay(74n * xmr)
    expect(scene.chain.sent.map(judge)).toEqual(['accepted'])
    expect(amountsIn(scene.chain.sent[0]!)).toEqual([0n, 0n, 5n * xmr, 40n * xmr])
  })

  test('spends RingCT outputs alone where these suffice', async () => {
    const { judge } = await plain([{ amount: 5n * xmr }], { alone: false })
    await scene.pay(xmr)
    expect(scene.chain.sent.map(judge)).toEqual(['accepted'])
    expect(new Set(amountsIn(scene.chain.sent[0]!))).toEqual(new Set([0n]))
  })

  test('spends amounts without other outputs last', async () => {
    // It could not be mixed, and would stop the payment.
    const { judge } = await plain([
      { amount: 7n * xmr + 1n, before: 0, after: 0 },
      { amount: 2n * xmr },
      { amount: 3n * xmr },
    ])
    await scene.pay(4n * xmr)
    expect(scene.chain.sent.map(judge)).toEqual(['accepted'])
    expect(amountsIn(scene.chain.sent[0]!)).toEqual([2n * xmr, 3n * xmr])
  })

  test('error: too few other outputs have the amount', async () => {
    await plain([{ amount: 5n * xmr, before: 10, after: 4 }])
    await expect(scene.pay(xmr)).rejects.toMatchObject({
      code: -19,
      message: 'not enough outputs to use Please use sweep_dust.',
    })
    expect(scene.chain.sent).toEqual([])
  })

  test('uses all outputs of an amount that only sixteen outputs have', async () => {
    const { judge } = await plain([{ amount: 5n * xmr, before: 10, after: 5 }])
    await scene.pay(xmr)
    expect(scene.chain.sent.map(judge)).toEqual(['accepted'])
    expect(keyInputs(hexToBytes(scene.chain.sent[0]!))[0]!.ring).toEqual(
      Array.from({ length: 16 }, (_, i) => BigInt(i)),
    )
  })

  test('uses the same ring again after a refusal', async () => {
    const { judge } = await plain([{ amount: 5n * xmr, before: 100, after: 100 }])
    scene.chain.send = async () => ({ status: 'Failed', too_big: true })
    await expect(scene.pay(xmr)).rejects.toMatchObject({ code: -4 })
    scene.chain.send = async () => ({ status: 'OK' })
    await scene.pay(xmr)
    const [first, second] = scene.chain.sent.map((hex) => keyInputs(hexToBytes(hex))[0]!.ring)
    expect(second).toEqual(first)
    expect(scene.chain.sent.map(judge)).toEqual(['accepted', 'accepted'])
  })

  test('relays a transaction from its metadata', async () => {
    const { judge } = await plain([{ amount: 5n * xmr }])
    const [made] = await scene.wallet.spend.transfer(scene.request(), { relay: false })
    expect(await scene.wallet.spend.relay(made!.metadata())).toBe(made!.txid)
    expect(scene.chain.sent.map(judge)).toEqual(['accepted'])
  })
})

describe('sweeps of outputs from before RingCT', () => {
  test('sweep_all spends them with the RingCT outputs', async () => {
    const { judge } = await plain([{ amount: 5n * xmr }, { amount: 400_000_000_000n }], {
      alone: false,
    })
    const address = scene.wallet.primaryAddress
    const swept = await dispatch(scene.service, 'sweep_all', { address })
    expect(swept).toHaveProperty('result')
    expect(scene.chain.sent.map(judge)).toEqual(['accepted'])
    expect(amountsIn(scene.chain.sent[0]!)).toEqual([0n, 0n, 400_000_000_000n, 5n * xmr])
    expect(scene.spent()).toHaveLength(4)
  })

  test('sweep_single spends the output with the given key image', async () => {
    const { owned, judge } = await plain([{ amount: 5n * xmr }], { alone: false })
    const keyImage = owned[0]!.keyImage!
    const params = { address: scene.wallet.primaryAddress, key_image: keyImage }
    expect(await dispatch(scene.service, 'sweep_single', params)).toHaveProperty('result')
    expect(scene.chain.sent.map(judge)).toEqual(['accepted'])
    expect(amountsIn(scene.chain.sent[0]!)).toEqual([5n * xmr])
  })
})

describe('a view-only wallet with outputs from before RingCT', () => {
  /** Makes an unsigned set, and signs it with given sources. */
  async function asked() {
    const { store, ports, secrets } = scene.wallet
    const { judge } = await plain([{ amount: 5n * xmr }], { alone: false })
    const { spendSecret, ...others } = structuredClone(secrets)
    await store.commit((change) => change.setValue(store.secrets, others))
    const address = scene.wallet.primaryAddress
    const made = await dispatch(scene.service, 'sweep_all', { address })
    const { unsigned_txset } = (made as { result: { unsigned_txset: string } }).result
    await store.commit((change) =>
      change.setValue(store.secrets, { ...others, spendSecret: spendSecret! }),
    )
    const set = await openUnsignedSet(ports, others, hexToBytes(unsigned_txset))
    const [construction] = set!.constructions
    const sign = async (sources: SourceEntry[]) => {
      const sealed = await sealUnsignedSet(ports, store, [{ ...construction!, sources }])
      const params = { unsigned_txset: bytesToHex(sealed), export_raw: true }
      return (await dispatch(scene.service, 'sign_transfer', params)) as {
        result: { tx_raw_list: string[] }
      }
    }
    return { judge, sign, sources: construction!.sources }
  }

  test('makes an unsigned set that the full wallet signs', async () => {
    const { judge, sign, sources } = await asked()
    const { result } = await sign(sources)
    expect(result.tx_raw_list.map(judge)).toEqual(['accepted'])
    expect(amountsIn(result.tx_raw_list[0]!)).toEqual([0n, 0n, 5n * xmr])
  })

  test('error: a ring member with a commitment to another amount', async () => {
    const { sign, sources } = await asked()
    const wrong = sources.map((source) => {
      const at = source.realIndex === 0 ? 1 : 0
      const ring = source.ring.with(at, {
        ...source.ring[at]!,
        commitment: crypto.commit(6n * xmr, Uint8Array.of(1, ...new Uint8Array(31))),
      })
      return source.ringct ? source : { ...source, ring }
    })
    expect(await sign(wrong)).toMatchObject({
      error: {
        code: -42,
        message:
          'Failed to sign unsigned tx: an input from before RingCT does not match its public amount',
      },
    })
  })
})

describe('answers about outputs from before RingCT', () => {
  const refused = (message: string) => expect(scene.pay(xmr)).rejects.toThrow(message)

  test("error: fewer outputs than the wallet's own index", async () => {
    const { view } = await plain([{ amount: 5n * xmr }])
    view.outputCount = () => 20n
    await refused('Daemon reports suspicious number of outputs of an amount')
  })

  test('error: another amount of the own output', async () => {
    const { owned } = await plain([{ amount: 5n * xmr }])
    const getOuts = scene.chain.daemon.bin.get_outs
    scene.chain.daemon.bin.get_outs = async (params) => {
      const { outs, ...rest } = await getOuts(params)
      const mask = crypto.commit(6n * xmr, Uint8Array.of(1, ...new Uint8Array(31)))
      const lied = outs.map((out) =>
        bytesToHex(out.key) === owned[0]!.key ? { ...out, mask } : out,
      )
      return { ...rest, outs: lied }
    }
    await refused('Daemon response did not include the requested real output')
  })

  test('error: another amount of other outputs', async () => {
    const { owned } = await plain([{ amount: 5n * xmr, before: 12, after: 12 }])
    const getOuts = scene.chain.daemon.bin.get_outs
    scene.chain.daemon.bin.get_outs = async (params) => {
      const { outs, ...rest } = await getOuts(params)
      const mask = crypto.commit(6n * xmr, Uint8Array.of(1, ...new Uint8Array(31)))
      const lied = outs.map((out, i) =>
        i < 9 && bytesToHex(out.key) !== owned[0]!.key ? { ...out, mask } : out,
      )
      return { ...rest, outs: lied }
    }
    await refused('a commitment that no output has')
    expect(scene.chain.sent).toEqual([])
  })
})
