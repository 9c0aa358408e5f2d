/**
 * Signs the transactions of a view-only wallet with the same keys.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp sign_tx
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import { sumOfAmounts } from '#protocol/bigint.ts'
import { RpcError } from '#protocol/errors.ts'
import type { Construction } from '#protocol/interchange/construction.ts'
import { magics } from '#protocol/interchange/magics.ts'
import type { PendingTx } from '#protocol/interchange/pending-tx.ts'
import { writeSignedSet, type SignedSet, type UnsignedSet } from '#protocol/interchange/sets.ts'
import type { Ports } from '../base/ports.ts'
import type { Addresses } from '../keys/addresses.ts'
import type { SpendSecrets } from '../keys/one-time-key.ts'
import type { Store } from '../store/store.ts'
import { feeBasis, feeError } from '../payments/fees/fee-cap.ts'
import { inChainOrder } from '../payments/spendable-funds.ts'
import { buildTransaction, type BuiltTransaction } from '../tx/build.ts'
import type { WeighedDraft } from '../tx/draft.ts'
import { outgoingOf } from '../tx/outgoing.ts'
import { pendingTxOf } from '../tx/pending-tx.ts'
import { withheldTxKey } from '../tx/tx-keys.ts'
import { verifyBuilt } from '../tx/verify.ts'
import { weigh } from '../tx/weigh.ts'
import { findOutputs } from '../scan/identify-outputs.ts'
import { skimOf } from '../scan/skimmed.ts'
import { TransactionScan } from '../scan/transaction-scan.ts'
import { changeError, checkClaims } from '../exchange/claims.ts'
import { addImportedOutputs } from './import-outputs.ts'
import { seal } from '../exchange/sealed-set.ts'
import { inputOf } from '../exchange/sources.ts'

type SignParts = {
  ports: Pick<Ports, 'crypto' | 'random' | 'clock' | 'kdfRounds'>
  store: Store
  addresses: Addresses
}

export type SignedSetResult = {
  /** The signed set for the requesting wallet. */
  sealed: Uint8Array
  /** The transactions with their secret keys, which the requesting wallet does not receive. */
  transactions: { txid: string; blob: Uint8Array; txKeys: Uint8Array[] }[]
}

/**
 * Imports the outputs of the set, then builds and signs all of its transactions, or none.
 *
 * @throws {RpcError} SIGN_UNSIGNED, WATCH_ONLY
 */
export async function signSet(parts: SignParts, set: UnsignedSet): Promise<SignedSetResult> {
  const { ports } = parts
  const secrets = requireSecrets(parts)
  try {
    await addImportedOutputs(parts, set.outputs)
    const built = set.constructions.map((each) => sign(parts, secrets, each))
    await keepTxKeys(parts, built)
    const content = writeSignedSet(await signedSet(parts, secrets, set, built))
    return {
      sealed: await seal(ports, secrets, magics.signed, content),
      transactions: built.map((each) => {
        const { txid, tx, txKeys } = outgoingOf(each)
        return { txid, blob: tx.blob, txKeys }
      }),
    }
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    throw new RpcError('SIGN_UNSIGNED', `Failed to sign unsigned tx: ${error.message}`)
  }
}

/**
 * Imports the outputs of the set, then makes all checks of {@link signSet}. Nothing is signed.
 *
 * @throws {RpcError} WATCH_ONLY; SIGN_UNSIGNED with the reason why signing would fail.
 */
export async function checkSet(parts: SignParts, set: UnsignedSet): Promise<void> {
  const secrets = requireSecrets(parts)
  try {
    await addImportedOutputs(parts, set.outputs)
    for (const each of set.constructions) checkedDraft(parts, secrets, each)
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    throw new RpcError('SIGN_UNSIGNED', error.message)
  }
}

function requireSecrets({ store }: SignParts): SpendSecrets {
  const { spendSecret, ...rest } = store.secrets.value
  if (!spendSecret) throw new RpcError('WATCH_ONLY', 'command not supported by watch-only wallet')
  return { spendSecret, ...rest }
}

function sign(parts: SignParts, secrets: SpendSecrets, asked: Construction): BuiltTransaction {
  const { ports } = parts
  const built = buildTransaction(ports, secrets, checkedDraft(parts, secrets, asked))
  verifyBuilt(ports.crypto, secrets, built)
  return built
}

/** What is built and signed. @throws {RpcError} SIGN_UNSIGNED when the request is refused. */
function checkedDraft(
  { ports: { crypto }, addresses, store }: SignParts,
  secrets: SpendSecrets,
  asked: Construction,
): WeighedDraft {
  if (asked.unlockTime !== 0n) throw refused('transaction cannot have non-zero unlock time')
  const claims = checkClaims(crypto, secrets, asked)
  if (typeof claims === 'string') throw refused(claims)
  const inputs = asked.sources.map((source) => {
    const input = inputOf({ crypto, secrets, addresses }, source)
    if (typeof input === 'string') throw refused(input)
    return input
  })
  const error = changeError(asked, inputs)
  if (error) throw refused(error)
  const keyImages = new Set(inputs.map(({ output }) => output.keyImage))
  if (keyImages.size !== inputs.length) throw refused('it spends an output twice')
  const fee = sumOfAmounts(asked.sources) - sumOfAmounts(asked.outputs)
  if (fee < 0n) throw refused('it pays more than it spends')
  const draft = {
    ringct: asked.ringct,
    inputs: inputs.map(({ output }) => output),
    rings: inputs.map(({ ring }) => ring),
    payments: asked.payments,
    change: asked.change,
    fee,
    unlockTime: 0n,
    paymentId: claims.paymentId,
  }
  const weighed: WeighedDraft = { ...draft, weight: weigh(draft) }
  const tooDear = feeError(fee, weighed.weight, feeBasis(store))
  if (tooDear) throw refused(tooDear)
  return weighed
}

const refused = (message: string) => new RpcError('SIGN_UNSIGNED', message)

// The signing wallet keeps the transaction keys for later proofs; the sending wallet never has
// them.
function keepTxKeys({ store }: SignParts, built: readonly BuiltTransaction[]): Promise<void> {
  return store.commit((change) => {
    for (const each of built) {
      const { txid, txKeys } = outgoingOf(each)
      change.put(store.txKeys, txid, { txKeys: txKeys.map((key) => key.slice()) })
    }
  })
}

async function signedSet(
  parts: SignParts,
  secrets: SpendSecrets,
  { constructions }: UnsignedSet,
  built: readonly BuiltTransaction[],
): Promise<SignedSet> {
  const ownOutputs: SignedSet['ownOutputs'] = []
  for (const { tx } of built) ownOutputs.push(...(await ownOutputsOf(parts, secrets, tx)))
  const outputs = inChainOrder(parts.store.outputs)
  return {
    pending: built.map((each, i) => pendingFor(each, constructions[i]!)),
    keyImages: outputs.map(({ keyImage }) => hexToBytes(keyImage!)),
    ownOutputs,
  }
}

// In the requester's form: its output positions, and the payment id in the clear.
const pendingFor = (built: BuiltTransaction, asked: Construction): PendingTx => ({
  ...pendingTxOf(built, () => 0),
  txKeys: [withheldTxKey.slice()],
  construction: asked,
})

/** Own outputs of a transaction, with their key images. */
async function ownOutputsOf(
  { ports: { crypto, clock }, addresses, store: { keyImages } }: SignParts,
  secrets: SpendSecrets,
  tx: BuiltTransaction['tx'],
): Promise<SignedSet['ownOutputs']> {
  const find = (spendKey: Uint8Array) => addresses.find(spendKey)
  const finder = { crypto, secrets, keyImages, addresses: { find, use: async () => undefined } }
  const scan = new TransactionScan(finder, skimOf(tx), () => clock.sleep(0))
  const found = await findOutputs(finder, tx, false, scan)
  return found.map(({ key, keyImage }) => ({
    key: hexToBytes(key),
    keyImage: hexToBytes(keyImage!),
  }))
}
