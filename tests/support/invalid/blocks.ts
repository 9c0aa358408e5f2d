/**
 * Blocks that break one rule each, and what a node says that is handed them.
 *
 * @module
 */
import { concatBytes } from '@noble/hashes/utils.js'
import { parseBlock, writeBlock } from '#protocol/chain/block.ts'
import type { RingCt } from '#protocol/chain/ringct.ts'
import type { ParsedTransaction, Transaction } from '#protocol/chain/transaction.ts'
import { writeTransaction } from '#protocol/chain/write.ts'
import type { BlockchainReads } from '../../../proxy/node/blockchain/types.ts'
import { makeBlock, type Changes } from '../chains/block-builder.ts'

/** What `submit_block` answers. */
export type BlockVerdict = { status: string } | { code: bigint; message: string }

export type BlockKind = {
  name: string
  make: (scene: BlockScene) => Uint8Array
  verdict: BlockVerdict
}

export const taken: BlockVerdict = { status: 'OK' }
export const notAccepted: BlockVerdict = { code: -7n, message: 'Block not accepted' }
export const unreadable: BlockVerdict = { code: -6n, message: 'Wrong block blob' }

/** A chain of more than 62 blocks, of which blocks are made that fit on it but for what is changed. */
export class BlockScene {
  readonly chain: BlockchainReads
  /** Waits in the pool. */
  readonly pending: ParsedTransaction

  constructor(chain: BlockchainReads, pending: ParsedTransaction) {
    this.chain = chain
    this.pending = pending
  }

  /** On the tip or, with a parent, beside it. */
  block(changes: Changes = {}): Uint8Array {
    const { parent = this.chain.topId() } = changes
    const below = this.chain.block(parent)?.info ?? this.chain.tip()
    const header = { timestamp: below.timestamp + 1n, ...changes.header }
    return makeBlock(this.chain, { ...changes, header }).blob
  }

  /** A block that many below the tip. */
  below(depth: bigint): string {
    return this.chain.idAt(this.chain.height() - 1n - depth)!
  }
}

const unread = (name: string, make: BlockKind['make']): BlockKind => ({
  name,
  make,
  verdict: unreadable,
})

const wrong = (name: string, change: (scene: BlockScene) => Changes): BlockKind => ({
  name,
  make: (scene) => scene.block(change(scene)),
  verdict: notAccepted,
})

/** Beside the tip, on the block below it. */
const wrongBeside = (name: string, change: (scene: BlockScene) => Changes): BlockKind =>
  wrong(name, (scene) => ({ parent: scene.below(1n), ...change(scene) }))

/** One that a node keeps, or does not mind, without adding it to its chain. */
const aside = (name: string, change: (scene: BlockScene) => Changes): BlockKind => ({
  name,
  make: (scene) => scene.block(change(scene)),
  verdict: taken,
})

const minedBy = (change: (tx: Transaction) => Partial<Transaction>): Changes => ({
  minerTx: (tx) => ({ ...tx, ...change(tx) }),
})

const ofHeight = (change: (height: bigint) => bigint): Changes =>
  minedBy(({ inputs }) => ({
    inputs: inputs.map((input) =>
      input.kind === 'gen' ? { kind: 'gen', height: change(input.height) } : input,
    ),
  }))

/** Seconds since 1970 by the machine's clock. */
const now = () => BigInt(Math.floor(Date.now() / 1000))

const bytes: readonly BlockKind[] = [
  unread('no bytes', () => new Uint8Array()),
  unread('a byte too many', (scene) => concatBytes(scene.block(), Uint8Array.of(0))),
  unread('a version longer than it need be', (scene) =>
    concatBytes(Uint8Array.of(0x90, 0), scene.block().subarray(1)),
  ),
  unread('a version above 255', (scene) =>
    concatBytes(Uint8Array.of(0x90, 2), scene.block().subarray(1)),
  ),
  unread('more transactions than there are', (scene) => {
    const block = scene.block()
    block[block.length - 1] = 1
    return block
  }),
]

const headers: readonly BlockKind[] = [
  wrong('an older version', () => ({ header: { majorVersion: 15 } })),
  wrong('a version that is none yet', () => ({ header: { majorVersion: 17 } })),
  wrong('a vote for an older version', () => ({ header: { minorVersion: 15 } })),
  wrong('no vote', () => ({ header: { minorVersion: 0 } })),
  wrong('a time more than two hours ahead', () => ({ header: { timestamp: now() + 7800n } })),
  wrong('a time before the median of sixty', ({ chain }) => ({
    header: { timestamp: chain.earliestTimestamp() - 1n },
  })),
]

const key = () => new Uint8Array(32)
const proof = {
  A: key(),
  A1: key(),
  B: key(),
  r1: key(),
  s1: key(),
  d1: key(),
  L: Array.from({ length: 6 }, key),
  R: Array.from({ length: 6 }, key),
}

/** Signatures of nothing at all. */
const signatures: RingCt = {
  type: 6,
  fee: 0n,
  pseudoOutputs: [],
  ecdh: [{ amount: new Uint8Array(8) }],
  outputCommitments: [key()],
  prunable: {
    rangeProofs: [],
    bulletproofs: [],
    bulletproofsPlus: [proof],
    mlsags: [],
    clsags: [{ s: [key()], c1: key(), D: key() }],
    pseudoOutputs: [key()],
  },
}

/** With a miner transaction that no reader of ours would give an id. */
const wronglyMined = (name: string, change: (tx: Transaction) => Transaction): BlockKind => ({
  name,
  verdict: notAccepted,
  make(scene) {
    const block = parseBlock(scene.block())
    const blob = writeTransaction(change(block.minerTx))
    return writeBlock({ ...block, minerTx: { ...block.minerTx, blob } })
  },
})

const minerTransactions: readonly BlockKind[] = [
  wrong('a miner transaction of version 1', () => ({
    minerTx: ({ ringct: _, ...tx }) => ({ ...tx, version: 1, signatures: [[]] }),
  })),
  wronglyMined('a miner transaction with signatures', (tx) => ({ ...tx, ringct: signatures })),
  wronglyMined('an input that spends', (tx) => ({
    ...tx,
    inputs: [{ kind: 'key', amount: 0n, keyOffsets: [1n], keyImage: key() }],
  })),
  wrong('two inputs', () => minedBy(({ inputs }) => ({ inputs: [...inputs, ...inputs] }))),
  wrong('a height too high', () => ofHeight((height) => height + 1n)),
  wrong('a height too low', () => ofHeight((height) => height - 1n)),
  wrong('height 0', () => ofHeight(() => 0n)),
  wrong('free a block too early', () =>
    minedBy(({ unlockTime }) => ({ unlockTime: unlockTime - 1n })),
  ),
  wrong('free a block too late', () =>
    minedBy(({ unlockTime }) => ({ unlockTime: unlockTime + 1n })),
  ),
  wrong('free at once', () => minedBy(() => ({ unlockTime: 0n }))),
  wrong('no view tag', () =>
    minedBy(({ outputs }) => ({ outputs: outputs.map(({ amount, key }) => ({ amount, key })) })),
  ),
  wrong('one view tag of two missing', () =>
    minedBy(({ outputs: [paid] }) => ({ outputs: [paid!, { amount: 0n, key: paid!.key }] })),
  ),
  wrong('a coin too many', () => ({ extraReward: 1n })),
  wrong('a coin too few', () => ({ extraReward: -1n })),
  wrong('the reward is not paid', () => minedBy(() => ({ outputs: [] }))),
  wrong('payments that come round to what is due', () =>
    minedBy(({ outputs: [paid] }) => ({
      outputs: [
        { ...paid!, amount: paid!.amount + 1n },
        { ...paid!, amount: 2n ** 64n - 1n },
      ],
    })),
  ),
  wrong('fees of a transaction that is not included', ({ pending }) => ({
    extraReward: pending.ringct!.fee,
  })),
  wrong('fees left behind', ({ pending }) => ({
    transactions: [pending],
    extraReward: -pending.ringct!.fee,
  })),
  wrong('no penalty for a heavy block', ({ chain }) => ({
    ...heavy,
    extraReward: chain.tip().generatedCoins >> 40n,
  })),
]

/** More than the median of 300 000. */
const heavy: Changes = minedBy(() => ({ extra: new Uint8Array(310_000) }))

const idOf = (hash: Uint8Array) => ({ header: { txHashes: [hash] } })
const unknownId = new Uint8Array(32).fill(7)

const transactions: readonly BlockKind[] = [
  wrong('an unknown transaction', () => idOf(unknownId)),
  wrong('a transaction twice', ({ pending }) => ({ transactions: [pending, pending] })),
]

const unknownParent = { header: { prevId: unknownId } }

const branches: readonly BlockKind[] = [
  wrongBeside('beside the chain: an older version', () => ({ header: { majorVersion: 15 } })),
  wrongBeside('beside the chain: no vote', () => ({ header: { minorVersion: 0 } })),
  wrongBeside('beside the chain: a time before the median', ({ chain }) => ({
    header: { timestamp: chain.earliestTimestamp() - 60n },
  })),
  wrongBeside('beside the chain: a height too high', () => ofHeight((height) => height + 1n)),
  wrongBeside('beside the chain: height 0', () => ofHeight(() => 0n)),
  wrongBeside('beside the chain: free at once', () => minedBy(() => ({ unlockTime: 0n }))),
  wrongBeside('beside the chain: an unknown transaction', () => idOf(unknownId)),
  wrongBeside('beside the chain: a transaction twice', ({ pending }) => ({
    transactions: [pending, pending],
  })),
  wrong('of no parent: two inputs', () => ({
    ...unknownParent,
    ...minedBy(({ inputs }) => ({ inputs: [...inputs, ...inputs] })),
  })),
  wrong('of no parent: an older version', () => ({
    header: { ...unknownParent.header, majorVersion: 15 },
  })),
]

/** What 0.18.0.0 dies of: an exception leaves its pool locked for ever. */
export const withoutInputs = wronglyMined('no inputs', ({ ringct: _, ...tx }) => ({
  ...tx,
  inputs: [],
}))

/** Blocks that are refused. */
export const blockKinds: readonly BlockKind[] = [
  ...bytes,
  ...headers,
  ...minerTransactions,
  ...transactions,
  ...branches,
]

/** Blocks that are kept, or not minded, wherever they stand. */
export const asideKinds: readonly BlockKind[] = [
  aside('a block of no parent', () => unknownParent),
  aside('a block beside the chain', (scene) => ({ parent: scene.below(1n), nonce: 1 })),
  aside('one beside it from the future', (scene) => ({
    parent: scene.below(2n),
    header: { timestamp: now() + 86_400n },
  })),
  aside('one beside it that pays too much', (scene) => ({
    parent: scene.below(3n),
    nonce: 3,
    extraReward: 5n,
  })),
  aside('one beside it with a transaction', (scene) => ({
    parent: scene.below(4n),
    nonce: 4,
    transactions: [scene.pending],
  })),
]

/** Blocks on the tip that keep the rules in unusual ways. */
export const oddBlocks: readonly (readonly [
  name: string,
  changes: (scene: BlockScene) => Changes,
])[] = [
  ['a vote for what is none yet', () => ({ header: { minorVersion: 255 } })],
  ['a time of long ago', ({ chain }) => ({ header: { timestamp: chain.earliestTimestamp() } })],
  [
    'two payments',
    () =>
      minedBy(({ outputs: [paid] }) => ({
        outputs: [
          { ...paid!, amount: paid!.amount - 1n },
          { ...paid!, amount: 1n },
        ],
      })),
  ],
  [
    'a payment of nothing',
    () => minedBy(({ outputs: [paid] }) => ({ outputs: [paid!, { ...paid!, amount: 0n }] })),
  ],
  ['an extra that says nothing', () => minedBy(() => ({ extra: Uint8Array.of(9, 9, 9) }))],
  ['more than the median weighs', () => heavy],
  ['a transaction', ({ pending }) => ({ transactions: [pending] })],
]
