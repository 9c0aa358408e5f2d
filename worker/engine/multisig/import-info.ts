/**
 * Imports other members' data about the group's outputs: partial key images and nonce commitments.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp import_multisig
 */
import { errorDetails } from '#protocol/error-details.ts'
import { bytesToHex } from '@noble/hashes/utils.js'
import { sameBytes } from '#protocol/bytes.ts'
import { magics } from '#protocol/interchange/magics.ts'
import { readMultisigInfo, type MultisigInfo } from '#protocol/interchange/multisig-info.ts'
import { TimeSlice, inPieces } from '../base/time-slice.ts'
import { unseal, type SealError, type UnsealPorts } from '../exchange/sealed-set.ts'
import { inChainOrder } from '../payments/spendable-funds.ts'
import type { OutputRecord, SigningRecord } from '../store/records.ts'
import type { Change, Store } from '../store/store.ts'
import type { MemberSecrets } from './group.ts'
import { keyImageBase, partialKeyImages, wholeKeyImages } from './key-images.ts'
import { refused } from './errors.ts'
import { areInMainSubgroup } from './subgroup.ts'

export type ImportParts = { ports: UnsealPorts; store: Store }

/** The imported data of an output. */
type LearnedOutput = { output: OutputRecord; keyImage: string; peers: SigningRecord['peers'] }

const problems: Record<SealError, string> = {
  magic: 'Bad multisig info file magic in ',
  size: 'Unexpected ciphertext size',
  signature: 'Failed to authenticate ciphertext',
}

/**
 * Opens the exports of other members. This member's own exports and duplicates are skipped.
 *
 * @returns One export per other member, by base key.
 * @throws {RpcError} UNKNOWN_ERROR with the reference's messages.
 */
export async function openInfos(
  { ports }: Pick<ImportParts, 'ports'>,
  secrets: MemberSecrets,
  sealed: readonly Uint8Array[],
): Promise<MultisigInfo[]> {
  const { crypto } = ports
  const { threshold, signers, baseSecret } = secrets.multisig
  const seen = new Set([bytesToHex(crypto.multiplyBase(baseSecret))])
  const infos: MultisigInfo[] = []
  for (const each of sealed) {
    const info = await openInfo(ports, secrets, each)
    const name = bytesToHex(info.signer)
    if (seen.has(name)) continue
    seen.add(name)
    await requireUsable(ports, info)
    infos.push(info)
  }
  if (infos.length >= signers.length || infos.length + 1 < threshold)
    throw refused('Wrong number of multisig sources')
  const members = new Set(signers.map(bytesToHex))
  if (infos.some(({ signer, outputs }) => outputs.length > 0 && !members.has(bytesToHex(signer))))
    throw refused('Signer is not a member of this multisig wallet')
  return infos.sort((a, b) => (bytesToHex(a.signer) < bytesToHex(b.signer) ? -1 : 1))
}

/**
 * The export of one member. Its points are not checked here. @throws {RpcError} As {@link
 * openInfos}.
 */
export async function openInfo(
  ports: UnsealPorts,
  secrets: MemberSecrets,
  sealed: Uint8Array,
): Promise<MultisigInfo> {
  const content = await unseal(ports, secrets, magics.multisigInfo, sealed)
  if (typeof content === 'string')
    throw refused(
      problems[content],
      content === 'signature' ? errorDetails.damagedMessage : undefined,
    )
  const info = readMultisigInfo(content)
  if (info === 'size') throw refused('Bad data size')
  if (info === 'outputs') throw refused('Failed to load output data')
  const isOurs =
    sameBytes(info.spendPublic, secrets.spendPublic) &&
    sameBytes(info.viewPublic, secrets.viewPublic)
  if (!isOurs)
    throw refused('Multisig info is for a different account', errorDetails.otherMultisigGroup)
  return info
}

async function requireUsable({ crypto, clock }: UnsealPorts, { signer, outputs }: MultisigInfo) {
  const name = bytesToHex(signer)
  const timeSlice = new TimeSlice(clock)
  if (outputs.some((each) => bytesToHex(each.signer) !== name))
    throw refused('Mismatched signers in imported multisig info')
  const values = outputs.flatMap(({ commitments }) => commitments.flatMap(({ L, R }) => [L, R]))
  if (!(await areInMainSubgroup(crypto, timeSlice, values)))
    throw refused('Multisig value is not in the main subgroup')
  const images = outputs.flatMap(({ partialKeyImages }) => partialKeyImages)
  if (!(await areInMainSubgroup(crypto, timeSlice, images)))
    throw refused('Multisig partial key image is not in the main subgroup')
}

/**
 * Combines the exports for the outputs that all of them and this wallet have.
 *
 * @throws {RpcError} UNKNOWN_ERROR when the parts do not add up to whole key images.
 */
export async function learnFrom(
  { ports: { crypto, clock }, store }: ImportParts,
  secrets: MemberSecrets,
  infos: readonly MultisigInfo[],
): Promise<LearnedOutput[]> {
  const outputs = inChainOrder(store.outputs)
  const length = Math.min(outputs.length, ...infos.map((info) => info.outputs.length))
  const timeSlice = new TimeSlice(clock)
  // In a large group one output takes much work.
  const within = new TimeSlice(clock)
  const learned: LearnedOutput[] = []
  for await (const some of inPieces(timeSlice, outputs.slice(0, length))) {
    const first = learned.length
    const outputsByMember = some.map((_, i) => infos.map((info) => info.outputs[first + i]!))
    const imaged = some.map((output) => keyImageBase(crypto, output))
    const own = await partialKeyImages(crypto, within, secrets, imaged)
    const parts = outputsByMember.map((each, i) => [
      ...own[i]!,
      ...each.flatMap((one) => one.partialKeyImages),
    ])
    const images = await wholeKeyImages(crypto, within, secrets, imaged, parts)
    for (const [i, output] of some.entries()) {
      const keyImage = images[i]
      if (!keyImage)
        throw refused(`The partial key images of output ${first + i} do not make a whole one`)
      const peers = outputsByMember[i]!.map(({ signer, commitments }) => ({ signer, commitments }))
      learned.push({ output, keyImage, peers })
    }
  }
  return learned
}

/** Stages the imported data. The outputs are updated by the caller. */
export function noteLearned(
  change: Change,
  { keyImages, signing }: Pick<Store, 'keyImages' | 'signing'>,
  learned: readonly LearnedOutput[],
): void {
  for (const { output, keyImage, peers } of learned) {
    const { key } = output
    change.put(keyImages, key, { keyImage, proven: false, requested: false })
    change.put(signing, key, { nonces: [], ...change.get(signing, key), peers })
  }
}
