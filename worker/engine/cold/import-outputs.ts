/**
 * Imports outputs into the offline wallet.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp import_outputs_from_str, import_outputs
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { sameBytes } from '#protocol/bytes.ts'
import { RpcError } from '#protocol/errors.ts'
import { magics } from '#protocol/interchange/magics.ts'
import {
  readOutputs,
  type ExportedOutput,
  type ExportedOutputs,
} from '#protocol/interchange/outputs.ts'
import type { Addresses } from '../keys/addresses.ts'
import type { LookaheadAddresses } from '../keys/lookahead-keys.ts'
import { TimeSlice } from '../base/time-slice.ts'
import { oneTimeKey, type SpendSecrets } from '../keys/one-time-key.ts'
import { inChainOrder } from '../payments/spendable-funds.ts'
import type { OutputRecord, SubaddressIndex } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { keysToTry } from '../exchange/keys-to-try.ts'
import { unseal, type SealError, type UnsealPorts } from '../exchange/sealed-set.ts'

export type ImportParts = {
  ports: UnsealPorts
  store: Store
  addresses: Addresses
}

/** Placeholder for a value that only the chain provides. */
const unknownTxid = '0'.repeat(64)

/** Mask of a commitment to an amount in the clear. monero rct::identity */
const plainMask = Uint8Array.of(1, ...new Uint8Array(31))

/**
 * Imports the result of {@link file://./export-outputs.ts}, in any format version. Must run alone.
 *
 * @returns The number of outputs after the import.
 * @throws {RpcError} UNKNOWN_ERROR, with the reference's messages.
 */
export async function importOutputs(parts: ImportParts, sealed: Uint8Array): Promise<number> {
  const { ports, store } = parts
  const secrets = store.secrets.value
  const content = await unseal(ports, secrets, magics.outputs, sealed)
  if (!(content instanceof Uint8Array)) throw refused(sealErrors[content])
  if (content.length < 64) throw refused('Bad data size for outputs')
  const isOurs = [secrets.spendPublic, secrets.viewPublic].every(
    (key, i) => bytesToHex(content.subarray(32 * i, 32 * i + 32)) === bytesToHex(key),
  )
  if (!isOurs) throw refused('Outputs from are for a different account')
  const exported = readOutputs(content.subarray(64))
  if (!exported) throw refused('Failed to import outputs: unknown format version')
  try {
    return await addImportedOutputs(parts, exported)
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    throw refused(`Failed to import outputs: ${error.message}`)
  }
}

const refused = (message: string) => new RpcError('UNKNOWN_ERROR', message)

const sealErrors: Record<SealError, string> = {
  magic: 'Bad magic from outputs',
  size: 'Failed to decrypt outputs: Unexpected ciphertext size',
  signature: 'Failed to decrypt outputs: Failed to authenticate ciphertext',
}

/**
 * Stores outputs of another wallet, after deriving the key that spends each. It does not override
 * outputs found on the chain: where a wallet has scanned, each output must be known.
 *
 * @returns The number of outputs after the import; 0 when the import is empty.
 * @throws {RpcError} UNKNOWN_ERROR; nothing has changed then.
 */
export async function addImportedOutputs(
  parts: ImportParts,
  exported: ExportedOutputs,
): Promise<number> {
  const { ports, store, addresses } = parts
  const { offset, outputs } = exported
  if (outputs.length === 0) return 0
  const { spendSecret, ...viewSecrets } = store.secrets.value
  const isHot = store.blocks.size > 0 && !outputs.every(({ key }) => wasSeen(store, key))
  if (!spendSecret || isHot) throw refused('Hot wallets cannot import outputs')
  if (store.blocks.size > 0) return store.outputs.size

  const known = inChainOrder(store.outputs)
  if (offset > known.length)
    throw refused(
      'Imported outputs omit more outputs that we know of. Try using export_outputs all.',
    )
  const { total = offset + outputs.length } = exported
  if (offset + outputs.length > total) throw refused('Offset is larger than total outputs')
  const ahead = addresses.ahead()
  const finder: SubaddressFinder = {
    ahead,
    expectedKey: (subaddress) => subaddressKey(parts, subaddress),
  }
  const records = await recordsOf(ports, finder, { spendSecret, ...viewSecrets }, exported, known)
  await storeImported(store, ahead, records, known, { offset, total })
  return store.outputs.size
}

const wasSeen = ({ outputs }: Store, key: Uint8Array) => {
  const output = outputs.get(bytesToHex(key))
  return output !== undefined && !output.imported
}

/** Finds the subaddress of an output. */
type SubaddressFinder = {
  /**
   * Extended by every output, so that the next is found: the exporting wallet extended its
   * lookahead likewise.
   */
  ahead: LookaheadAddresses
  /** Public spend key of the subaddress that an output names; undefined beyond the lookahead. */
  expectedKey: (subaddress: SubaddressIndex) => Uint8Array | undefined
}

/**
 * One call can create thousands of addresses, and the last may be used first: the limit is that of
 * one call.
 */
const maxAddressGap = 65_536

function subaddressKey(
  { store, addresses }: ImportParts,
  index: SubaddressIndex,
): Uint8Array | undefined {
  const { accounts } = store.info.value.lookahead
  if (index.account >= addresses.accountCount + accounts) return undefined
  if (index.address >= addresses.addressCount(index.account) + maxAddressGap) return undefined
  return addresses.spendKey(index)
}

async function recordsOf(
  ports: UnsealPorts,
  finder: SubaddressFinder,
  secrets: SpendSecrets,
  { offset, outputs }: ExportedOutputs,
  known: readonly OutputRecord[],
): Promise<OutputRecord[]> {
  const timeSlice = new TimeSlice(ports.clock)
  const records: OutputRecord[] = []
  for (const [i, output] of outputs.entries()) {
    const position = offset + i
    const before = known[position]
    const isSame = before?.key === bytesToHex(output.key) && before.indexInTx === output.indexInTx
    const { requested, spent, frozen } = output
    if (isSame && output.keyImageKnown) {
      const { spent: _, ...rest } = before
      records.push({
        ...rest,
        frozen,
        imported: { position, requested },
        ...(spent ? { spent: { txid: '' } } : {}),
      })
      continue
    }
    const record = newRecord(ports, finder, secrets, output, position)
    await finder.ahead.use(record.subaddress)
    records.push(record)
    await timeSlice.pause()
  }
  return records
}

function newRecord(
  { crypto }: UnsealPorts,
  finder: SubaddressFinder,
  secrets: SpendSecrets,
  output: ExportedOutput,
  position: number,
): OutputRecord {
  const { key, indexInTx, globalIndex, amount, ringct, frozen, spent } = output
  for (const txPublicKey of keysToTry(output)) {
    const derivation = crypto.keyDerivation(txPublicKey, secrets.viewSecret)
    const spendKey = derivation && crypto.deriveSubaddressPublicKey(key, derivation, indexInTx)
    const subaddress = spendKey && subaddressOf(finder, spendKey, output)
    if (!subaddress) continue
    const own = oneTimeKey(crypto, secrets, { key, derivation, indexInTx, subaddress })
    derivation.fill(0)
    if (!own) break
    own.secret.fill(0)
    return {
      key: bytesToHex(key),
      txid: unknownTxid,
      indexInTx,
      globalIndex,
      amount,
      ringct,
      frozen,
      mask: plainMask.slice(),
      coinbase: false,
      txPublicKey: txPublicKey.slice(),
      subaddress,
      height: 0n,
      timestamp: 0n,
      unlockTime: 0n,
      txSize: 0,
      keyImage: bytesToHex(own.keyImage),
      imported: { position, requested: true },
      ...(spent ? { spent: { txid: '' } } : {}),
    }
  }
  throw refused('Failed to generate key image')
}

function subaddressOf(
  { ahead, expectedKey }: SubaddressFinder,
  spendKey: Uint8Array,
  { subaddress }: ExportedOutput,
): SubaddressIndex | undefined {
  const found = ahead.find(spendKey)
  if (found || !subaddress) return found
  const key = expectedKey(subaddress)
  return key && sameBytes(key, spendKey) ? subaddress : undefined
}

async function storeImported(
  store: Store,
  ahead: LookaheadAddresses,
  records: readonly OutputRecord[],
  known: readonly OutputRecord[],
  { offset, total }: { offset: number; total: number },
): Promise<void> {
  await store.commit((change) => {
    const gone = [...known.slice(offset, offset + records.length), ...known.slice(total)]
    for (const { key } of gone) change.delete(store.outputs, key)
    // An export that starts after these outputs implies that their key images were imported.
    for (const output of known.slice(0, offset))
      if (output.imported?.requested)
        change.put(store.outputs, output.key, {
          ...output,
          imported: { ...output.imported, requested: false },
        })
    for (const record of records) change.put(store.outputs, record.key, record)
    ahead.stage(change)
  })
}
