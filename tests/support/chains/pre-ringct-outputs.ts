/**
 * Outputs of before RingCT among many of their amounts, the daemon that tells them, and the judge.
 *
 * @module
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import { parseTransaction, type ParsedTransaction } from '#protocol/chain/transaction.ts'
import type { Crypto } from '#wasm/types.ts'
import type { OutputRecord } from '../../../worker/engine/store/records.ts'
import { verifierOver } from '../transactions/verify-transaction.ts'
import { InMemoryChainView } from './in-memory-chain-view.ts'
import type { payingWallet } from '../spending/two-coin-wallet.ts'

type Scene = Pick<Awaited<ReturnType<typeof payingWallet>>, 'wallet' | 'chain' | 'mint'>

/** Of an amount, with so many of others before and after it. */
export type PlainWanted = { amount: bigint; before?: number; after?: number; account?: number }

const one = Uint8Array.of(1, ...new Uint8Array(31))

/**
 * Gives the wallet of a scene outputs of before RingCT.
 *
 * @returns `judge`: what a node says that keeps the rules of version 16; `asked`: what the daemon was
 *   asked about.
 */
export async function withPlainOutputs(
  crypto: Crypto,
  { wallet, chain, mint }: Scene,
  wanted: readonly PlainWanted[],
) {
  const view = new InMemoryChainView(crypto)
  view.height = 400n
  // The tail reward, by which 20 000 piconero a byte are enough.
  view.generatedCoins = 2n ** 64n - 1n
  const hidden = (index: bigint) => ({
    ...mint.candidateAt(Number(index)),
    unlockTime: 0n,
    height: 50n,
  })
  const plainOutputs = view.outputs.bind(view)
  view.outputs = (amount, indices) =>
    amount === 0n ? indices.map(hidden) : plainOutputs(amount, indices)

  const owned: OutputRecord[] = []
  const others = (amount: bigint, count: number) => {
    for (let i = 0; i < count; i++) view.plain(amount, crypto.multiplyBase(crypto.randomScalar()))
  }
  for (const { amount, before = 20, after = 20, account = 0 } of wanted) {
    others(amount, before)
    const minted = mint.output({ amount, account, height: 50n + 15n * BigInt(owned.length) })
    const globalIndex = view.plain(amount, hexToBytes(minted.key))
    others(amount, after)
    owned.push({ ...minted, ringct: false, mask: one, globalIndex })
  }
  const { outputs } = wallet.store
  await wallet.store.commit((change) => {
    for (const output of owned) change.put(outputs, output.key, output)
  })

  const asked: { histogram: unknown[]; outs: { amount: bigint; index: bigint }[][] } = {
    histogram: [],
    outs: [],
  }
  chain.daemon.rpc.get_output_histogram = async (params) => {
    asked.histogram.push(params)
    return {
      histogram: params!.amounts!.map((amount) => ({
        amount,
        total_instances: view.outputCount(amount),
        unlocked_instances: view.outputCount(amount),
        recent_instances: 0n,
      })),
    } as never
  }
  const getOuts = chain.daemon.bin.get_outs
  chain.daemon.bin.get_outs = async (params) => {
    const wantedOuts = params!.outputs!
    asked.outs.push(wantedOuts)
    const { outs } = await getOuts({ ...params!, outputs: wantedOuts })
    return {
      outs: wantedOuts.map(({ amount, index }, at) => {
        if (amount === 0n) return outs[at]!
        const { key, commitment: mask } = view.outputs(amount, [index])[0]!
        return { key, mask, unlocked: true, height: 50n, txid: new Uint8Array(32) }
      }),
    } as never
  }
  return { owned, view, asked, judge: verifierOver(crypto, view) }
}

/** Amounts in the clear of a transaction's inputs, rising; 0 for those of RingCT. */
export const amountsIn = (blob: string | ParsedTransaction): bigint[] => {
  const { inputs } = typeof blob === 'string' ? parseTransaction(hexToBytes(blob)) : blob
  return inputs
    .map((input) => (input.kind === 'key' ? input.amount : -1n))
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
}
