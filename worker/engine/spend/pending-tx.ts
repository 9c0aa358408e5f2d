/**
 * `tx_metadata`: a signed transaction with all that relaying and noting it takes, as the reference
 * wallet writes it, so that either wallet relays what the other made.
 *
 * @module
 * @see monero src/wallet/wallet2.h pending_tx, tx_construction_data
 * @see monero src/cryptonote_core/cryptonote_tx_utils.h tx_source_entry, tx_destination_entry
 */
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { Writer } from '#protocol/chain/writer.ts'
import type { OutputRecord } from '../store/records.ts'
import type { Built } from './build.ts'
import { amountBytes } from './outputs.ts'
import type { Payment } from './payee.ts'
import type { Ring } from './rings.ts'

const zeroKey = new Uint8Array(32)

/** monero rct::RangeProofPaddedBulletproof */
const paddedBulletproof = 3
/** Bulletproof+ as `RCTConfig` counts versions. */
const bulletproofPlus = 4
/** monero tx_construction_data::_use_rct, _use_view_tags */
const constructionFlags = 0b11

/**
 * @param position - Place of one of our outputs among all of them in the order of the chain, which
 *   is how the reference names it.
 */
export function writePendingTx(
  built: Built,
  position: (output: OutputRecord) => number,
): Uint8Array {
  const { tx, keys, draft } = built
  const writer = new Writer().varint(1).raw(tx.blob)
  writer.raw(amountBytes(0n)).raw(amountBytes(draft.fee)).byte(0) // no dust
  destination(writer, built.layout.change ?? nothing)
  positions(writer, draft.inputs, position)
  const images = tx.inputs.map((input) =>
    input.kind === 'key' ? `<${bytesToHex(input.keyImage)}> ` : '',
  )
  text(writer, images.join(''))
  writer.key(keys.main, 'transaction key')
  list(writer, keys.additional, (key) => writer.key(key, 'transaction key'))
  list(writer, draft.payments, (payment) => destination(writer, payment))
  construction(writer, built, position)
  // No multisig signatures, nor their entropy.
  return writer.varint(0).key(zeroKey, 'entropy').bytes()
}

function construction(writer: Writer, built: Built, position: (output: OutputRecord) => number) {
  const { tx, draft, layout } = built
  list(writer, draft.inputs, (output, i) => source(writer, output, draft.rings[i]!))
  destination(writer, layout.change ?? nothing)
  list(writer, layout.outputs, (output) => destination(writer, output))
  positions(writer, draft.inputs, position)
  writer.varint(tx.extra.length).raw(tx.extra)
  writer.raw(amountBytes(tx.unlockTime)).byte(constructionFlags)
  writer.varint(0).varint(paddedBulletproof).varint(bulletproofPlus)
  list(writer, draft.payments, (payment) => destination(writer, payment))
  writer.u32(draft.inputs[0]!.subaddress.account)
  const addresses = new Set(draft.inputs.map(({ subaddress }) => subaddress.address))
  list(
    writer,
    [...addresses].sort((a, b) => a - b),
    (address) => writer.varint(address),
  )
}

function source(writer: Writer, output: OutputRecord, { members, realIndex }: Ring) {
  list(writer, members, ({ globalIndex, key, commitment }) =>
    // A pair says that it is of two.
    writer.varint(2).varint(globalIndex).key(key, 'key').key(commitment, 'commitment'),
  )
  writer.raw(amountBytes(BigInt(realIndex)))
  // The one key that derives the output: additional ones are not needed beside it.
  writer.key(output.txPublicKey, 'transaction public key').varint(0)
  writer.raw(amountBytes(BigInt(output.indexInTx))).raw(amountBytes(output.amount))
  writer.byte(1).key(output.mask, 'mask')
  for (let i = 0; i < 4; i++) writer.key(zeroKey, 'multisig')
}

const nothing: Payment = {
  spendKey: zeroKey,
  viewKey: zeroKey,
  isSubaddress: false,
  isIntegrated: false,
  original: '',
  amount: 0n,
}

function destination(writer: Writer, payment: Payment) {
  const { original, amount, spendKey, viewKey, isSubaddress, isIntegrated } = payment
  text(writer, original)
  writer.varint(amount).key(spendKey, 'spend key').key(viewKey, 'view key')
  writer.byte(Number(isSubaddress)).byte(Number(isIntegrated))
}

function positions(
  writer: Writer,
  inputs: readonly OutputRecord[],
  position: (output: OutputRecord) => number,
) {
  list(writer, inputs, (output) => writer.varint(position(output)))
}

function text(writer: Writer, value: string) {
  const bytes = utf8ToBytes(value)
  writer.varint(bytes.length).raw(bytes)
}

function list<T>(writer: Writer, items: readonly T[], write: (item: T, index: number) => void) {
  writer.varint(items.length)
  items.forEach(write)
}
