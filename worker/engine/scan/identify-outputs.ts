/**
 * Turns a scan hit into an own output: finds its subaddress, amount and key image.
 *
 * @module
 */
import { paymentId as extraPaymentId, publicKeys, type ExtraField } from '#protocol/chain/extra.ts'
import type { Transaction } from '#protocol/chain/transaction.ts'
import type { Crypto } from '#wasm/types.ts'
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import type { LookaheadAddresses } from '../keys/lookahead-keys.ts'
import { oneTimeKey, type OwnOutput } from '../keys/one-time-key.ts'
import type { Secrets, SubaddressIndex } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { outputAmount } from './output-amount.ts'
import type { ScanHit } from './scan-batches.ts'

/** An own output with an amount above zero. */
export type FoundOutput = {
  /** One-time public key in hex. */
  key: string
  index: number
  subaddress: SubaddressIndex
  txPublicKey: Uint8Array
  amount: bigint
  mask: Uint8Array
  ringct: boolean
  /** Undefined without the spend secret, until the wallet that has it exports key images. */
  keyImage: string | undefined
}

/** The keys and tables that identify own outputs. */
export type OutputFinder = {
  crypto: Crypto
  secrets: Readonly<Secrets>
  addresses: Pick<LookaheadAddresses, 'find' | 'use'>
  /** Key images imported from another wallet, by one-time key. */
  keyImages: Store['keyImages']
}

/**
 * The own outputs of a transaction, in order.
 *
 * A payment to one of the last watched subaddresses extends the lookahead before the next output
 * is looked up.
 *
 * @see monero src/wallet/wallet2.cpp process_new_transaction, scan_output
 */
export async function findOutputs(
  finder: OutputFinder,
  tx: Transaction,
  coinbase: boolean,
  hits: Iterable<ScanHit> | AsyncIterable<ScanHit>,
): Promise<FoundOutput[]> {
  const { crypto, addresses } = finder
  const found = new Map<number, FoundOutput>()
  for await (const { index, derivation, spendKey, txPublicKey } of hits) {
    const subaddress = addresses.find(spendKey)
    if (!subaddress || found.has(index)) continue
    const sharedSecret = crypto.derivationToScalar(derivation, index)
    const worth = outputAmount(crypto, tx, index, coinbase, sharedSecret)
    sharedSecret.fill(0)
    if (!worth) continue
    await addresses.use(subaddress)
    const { key } = tx.outputs[index]!
    const own = { key, derivation, indexInTx: index, subaddress }
    const keyImage = keyImageOf(finder, own)
    found.set(index, {
      key: bytesToHex(key),
      index,
      subaddress,
      ...worth,
      txPublicKey: txPublicKey.slice(),
      mask: worth.mask.slice(),
      keyImage,
    })
  }
  return [...found.values()].sort((a, b) => a.index - b.index)
}

/** Key image of an own output in hex; undefined without the spend secret, unless it was imported. */
export function keyImageOf(
  { crypto, secrets: { spendSecret, viewSecret }, keyImages }: OutputFinder,
  output: OwnOutput,
): string | undefined {
  if (!spendSecret) return keyImages.get(bytesToHex(output.key))?.keyImage
  const found = oneTimeKey(crypto, { spendSecret, viewSecret }, output)
  if (!found) throw new Error('key image: the one-time secret is not that of the output')
  found.secret.fill(0)
  return bytesToHex(found.keyImage)
}

/** The value for no payment id. */
export const noPaymentId = '0000000000000000'

/** Rules from which long payment ids are ignored. monero IGNORE_LONG_PAYMENT_ID_FROM_BLOCK_VERSION */
const longIgnoredFrom = 12

/**
 * The payment id that came with a payment to us: 16 or 64 hex digits.
 *
 * @param version - Rules of the block; 0 for a transaction of the pool.
 * @see monero src/wallet/wallet2.cpp process_new_transaction,
 *   src/device/device_default.cpp encrypt_payment_id
 */
export function receivedPaymentId(
  crypto: Crypto,
  viewSecret: Uint8Array,
  extra: readonly ExtraField[],
  version: number,
): string {
  const given = extraPaymentId(extra)
  if (!given) return noPaymentId
  if (given.kind === 'plain')
    return version < longIgnoredFrom ? shortened(bytesToHex(given.id)) : noPaymentId

  const derivation = crypto.keyDerivation(publicKeys(extra).at(-1)!, viewSecret)
  if (!derivation) return bytesToHex(given.id)
  const pad = crypto.keccak256(concatBytes(derivation, Uint8Array.of(0x8d)))
  return bytesToHex(given.id.map((byte, at) => byte ^ pad[at]!))
}

/** The unencrypted payment id of an outgoing transaction. Only the sender knows an encrypted one. */
export function sentPaymentId(extra: readonly ExtraField[]): string {
  const given = extraPaymentId(extra)
  return given?.kind === 'plain' ? shortened(bytesToHex(given.id)) : noPaymentId
}

// As every answer writes it. @see monero src/wallet/wallet_rpc_server.cpp fill_transfer_entry
const shortened = (id: string) => (/^0{48}$/.test(id.slice(16)) ? id.slice(0, 16) : id)
