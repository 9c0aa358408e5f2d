/**
 * Transactions and blocks as the JSON text of `as_json`, `tx_json` and `get_block`.
 *
 * @module
 * @see monero src/cryptonote_basic/cryptonote_format_utils.h obj_to_json_str
 */
import type { Block } from './block.ts'
import { archiveJson, type ArchiveValue } from './json-archive.ts'
import type { Bulletproof, BulletproofPlus, RingCt, RingCtPrunable } from './ringct.ts'
import type { Transaction, TxInput, TxOutput } from './transaction.ts'
import { concatBytes } from '@noble/hashes/utils.js'

type Members = (readonly [string, ArchiveValue])[]

/** The text of a transaction; `pruned` omits the prunable part. */
export const transactionJson = (tx: Transaction, { pruned = false } = {}): string =>
  archiveJson(transactionOf(tx, pruned))

/** The text of a block with its whole miner transaction. */
export function blockJson(block: Block): string {
  const { majorVersion, minorVersion, timestamp, prevId, nonce, minerTx, txHashes } = block
  return archiveJson({
    object: [
      ['major_version', majorVersion],
      ['minor_version', minorVersion],
      ['timestamp', timestamp],
      ['prev_id', prevId],
      ['nonce', nonce],
      ['miner_tx', transactionOf(minerTx, false)],
      ['tx_hashes', { list: txHashes }],
    ],
  })
}

function transactionOf(tx: Transaction, pruned: boolean): ArchiveValue {
  return {
    object: [
      ['version', tx.version],
      ['unlock_time', tx.unlockTime],
      ['vin', { list: tx.inputs.map(inputOf) }],
      ['vout', { list: tx.outputs.map(outputOf) }],
      ['extra', { list: [...tx.extra] }],
      ...(tx.version === 1 ? signaturesOf(tx, pruned) : ringCtOf(tx.ringct, pruned)),
    ],
  }
}

const inputOf = (input: TxInput): ArchiveValue =>
  input.kind === 'gen'
    ? { object: [['gen', { object: [['height', input.height]] }]] }
    : {
        object: [
          [
            'key',
            {
              object: [
                ['amount', input.amount],
                ['key_offsets', { list: input.keyOffsets }],
                ['k_image', input.keyImage],
              ],
            },
          ],
        ],
      }

const outputOf = ({ amount, key, viewTag }: TxOutput): ArchiveValue => ({
  object: [
    ['amount', amount],
    ['target', { object: [viewTag === undefined ? ['key', key] : taggedKey(key, viewTag)] }],
  ],
})

const taggedKey = (key: Uint8Array, viewTag: number): readonly [string, ArchiveValue] => [
  'tagged_key',
  {
    object: [
      ['key', key],
      ['view_tag', Uint8Array.of(viewTag)],
    ],
  },
]

// A pruned version 1 transaction has an empty list here only if it was read whole.
const signaturesOf = ({ signatures = [] }: Transaction, pruned: boolean): Members =>
  pruned
    ? []
    : [
        [
          'signatures',
          { run: signatures.filter((ring) => ring.length > 0).map((list) => ({ list })) },
        ],
      ]

function ringCtOf(ringct: RingCt | undefined, pruned: boolean): Members {
  if (!ringct) return [['rct_signatures', { object: [] }]]
  const base: Members = [['rct_signatures', { object: baseOf(ringct) }]]
  const { prunable } = ringct
  return prunable && !pruned
    ? [...base, ['rctsig_prunable', { object: prunableOf(ringct, prunable) }]]
    : base
}

function baseOf({ type, fee, pseudoOutputs, ecdh, outputCommitments }: RingCt): Members {
  if (type === 0) return [['type', type]]
  return [
    ['type', type],
    ['txnFee', fee],
    ...(type === 2 ? ([['pseudoOuts', { run: pseudoOutputs }]] as const) : []),
    [
      'ecdhInfo',
      {
        run: ecdh.map(({ mask, amount }) => ({
          object: [...(mask ? ([['mask', mask]] as const) : []), ['amount', amount]],
        })),
      },
    ],
    ['outPk', { run: outputCommitments }],
  ]
}

function prunableOf({ type }: RingCt, prunable: RingCtPrunable): Members {
  return [
    ...proofsOf(type, prunable),
    ...ringSignaturesOf(type, prunable),
    ...(type >= 3 ? ([['pseudoOuts', { run: prunable.pseudoOutputs }]] as const) : []),
  ]
}

function proofsOf(type: number, prunable: RingCtPrunable): Members {
  const { rangeProofs, bulletproofs, bulletproofsPlus } = prunable
  if (type === 6)
    return [
      ['nbp', bulletproofsPlus.length],
      ['bpp', { run: bulletproofsPlus.map((proof) => keysOf(proof, plusNames)) }],
    ]
  if (type >= 3)
    return [
      ['nbp', bulletproofs.length],
      ['bp', { run: bulletproofs.map((proof) => keysOf(proof, plainNames)) }],
    ]
  const proofs = rangeProofs.map(({ s0, s1, ee, commitments }) => ({
    object: [
      ['asig', concatBytes(s0, s1, ee)],
      ['Ci', commitments],
    ] as const,
  }))
  return [['rangeSigs', { run: proofs }]]
}

const plusNames = ['A', 'A1', 'B', 'r1', 's1', 'd1', 'L', 'R'] as const
const plainNames = ['A', 'S', 'T1', 'T2', 'taux', 'mu', 'L', 'R', 'a', 'b', 't'] as const

function keysOf<Proof extends Bulletproof | BulletproofPlus>(
  proof: Proof,
  names: readonly (keyof Proof & string)[],
): ArchiveValue {
  const valueOf = (keys: Uint8Array | Uint8Array[]): ArchiveValue =>
    Array.isArray(keys) ? { list: keys } : keys
  return {
    object: names.map((name) => [name, valueOf(proof[name] as Uint8Array | Uint8Array[])] as const),
  }
}

function ringSignaturesOf(type: number, { clsags, mlsags }: RingCtPrunable): Members {
  if (type >= 5) {
    const rings = clsags.map(({ s, c1, D }) => ({
      object: [['s', { run: s }] as const, ['c1', c1] as const, ['D', D] as const],
    }))
    return [['CLSAGs', { run: rings }]]
  }
  const rings = mlsags.map(({ ss, cc }) => ({
    object: [
      ['ss', { run: ss.map((run) => ({ run })) }],
      ['cc', cc],
    ] as const,
  }))
  return [['MGs', { run: rings }]]
}
