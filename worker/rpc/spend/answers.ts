/**
 * Answers of payment methods: for one transaction, and for several.
 *
 * @module
 * @see monero src/wallet/wallet_rpc_server.cpp fill_response
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { sumOfAmounts } from '#protocol/bigint.ts'
import { list, object, text, u64 } from '#protocol/fields.ts'
import { longHex } from '#protocol/hex.ts'
import { loadCold } from '../../engine/cold/load-cold.ts'
import { sealMultisigSet } from '../../engine/multisig/tx-set.ts'
import { keyImagesOf, weightOf } from '../../engine/tx/outgoing.ts'
import type { MadePayment } from '../../engine/payments/spend.ts'
import type { Wallet } from '../../engine/wallet.ts'

const amounts = object({ amounts: list(u64) })
const keyImages = object({ key_images: list(text) })

export const singleResult = {
  amount: u64.describe('To the recipients, in piconero.'),
  amounts_by_dest: amounts,
  fee: u64.describe('In piconero.'),
  weight: u64,
  multisig_txset: text.describe('For sign_multisig by the other members, from a multisig wallet.'),
  tx_blob: text.describe('In hex, if requested.'),
  tx_hash: text.describe('Meaningless for an unsigned transaction.'),
  tx_key: text.describe('Secret key of the transaction, if requested. It can prove the payment.'),
  tx_metadata: text,
  unsigned_txset: text.describe('For sign_transfer, from a view-only wallet.'),
  spent_key_images: keyImages,
}

export const splitResult = {
  tx_hash_list: list(text),
  tx_key_list: list(text),
  amount_list: list(u64),
  amounts_by_dest_list: list(amounts),
  fee_list: list(u64),
  weight_list: list(u64),
  tx_blob_list: list(text),
  tx_metadata_list: list(text),
  multisig_txset: text.describe('For sign_multisig by the other members, from a multisig wallet.'),
  unsigned_txset: text.describe('For sign_transfer, from a view-only wallet.'),
  spent_key_images_list: list(keyImages),
}

export type Wanted = { keys: boolean; hex: boolean; metadata: boolean }

/** One transaction. */
export const single = async (wallet: Wallet, made: MadePayment, wanted: Wanted) => ({
  ...answer(made, wanted),
  multisig_txset: await multisigSet(wallet, [made]),
  unsigned_txset: await unsignedSet(wallet, [made]),
})

// A transaction that another wallet signs has no bytes yet. Its id is computed from its draft.
function answer(made: MadePayment, wanted: Wanted) {
  return {
    amount: sumOfAmounts(made.payments),
    amounts_by_dest: { amounts: made.payments.map(({ amount }) => amount) },
    fee: made.fee,
    weight: BigInt(weightOf(made)),
    tx_blob: wanted.hex && isSigned(made) ? bytesToHex(made.tx.blob) : '',
    // A partially signed multisig transaction has no id.
    tx_hash: made.proposed ? '' : made.txid,
    tx_key: wanted.keys ? keyText(made.txKeys) : '',
    tx_metadata: wanted.metadata ? bytesToHex(made.metadata()) : '',
    spent_key_images: { key_images: keyImagesOf(made) },
  }
}

/** Several transactions: one list for each field. */
export async function split(wallet: Wallet, all: readonly MadePayment[], wanted: Wanted) {
  const each = all.map((made) => answer(made, wanted))
  const isGroup = all.some(({ proposed }) => proposed)
  return {
    tx_hash_list: isGroup ? [] : each.map(({ tx_hash }) => tx_hash),
    tx_key_list: wanted.keys ? each.map(({ tx_key }) => tx_key) : [],
    amount_list: each.map(({ amount }) => amount),
    amounts_by_dest_list: each.map(({ amounts_by_dest }) => amounts_by_dest),
    fee_list: each.map(({ fee }) => fee),
    weight_list: each.map(({ weight }) => weight),
    tx_blob_list: wanted.hex && !isGroup ? each.map(({ tx_blob }) => tx_blob) : [],
    tx_metadata_list: wanted.metadata && !isGroup ? each.map(({ tx_metadata }) => tx_metadata) : [],
    multisig_txset: await multisigSet(wallet, all),
    unsigned_txset: await unsignedSet(wallet, all),
    spent_key_images_list: each.map(({ spent_key_images }) => spent_key_images),
  }
}

const isSigned = ({ unsigned, proposed }: MadePayment) => !unsigned && !proposed

/** The set for the other members of a multisig group, in hex; empty without a group. */
async function multisigSet(
  { ports, secrets }: Wallet,
  all: readonly MadePayment[],
): Promise<string> {
  const transactions = all.flatMap(({ proposed }) => proposed ?? [])
  if (!secrets.multisig || transactions.length === 0) return ''
  const signers = [ports.crypto.multiplyBase(secrets.multisig.baseSecret)]
  return longHex(await sealMultisigSet(ports, secrets, { transactions, signers }))
}

/** The set that another wallet signs, in hex; empty if this wallet signed. */
async function unsignedSet({ ports, store }: Wallet, all: readonly MadePayment[]): Promise<string> {
  const constructions = all.flatMap(({ unsigned }) => unsigned ?? [])
  if (constructions.length === 0) return ''
  const { sealUnsignedSet } = await loadCold()
  return longHex(await sealUnsignedSet(ports, store, constructions))
}

/** The transaction's secret key and the additional ones, one after the other. */
export const keyText = (keys: readonly Uint8Array[]): string =>
  keys.map((key) => bytesToHex(key)).join('')
