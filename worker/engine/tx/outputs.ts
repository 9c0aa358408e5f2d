/**
 * Makes a transaction's outputs: one-time keys, view tags, encrypted amounts.
 *
 * @module
 * @see monero src/device/device_default.cpp generate_output_ephemeral_keys
 */
import { concatBytes } from '@noble/hashes/utils.js'
import { sameBytes, u64ToBytes } from '#protocol/bytes.ts'
import { paymentIdNonce, writeExtra, type ExtraField } from '#protocol/chain/extra.ts'
import type { EcdhInfo } from '#protocol/chain/ringct.ts'
import type { TxOutput } from '#protocol/chain/transaction.ts'
import type { Crypto } from '#wasm/types.ts'
import { identity } from '../keys/identity.ts'
import { notConstructed } from './draft.ts'
import { hasPaymentId, type Layout } from './layout.ts'
import { sameRecipient } from './recipient.ts'

/** Secrets of one transaction: its key, and the additional keys of outputs. */
export type TxKeys = { main: Uint8Array; additional: Uint8Array[] }

export type MadeOutputs = {
  outputs: TxOutput[]
  extra: Uint8Array
  ecdh: EcdhInfo[]
  amounts: bigint[]
  /** Secret; the caller wipes them. */
  masks: Uint8Array[]
  commitments: Uint8Array[]
}

/** Fresh keys for a layout. */
export const newTxKeys = (crypto: Crypto, layout: Layout): TxKeys => ({
  main: crypto.randomScalar(),
  additional: layout.additionalKeys ? layout.outputs.map(() => crypto.randomScalar()) : [],
})

/**
 * Makes the outputs in the order of the layout: shuffle it first.
 *
 * @param viewSecret - The wallet's own, from which outputs to itself are derived.
 * @throws {RpcError} For a payment id that more than one payee would get, and for keys that are none.
 */
export function makeOutputs(
  crypto: Crypto,
  layout: Layout,
  keys: TxKeys,
  viewSecret: Uint8Array,
  paymentId: Uint8Array | undefined,
): MadeOutputs {
  const { soleSubaddress } = layout
  const txPublicKey = soleSubaddress
    ? crypto.multiply(keys.main, soleSubaddress.spendKey)
    : crypto.multiplyBase(keys.main)
  if (!txPublicKey) throw notConstructed()
  const made: MadeOutputs = {
    outputs: [],
    extra: makeExtra(crypto, layout, keys, txPublicKey, paymentId),
    ecdh: [],
    amounts: [],
    masks: [],
    commitments: [],
  }
  for (const [index, output] of layout.outputs.entries()) {
    const ownChange = layout.change !== undefined && sameRecipient(layout.change, output)
    const secret = output.isSubaddress ? (keys.additional[index] ?? keys.main) : keys.main
    const derivation = ownChange
      ? crypto.keyDerivation(txPublicKey, viewSecret)
      : crypto.keyDerivation(output.viewKey, secret)
    addOutput(crypto, made, layout, index, derivation)
  }
  return made
}

function addOutput(
  crypto: Crypto,
  made: MadeOutputs,
  { outputs, ringct }: Layout,
  index: number,
  derivation: Uint8Array | undefined,
) {
  const { amount, spendKey } = outputs[index]!
  // The derivation from a key of small order, for any secret. With such a recipient, change would have the same
  // one-time key in every transaction, and could be spent only once.
  if (!derivation || sameBytes(derivation, identity)) throw notConstructed()
  const key = crypto.derivePublicKey(derivation, index, spendKey)
  if (!key) throw notConstructed()
  const shared = crypto.derivationToScalar(derivation, index)
  const mask = crypto.commitmentMask(shared)
  const viewTag = crypto.deriveViewTag(derivation, index)
  made.outputs.push({ amount: ringct ? 0n : amount, key, viewTag })
  made.ecdh.push({ amount: crypto.xorAmount(u64ToBytes(amount), shared) })
  made.amounts.push(amount)
  made.masks.push(mask)
  made.commitments.push(crypto.commit(amount, mask))
  shared.fill(0)
  derivation.fill(0)
}

function makeExtra(
  crypto: Crypto,
  layout: Layout,
  keys: TxKeys,
  txPublicKey: Uint8Array,
  paymentId: Uint8Array | undefined,
) {
  const fields: ExtraField[] = [{ kind: 'publicKey', key: txPublicKey }]
  if (layout.additionalKeys)
    fields.push({ kind: 'additionalKeys', keys: additionalKeys(crypto, layout, keys) })
  if (paymentId && !layout.idPayee) throw notConstructed()
  if (layout.idPayee && hasPaymentId(layout, paymentId)) {
    const id = xorPaymentId(
      crypto,
      paymentId ?? new Uint8Array(8),
      layout.idPayee.viewKey,
      keys.main,
    )
    if (!id) throw notConstructed()
    fields.push(paymentIdNonce({ kind: 'encrypted', id }))
  }
  return writeExtra(fields)
}

const additionalKeys = (crypto: Crypto, { outputs }: Layout, { additional }: TxKeys) =>
  outputs.map(({ isSubaddress, spendKey }, index) => {
    const secret = additional[index]!
    const key = isSubaddress ? crypto.multiply(secret, spendKey) : crypto.multiplyBase(secret)
    if (!key) throw notConstructed()
    return key
  })

/** monero ENCRYPTED_PAYMENT_ID_TAIL */
const idTail = Uint8Array.of(0x8d)

/**
 * Encrypts or decrypts a payment id of 8 bytes.
 *
 * @returns Undefined when the key is not a point.
 * @see monero src/device/device_default.cpp encrypt_payment_id
 */
export function xorPaymentId(
  crypto: Crypto,
  id: Uint8Array,
  publicKey: Uint8Array,
  secret: Uint8Array,
): Uint8Array | undefined {
  const derivation = crypto.keyDerivation(publicKey, secret)
  if (!derivation) return undefined
  const pad = crypto.keccak256(concatBytes(derivation, idTail))
  derivation.fill(0)
  return id.map((byte, index) => byte ^ pad[index]!)
}
