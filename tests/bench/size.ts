/**
 * Amount of work in each measurement.
 *
 * @module
 */
import type { ChainForm } from './chain/form.ts'
import type { TipForm } from './chain/tip.ts'
import type { CrowdSize } from './programs/http-crowd.ts'

export type Size = {
  /** The dense chain of the refresh. */
  chain: ChainForm
  /** The chain of a large wallet: every transaction is ours. */
  ours: ChainForm
  /** The chain of the shop wallet: every transaction is ours, to many accounts. */
  shop: ChainForm
  /** The chain of a wallet on screen: every transaction is ours, to many accounts. */
  wide: ChainForm
  /** Number of its addresses. */
  addresses: number
  /** The chain of a refresh with other calls at the same time. */
  long: ChainForm
  /** Blocks that are read whole: as many as a wallet checks when it opens. */
  tip: TipForm
  /** Number of turns of each program. */
  rounds: number
  /** Number of blocks mined to the spending wallet. */
  coins: number
  /** Number of calls for a median. */
  calls: number
  /** Number of blocks in one `get_blocks.bin`, and in total for `generateblocks`. */
  nodeBlocks: number
  /** Number of outputs of a multisig group. */
  shared: number
  /** Number of subaddresses in one call. */
  subaddresses: number
  /** Time for one kernel in one turn. */
  kernelMs: number
  /** Keys of a turn of the GPU kernel. */
  gpuKeys: number
  /** Hostile HTTP clients. */
  crowd: CrowdSize
  /** Time of the calls of other clients. */
  crowdSeconds: number
  /** Wallets of a light node, an even number, and the seconds that they stay. */
  lightWallets: number
  lightSeconds: number
  /** Bytes that fill each block of its chain. */
  lightBlockBytes: number
  /** Length of the chain whose headers the crowd requests from a proxy. */
  crowdBlocks: number
}

export const fullSize: Size = {
  chain: { blocks: 2000, transactions: 50, oursEvery: 500 },
  ours: { blocks: 200, transactions: 10, oursEvery: 1 },
  shop: {
    blocks: 400,
    transactions: 50,
    oursEvery: 1,
    spread: { accounts: 100, addresses: 100 },
  },
  wide: {
    blocks: 400,
    transactions: 50,
    oursEvery: 1,
    spread: { accounts: 100, addresses: 1 },
  },
  addresses: 10_000,
  long: { blocks: 10_000, transactions: 5, oursEvery: 500 },
  tip: { blocks: 60, transactions: 30 },
  rounds: 3,
  coins: 300,
  calls: 20,
  nodeBlocks: 1000,
  shared: 1000,
  subaddresses: 1000,
  kernelMs: 400,
  gpuKeys: 2048,
  crowd: { idle: 4000, unread: 1000, invalid: 100 },
  crowdSeconds: 30,
  lightWallets: 1000,
  lightSeconds: 600,
  // As 30 pruned transactions of two inputs and two outputs have.
  lightBlockBytes: 15_000,
  crowdBlocks: 501,
}

/** A minimal size, which checks that the bench works. */
export const tinySize: Size = {
  chain: { blocks: 30, transactions: 5, oursEvery: 10 },
  ours: { blocks: 15, transactions: 2, oursEvery: 1 },
  shop: { blocks: 30, transactions: 2, oursEvery: 1, spread: { accounts: 3, addresses: 4 } },
  wide: { blocks: 30, transactions: 2, oursEvery: 1, spread: { accounts: 3, addresses: 1 } },
  addresses: 60,
  long: { blocks: 40, transactions: 2, oursEvery: 10 },
  tip: { blocks: 6, transactions: 2 },
  rounds: 1,
  coins: 60,
  calls: 2,
  nodeBlocks: 20,
  shared: 20,
  subaddresses: 20,
  kernelMs: 10,
  gpuKeys: 128,
  crowd: { idle: 40, unread: 10, invalid: 5 },
  crowdSeconds: 2,
  lightWallets: 20,
  lightSeconds: 15,
  lightBlockBytes: 1000,
  crowdBlocks: 501,
}
