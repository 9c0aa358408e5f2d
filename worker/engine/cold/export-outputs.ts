/**
 * Exports the outputs of a view-only wallet for the wallet with the spend key.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp export_outputs, export_outputs_to_str
 */
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { Writer } from '#protocol/chain/writer.ts'
import { RpcError } from '#protocol/errors.ts'
import { magics } from '#protocol/interchange/magics.ts'
import {
  writeOutputs,
  type OutputsForm,
  type ExportedOutput,
  type ExportedOutputs,
} from '#protocol/interchange/outputs.ts'
import { inChainOrder } from '../payments/spendable-funds.ts'
import type { OutputRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { seal, type SealPorts } from '../exchange/sealed-set.ts'

/** The selected outputs. */
export type OutputRange = {
  /** All from `start` on; otherwise from the first output whose key image is requested. */
  all: boolean
  start: number
  count: number
}

/** @throws {RpcError} UNKNOWN_ERROR for an invalid range. */
export async function exportOutputs(
  ports: SealPorts,
  store: Store,
  wanted: OutputRange,
  form: OutputsForm,
): Promise<Uint8Array> {
  if (wanted.count === 0) throw new RpcError('UNKNOWN_ERROR', 'Nothing requested')
  if (!wanted.all && wanted.start > 0)
    throw new RpcError('UNKNOWN_ERROR', 'Incremental mode is incompatible with non-zero start')
  const secrets = store.secrets.value
  const writer = new Writer()
  writeOutputs(writer, exportedOutputs(store, wanted), form)
  const { spendPublic, viewPublic } = secrets
  const content = concatBytes(spendPublic, viewPublic, writer.bytes())
  return seal(ports, secrets, magics.outputs, content)
}

/** The first output whose key image is requested, and all after it. */
export const requestedOutputs = (store: Store): ExportedOutputs =>
  exportedOutputs(store, { all: false, start: 0, count: Infinity })

function exportedOutputs(store: Store, { all, start, count }: OutputRange): ExportedOutputs {
  const outputs = inChainOrder(store.outputs)
  const first = outputs.findIndex((output) => !output.keyImage || isRequested(store, output))
  const offset = all ? start : first === -1 ? outputs.length : first
  return {
    offset,
    total: outputs.length,
    outputs: outputs.slice(offset, offset + count).map((output) => exportedOutput(store, output)),
  }
}

/**
 * Whether the key image is requested: by this wallet when it is view-only, otherwise from it.
 *
 * @see monero src/wallet/wallet2.h m_key_image_request
 */
export const isRequested = (store: Store, { key, imported }: OutputRecord): boolean =>
  store.info.value.kind === 'view-only'
    ? (store.keyImages.get(key)?.requested ?? true)
    : (imported?.requested ?? false)

function exportedOutput(store: Store, output: OutputRecord): ExportedOutput {
  const { key, indexInTx, globalIndex, txPublicKey, amount, frozen, ringct, subaddress } = output
  return {
    key: hexToBytes(key),
    indexInTx,
    globalIndex,
    amount,
    frozen,
    ringct,
    subaddress,
    // Only the key that derives the output: the other additional keys are not needed.
    txPublicKey,
    additionalKeys: [],
    spent: output.spent !== undefined,
    keyImageKnown: output.keyImage !== undefined,
    requested: isRequested(store, output),
  }
}
