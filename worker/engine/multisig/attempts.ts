/**
 * Selects the cosigners of a transaction: one attempt for each combination of members, with nonce
 * commitments that no other attempt uses.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp transfer_selected_rct, get_multisig_composite_kLRki
 */
import { errorDetails } from '#protocol/error-details.ts'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { NonceCommitment } from '#protocol/interchange/multisig-info.ts'
import type { SigningRecord } from '../store/records.ts'
import { transferError } from '../base/daemon-errors.ts'
import { noncesPerSignature } from './export-info.ts'

export type CosignerChoice = {
  /** Members with exported infos that are not cosigners of this attempt. */
  ignored: Uint8Array[]
  /** Two commitments for each input and each cosigner. */
  commitments: NonceCommitment[][][]
}

/**
 * @param signing - The signing record of each input. @param others - Number of cosigners.
 * @throws {RpcError} GENERIC_TRANSFER_ERROR when too few members have exported enough nonces.
 */
export function choicesOf(
  signing: readonly (Readonly<SigningRecord> | undefined)[],
  others: number,
): CosignerChoice[] {
  const byMember = signing.map(
    (record) =>
      new Map(record?.peers.map(({ signer, commitments }) => [bytesToHex(signer), commitments])),
  )
  const peers = (signing[0]?.peers ?? []).filter(({ signer }) =>
    byMember.every((each) => each.has(bytesToHex(signer))),
  )
  if (peers.length < others) throw importNeeded()
  const used = new Map<string, number>()
  return choose(peers, others).map((chosen) => {
    const commitments = byMember.map((each) =>
      chosen.map(({ signer }) => {
        const name = bytesToHex(signer)
        const from = used.get(name) ?? 0
        const some = each.get(name)!.slice(from, from + noncesPerSignature)
        if (some.length < noncesPerSignature) throw importNeeded()
        return some
      }),
    )
    for (const { signer } of chosen) {
      const name = bytesToHex(signer)
      used.set(name, (used.get(name) ?? 0) + noncesPerSignature)
    }
    const ignored = peers.filter((peer) => !chosen.includes(peer)).map(({ signer }) => signer)
    return { ignored, commitments }
  })
}

/** All combinations of this size, in order. */
function choose<T>(items: readonly T[], count: number): T[][] {
  if (count === 0) return [[]]
  return items.flatMap((item, i) =>
    choose(items.slice(i + 1), count - 1).map((rest) => [item, ...rest]),
  )
}

const importNeeded = () =>
  transferError(
    'Not enough multisig data was found to sign: import multisig data from more other participants',
    errorDetails.missingMultisigInfo,
  )
