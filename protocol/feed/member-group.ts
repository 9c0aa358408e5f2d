/**
 * Ring member groups: aligned groups of RingCT outputs, so that a request for a decoy names 128 outputs and not one.
 *
 * `docs/scan-feed.md` has every byte.
 *
 * @module
 */
import { ChainError, Reader } from '../chain/reader.ts'
import { Writer } from '../chain/writer.ts'
import type { WholeBlock } from './build.ts'

/** Outputs of a group. The first global index of each is a multiple of it. */
export const groupOutputs = 128

/** Bytes of the longest group: each output has a lock of its own, in a run of two bytes at most and ten of the time. */
export const longestGroup = 1 + groupOutputs * (64 + 12)

/** Below `feedPath`: groups that a light node makes when they are requested. */
export const groupsFolder = 'groups'

/** An output that can be a ring member. */
export type GroupOutput = {
  /** One-time key, as the chain has it: 32 bytes that need not be a point. */
  key: Uint8Array
  commitment: Uint8Array
  /** A height below 500 000 000, Unix seconds above, 0 for none. */
  unlockTime: bigint
}

/** The group of an output. @param index - Its global index among RingCT outputs. */
export const groupOf = (index: number): number => Math.floor(index / groupOutputs)

/** Name of a group below `feedPath`. */
export const groupName = (group: number): string => `${groupsFolder}/${group}`

/**
 * The RingCT outputs of a block in the order of their indices.
 *
 * @param clearCommitment - Commitment to an amount in the clear, 32 bytes: miners' outputs have no other.
 * @see monero src/blockchain_db/blockchain_db.cpp add_transaction
 */
export function groupOutputsOf(
  { block, transactions }: Pick<WholeBlock, 'block' | 'transactions'>,
  clearCommitment: (amount: bigint) => Uint8Array,
): GroupOutput[] {
  return [block.minerTx, ...transactions]
    .filter(({ version }) => version === 2)
    .flatMap(({ outputs, unlockTime, ringct }) =>
      outputs.map(({ key, amount }, at) => ({
        key,
        commitment: ringct?.outputCommitments[at] ?? clearCommitment(amount),
        unlockTime,
      })),
    )
}

/**
 * A group, or the part of one that is in a file, as bytes.
 *
 * Locks are written as runs, because nearly all outputs have none, and those of a miner transaction have the same one.
 *
 * @param outputs - 1 to 128 consecutive ones. @throws ChainError For another number.
 */
export function writeGroup(outputs: readonly GroupOutput[]): Uint8Array {
  requireCount(outputs.length)
  const writer = new Writer().byte(outputs.length)
  for (const { key, commitment } of outputs)
    writer.key(key, 'output key').key(commitment, 'commitment')
  for (let at = 0; at < outputs.length;) {
    const { unlockTime } = outputs[at]!
    const other = outputs.findIndex((output, i) => i > at && output.unlockTime !== unlockTime)
    const end = other === -1 ? outputs.length : other
    writer.varint(end - at).varint(unlockTime)
    at = end
  }
  return writer.bytes()
}

/**
 * Reads a group that fills `bytes` but for zeros at the end. Keys are views of them.
 *
 * @throws ChainError For other bytes than {@link writeGroup} makes.
 */
export function readGroup(bytes: Uint8Array): GroupOutput[] {
  const reader = new Reader(bytes)
  const count = reader.byte('outputs')
  requireCount(count)
  const outputs = Array.from({ length: count }, () => ({
    key: reader.take(32, 'output key'),
    commitment: reader.take(32, 'commitment'),
    unlockTime: 0n,
  }))
  let before: bigint | undefined
  for (let at = 0; at < count;) {
    const run = Number(reader.varint('outputs with the same lock'))
    const unlockTime = reader.varint('unlock time')
    if (run === 0 || run > count - at)
      throw new ChainError('locks', `expected 1 to ${count - at} outputs, got ${run}`)
    if (unlockTime === before) throw new ChainError('locks', 'are not in their shortest form')
    for (const output of outputs.slice(at, at + run)) output.unlockTime = unlockTime
    before = unlockTime
    at += run
  }
  if (bytes.subarray(reader.offset).some((byte) => byte !== 0))
    throw new ChainError('group', 'expected zeros after the locks')
  return outputs
}

function requireCount(count: number) {
  if (count < 1 || count > groupOutputs)
    throw new ChainError('group', `expected 1 to ${groupOutputs} outputs, got ${count}`)
}
