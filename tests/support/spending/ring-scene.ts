/**
 * Rings of minted outputs: a store, a scripted daemon, and as many payments and daemons as a test needs.
 *
 * @module
 */
import { RingSource } from '../../../worker/engine/payments/rings/ring-source.ts'
import { Store } from '../../../worker/engine/store/store.ts'
import { CoinMint, newSecrets } from '../chains/coin-mint.ts'
import { MintedChain } from '../chains/minted-chain.ts'
import { seededBytes } from '../random/sfc32.ts'
import { testCrypto } from '../wasm/crypto.ts'

const crypto = await testCrypto()

export function ringScene({ outputs = 400, seed = 1 } = {}) {
  const mint = new CoinMint(crypto, newSecrets(crypto))
  const chain = new MintedChain(mint, outputs)
  const random = seededBytes(seed)
  const clock = { now: () => 1_700_000_000n }
  const ports = { crypto, random, clock, daemon: chain.daemon, daemonName: 'first:18081' }
  const store = new Store(() => Promise.resolve())
  const scene = {
    mint,
    chain,
    store,
    /** RingCT outputs up to and with each block. */
    counts: oneEach(outputs),
    /** The rings of a new payment. */
    source: (given: Partial<ConstructorParameters<typeof RingSource>[0]> = {}) =>
      new RingSource(
        {
          ...ports,
          store,
          height: BigInt(outputs),
          outputCounts: async () => scene.counts,
          grouped: async () => undefined,
          ...given,
        },
        16,
      ),
    /** An output of ours with a given global index, candidate truly. */
    ownAt(index: number) {
      const own = mint.output({ amount: 1_000_000_000_000n })
      const truth = mint.candidateAt(Number(own.globalIndex))
      const before = chain.lie
      const elsewhere = Number(own.globalIndex)
      chain.lie = (asked, candidate) => {
        if (asked === index) return before(asked, truth)
        return before(asked, asked === elsewhere ? mint.candidateAt(asked + 1e9) : candidate)
      }
      return { ...own, globalIndex: BigInt(index) }
    },
  }
  return scene
}

/** Cumulative counts of a chain with one output a block. */
export const oneEach = (blocks: number): Float64Array =>
  Float64Array.from({ length: blocks }, (_, block) => block + 1)
