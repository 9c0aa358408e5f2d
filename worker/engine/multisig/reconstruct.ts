/**
 * Rebuilds a transaction of another member from its construction data: the signed content equals
 * the description, and the inputs are own outputs.
 *
 * @module
 * @see monero src/multisig/multisig_tx_builder_ringct.cpp tx_builder_ringct_t::init
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { sumOfAmounts } from '#protocol/bigint.ts'
import { sameBytes } from '#protocol/bytes.ts'
import { isBalanced, signedMessage } from '#protocol/chain/ringct-sums.ts'
import type { SourceEntry } from '#protocol/interchange/construction.ts'
import type { MultisigTx } from '#protocol/interchange/multisig-set.ts'
import { RpcError } from '#protocol/errors.ts'
import type { Crypto } from '#wasm/types.ts'
import { changeError, checkClaims } from '../exchange/claims.ts'
import { ringOf, ringError } from '../exchange/sources.ts'
import type { Input } from '../tx/build.ts'
import { layoutOf, type Layout } from '../tx/layout.ts'
import type { Store } from '../store/store.ts'
import type { ToSign } from './clsag.ts'
import { signingContextOf, inOrder, type SigningContext } from './signing-context.ts'
import type { MemberSecrets } from './group.ts'

/** The content to sign, per input. */
export type Reconstructed = { inputs: Input[]; toSign: ToSign[] }

/** @returns The reason why it does not match its construction data, if any. */
export function reconstruct(
  crypto: Crypto,
  store: Pick<Store, 'outputs'>,
  secrets: MemberSecrets,
  set: MultisigTx,
): Reconstructed | string {
  const { construction, tx, fee } = set
  const claims = checkClaims(crypto, secrets, construction)
  if (typeof claims === 'string') return claims
  if (!construction.ringct) return 'it is not a RingCT transaction'
  const found = construction.sources.map((source) => ownInput(crypto, store, source))
  const error = found.find((each) => typeof each === 'string')
  if (error) return error
  const inputs = inOrder(found as Input[])
  const lost = changeError(construction, inputs)
  if (lost) return lost
  if (new Set(inputs.map(({ output }) => output.key)).size !== inputs.length)
    return 'it spends an output twice'
  if (fee !== sumOfAmounts(construction.sources) - sumOfAmounts(construction.outputs) || fee < 0n)
    return 'its fee is not the difference between inputs and outputs'
  const core = rebuiltContext(crypto, secrets, set, inputs, claims.paymentId)
  if (!core || !isSame(crypto, set, core)) return 'it does not match its description'
  const message = signedMessage(tx, (data) => crypto.keccak256(data))
  const { clsags, pseudoOutputs } = tx.ringct!.prunable!
  const toSign = inputs.map(({ ring: { members, realIndex }, keyImage }, i) => ({
    message,
    ring: members,
    realIndex,
    keyImage,
    pseudoOutput: pseudoOutputs[i]!,
    signature: clsags[i]!,
  }))
  return { inputs, toSign }
}

/**
 * An own output, or the reason why it is refused. It is found by its key; its position is ignored.
 */
function ownInput(
  crypto: Crypto,
  { outputs }: Pick<Store, 'outputs'>,
  source: SourceEntry,
): Input | string {
  const error = ringError(crypto, source)
  if (error) return error
  const { ring, realIndex, keyImage, amount } = source
  const { key, globalIndex } = ring[realIndex]!
  const output = outputs.get(bytesToHex(key))
  const isOurs =
    output?.keyImage !== undefined &&
    keyImage !== undefined &&
    output.keyImage === bytesToHex(keyImage) &&
    output.amount === amount &&
    output.globalIndex === BigInt(globalIndex)
  if (!isOurs) return 'an input is unknown to this wallet, or differs from its record'
  return { output, ring: ringOf(source), keyImage: hexToBytes(output.keyImage!) }
}

function rebuiltContext(
  crypto: Crypto,
  { viewSecret }: MemberSecrets,
  { construction, entropy, fee }: MultisigTx,
  inputs: readonly Input[],
  paymentId: Uint8Array | undefined,
): SigningContext | undefined {
  const { outputs, change, unlockTime } = construction
  const layout: Layout = { ...layoutOf(construction, change), outputs }
  try {
    return signingContextOf(
      crypto,
      viewSecret,
      { fee, paymentId, unlockTime },
      inputs,
      layout,
      entropy,
    )
  } catch (error) {
    if (error instanceof RpcError) return undefined
    throw error
  }
}

function isSame(crypto: Crypto, { tx, txKeys }: MultisigTx, core: SigningContext): boolean {
  const { keys, made, prefixBytes, baseBytes } = core
  const { blob, prefixSize, baseSize, ringct } = tx
  for (const mask of made.masks) mask.fill(0)
  const [proof, ...more] = ringct?.prunable?.bulletproofsPlus ?? []
  return (
    sameBytes(blob.subarray(0, prefixSize), prefixBytes) &&
    sameBytes(blob.subarray(prefixSize, baseSize), baseBytes) &&
    sameList(txKeys, [keys.main, ...keys.additional]) &&
    ringct?.type === 6 &&
    proof !== undefined &&
    more.length === 0 &&
    isBalanced(crypto, ringct) &&
    crypto.verifyRanges([{ proof, commitments: ringct.outputCommitments }])
  )
}

const sameList = (a: readonly Uint8Array[], b: readonly Uint8Array[]) =>
  a.length === b.length && a.every((bytes, at) => sameBytes(bytes, b[at]!))
