/**
 * The ring members of a transaction's inputs, from the daemon.
 *
 * @module
 */
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import { prefixHash } from '#protocol/chain/hashes.ts'
import { absoluteOffsets } from '#protocol/chain/offsets.ts'
import { signedMessage } from '#protocol/chain/ringct-sums.ts'
import type { ParsedTransaction } from '#protocol/chain/transaction.ts'
import { badProof } from '#protocol/proofs/pieces.ts'
import type { Crypto, RingMember } from '#wasm/types.ts'
import { isKey, type KeyInput } from '../scan/incoming-transaction.ts'
import {
  requestDaemon,
  statusErrors,
  type RequestErrors,
  type ProofSource,
} from './proof-requests.ts'

/** An input with a ring, and its members. */
export type FetchedRing = { input: KeyInput; members: RingMember[] }

/** @throws {RpcError} UNKNOWN_ERROR when the daemon does not return all of them. */
export async function fetchRings(
  source: ProofSource,
  tx: ParsedTransaction,
): Promise<FetchedRing[]> {
  const rings: FetchedRing[] = []
  for (const input of tx.inputs.filter(isKey)) {
    const { amount } = input
    const outputs = absoluteOffsets(input.keyOffsets).map((index) => ({ amount, index }))
    const { outs } = await requestDaemon(
      source,
      ({ bin }) => bin.get_outs({ outputs, get_txid: false }),
      failures,
    )
    if (outs.length !== outputs.length)
      throw badProof(
        'daemon returned wrong response for get_outs.bin, wrong amounts count = ' +
          `${outs.length}, expected ${outputs.length}`,
      )
    rings.push({ input, members: outs.map(({ key, mask }) => ({ key, commitment: mask })) })
  }
  return rings
}

const failures: RequestErrors = {
  ...statusErrors('get_outs.bin'),
  refused: (status) => (status === 'BUSY' ? 'daemon is busy' : 'failed to get random outs'),
}

/**
 * Whether the transaction's own signatures verify with these rings. A daemon that replaces members
 * could otherwise identify the real one from the proof, or from its absence.
 *
 * For types 1 to 5 this cannot be checked here, and the rings are accepted.
 *
 * @param tx - With its signatures.
 */
export function areSignedRings(
  crypto: Crypto,
  tx: ParsedTransaction,
  rings: readonly FetchedRing[],
): boolean {
  if (tx.pruned) return false
  if (tx.version === 1) return rings.every((ring, i) => isSignedRing(crypto, tx, ring, i))
  if (tx.ringct?.type !== 6) return true
  const message = signedMessage(tx, (data) => crypto.keccak256(data))
  const { clsags, pseudoOutputs } = tx.ringct.prunable!
  return rings.every(({ input: { keyImage }, members }, i) =>
    crypto.verifyClsag({
      message,
      ring: members,
      pseudoOutput: pseudoOutputs[i]!,
      keyImage,
      signature: clsags[i]!,
    }),
  )
}

function isSignedRing(
  crypto: Crypto,
  tx: ParsedTransaction,
  { input, members }: FetchedRing,
  index: number,
): boolean {
  const hash = prefixHash(tx, (data) => crypto.keccak256(data))
  const signatures = concatBytes(...tx.signatures![index]!)
  return crypto.verifyRing(hash, input.keyImage, keysOf(members), signatures)
}

export const keysOf = (members: readonly RingMember[]): Uint8Array[] =>
  members.map(({ key }) => key)

/** Index of a one-time key among the members; -1 when it is not a member. */
export const memberIndex = (members: readonly RingMember[], key: string): number =>
  members.findIndex((member) => bytesToHex(member.key) === key)
