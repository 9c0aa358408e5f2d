/**
 * Exports a member's data about the group's outputs, encrypted with the common view key.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp export_multisig
 */
import { u64ToBytes } from '#protocol/bytes.ts'
import { magics } from '#protocol/interchange/magics.ts'
import {
  writeMultisigInfo,
  type NonceCommitment,
  type OutputInfo,
} from '#protocol/interchange/multisig-info.ts'
import { TimeSlice, inPieces, mapInSlices } from '../base/time-slice.ts'
import { hedgedNonces } from '../tx/hedged-nonces.ts'
import { seal, type SealPorts } from '../exchange/sealed-set.ts'
import { inChainOrder } from '../payments/spendable-funds.ts'
import type { Store } from '../store/store.ts'
import type { MemberSecrets } from './group.ts'
import { keyImageBase, partialKeyImages, type KeyImageBase } from './key-images.ts'
import { choose } from './named-keys.ts'

/** Nonces per member and signature. @see monero multisig::signing::kAlphaComponents */
export const noncesPerSignature = 2

export type ExportParts = { ports: SealPorts; store: Store }

/**
 * Creates new nonces for all outputs and stores them before this resolves. The nonces of the last
 * export are deleted, and signatures begun with them become invalid. Must run alone.
 *
 * @returns The sealed export, with its magic prefix.
 */
export async function exportInfo(parts: ExportParts, secrets: MemberSecrets): Promise<Uint8Array> {
  const { ports, store } = parts
  const { crypto, clock } = ports
  const timeSlice = new TimeSlice(clock)
  // In a large group one output takes seconds of work.
  const within = new TimeSlice(clock)
  const signer = crypto.multiplyBase(secrets.multisig.baseSecret)
  const outputs: OutputInfo[] = []
  const nonces = new Map<string, Uint8Array[]>()
  for await (const some of inPieces(timeSlice, inChainOrder(store.outputs))) {
    const imaged = some.map((output) => keyImageBase(crypto, output))
    const images = await partialKeyImages(crypto, within, secrets, imaged)
    for (const [i, each] of imaged.entries()) {
      const made = await newNonces(ports, within, secrets, each)
      nonces.set(each.output.key, made.nonces)
      outputs.push({ signer, commitments: made.commitments, partialKeyImages: images[i]! })
    }
  }
  const { spendPublic, viewPublic } = secrets
  const content = writeMultisigInfo({ spendPublic, viewPublic, signer, outputs })
  // Sealed first: if this fails, the nonces of the last export are unchanged.
  const sealed = await seal(ports, secrets, magics.multisigInfo, content)
  await keepNonces(parts, nonces)
  return sealed
}

/** Enough for one signature with each combination of cosigners. */
async function newNonces(
  { crypto, clock }: SealPorts,
  timeSlice: TimeSlice,
  { multisig: { threshold, signers, baseSecret } }: MemberSecrets,
  { base }: KeyImageBase,
): Promise<{ nonces: Uint8Array[]; commitments: NonceCommitment[] }> {
  const length = choose(signers.length - 1, threshold - 1) * noncesPerSignature
  const time = u64ToBytes(clock.now())
  const nonces = hedgedNonces(crypto, length, baseSecret, base, time)
  const commitments = await mapInSlices(timeSlice, nonces, (nonce) => ({
    L: crypto.multiplyBase(nonce),
    R: crypto.multiply(nonce, base)!,
  }))
  return { nonces, commitments }
}

async function keepNonces({ store }: ExportParts, nonces: ReadonlyMap<string, Uint8Array[]>) {
  const { signing } = store
  const before = [...signing.values()].flatMap((record) => record.nonces)
  await store.commit((change) => {
    for (const [key, made] of nonces)
      change.put(signing, key, {
        peers: [],
        ...change.get(signing, key),
        nonces: made,
      })
    // Peer data of outputs that are not in the ledger is kept: a reorganisation may have removed
    // the blocks, and the next scan restores them.
    for (const [key, record] of signing.rows)
      if (!nonces.has(key)) change.put(signing, key, { ...record, nonces: [] })
  })
  for (const nonce of before) nonce.fill(0)
}
