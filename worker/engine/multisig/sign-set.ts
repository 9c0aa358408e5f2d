/**
 * Signs a set that another member proposed, and completes it when enough members have signed.
 *
 * Nonces are deleted on disk before a signature made with them exists. Even after a crash, none is
 * used twice.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp sign_multisig_tx
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { errorDetails } from '#protocol/error-details.ts'
import { RpcError } from '#protocol/errors.ts'
import { transactionId } from '#protocol/chain/hashes.ts'
import type { ParsedTransaction } from '#protocol/chain/transaction.ts'
import { transactionWeight } from '#protocol/chain/weights.ts'
import {
  writeMultisigSet,
  type Attempt,
  type MultisigSet,
  type MultisigTx,
} from '#protocol/interchange/multisig-set.ts'
import type { Crypto } from '#wasm/types.ts'
import { TimeSlice, mapInSlices } from '../base/time-slice.ts'
import { feeBasis, feeError } from '../payments/fees/fee-cap.ts'
import { namedRecipients } from '../exchange/describe.ts'
import type { Clock } from '../base/ports.ts'
import type { Store } from '../store/store.ts'
import { answerOf, challengeOf, sumOfSecrets, weightsOf, type Challenge } from './clsag.ts'
import { noncesPerSignature } from './export-info.ts'
import { finish, isSigned, notHeld } from './finish.ts'
import type { MemberSecrets } from './group.ts'
import { refused } from './errors.ts'
import { reconstruct, type Reconstructed } from './reconstruct.ts'
import { areInMainSubgroup } from './subgroup.ts'
import { sizeError } from './tx-set.ts'

type Parts = { crypto: Crypto; store: Store }
type SigningParts = { ports: { crypto: Crypto; clock: Clock }; store: Store }

export type SignedByUs = {
  set: MultisigSet
  /** Ids of its transactions; empty while others must sign. */
  txids: string[]
}

/** The nonces of each input, per attempt; undefined for an attempt without this member. */
type Nonces = (Uint8Array[][] | undefined)[]

/** This member's responses in an attempt, per input. */
type Turn = { nonces: Uint8Array[]; challenge: Challenge; muP: Uint8Array }[]

/**
 * @param set - Not changed. Must run alone.
 * @throws {RpcError} MULTISIG_SIGNATURE with the reference's messages. If the nonces are deleted by
 *   then, the members must export and import again.
 */
export async function signGroup(
  parts: SigningParts,
  secrets: MemberSecrets,
  set: MultisigSet,
): Promise<SignedByUs> {
  try {
    return await signSet(parts, secrets, set)
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    throw new RpcError(
      'MULTISIG_SIGNATURE',
      `Failed to sign multisig tx: ${error.message}`,
      error.data,
    )
  }
}

/**
 * Transactions that enough members have signed, each one checked. The recipients come from the
 * checked construction data: any other description in the set is ignored.
 *
 * @throws {RpcError} THRESHOLD_NOT_REACHED, MULTISIG_SUBMISSION
 */
export function submittable(
  { crypto, store }: Parts,
  secrets: MemberSecrets,
  { transactions, signers }: MultisigSet,
): MultisigTx[] {
  if (signers.length < secrets.multisig.threshold)
    throw new RpcError('THRESHOLD_NOT_REACHED', 'Not enough signers signed this transaction.')
  const found = transactions.map((each) => {
    const made = reconstruct(crypto, store, secrets, each)
    if (typeof made === 'string') throw notSubmitted(made)
    if (!isSigned(crypto, each.tx, made.toSign)) throw notSubmitted(notHeld)
    return made
  })
  if (!areDistinct(spentBy(found))) throw notSubmitted(spentTwice)
  const { network } = store.info.value
  return transactions.map(({ construction, ...each }) => ({
    ...each,
    construction,
    change: construction.change,
    payments: namedRecipients(construction, network),
  }))
}

const notSubmitted = (error: string) =>
  new RpcError('MULTISIG_SUBMISSION', `Failed to submit multisig tx: ${error}`)

const spentTwice = 'the set spends an output twice'
const areDistinct = (keys: readonly string[]) => new Set(keys).size === keys.length

/** Keys of the outputs that some transactions spend. */
const spentBy = (found: readonly Reconstructed[]) =>
  found.flatMap(({ inputs }) => inputs.map(({ output }) => output.key))

async function signSet(
  { ports: { crypto, clock }, store }: SigningParts,
  secrets: MemberSecrets,
  set: MultisigSet,
): Promise<SignedByUs> {
  const timeSlice = new TimeSlice(clock)
  const signer = crypto.multiplyBase(secrets.multisig.baseSecret)
  requireTurn(secrets, set, signer)
  const found: Reconstructed[] = []
  for (const tx of set.transactions)
    found.push(await requireSound({ crypto, store }, secrets, tx, timeSlice))
  const keys = spentBy(found)
  if (!areDistinct(keys)) throw refused(spentTwice)
  const own = ownNonces(crypto, store, keys)
  try {
    const turns: (Turn | undefined)[][] = []
    for (const [i, tx] of set.transactions.entries()) {
      const nonces = noncesFor(own, tx, found[i]!, signer)
      const turnsOf = (attempt: Attempt, a: number) => turnIn(crypto, attempt, found[i]!, nonces[a])
      turns.push(await mapInSlices(timeSlice, tx.attempts, turnsOf))
    }
    const shares = ownShares(crypto, secrets)
    const tooLarge = sizeError(sizeSigned(set, turns, shares))
    if (tooLarge !== undefined) throw refused(tooLarge)
    await dropNonces(store, keys)
    const signed: MultisigTx[] = []
    for (const [i, tx] of set.transactions.entries()) {
      const answered = (attempt: Attempt, a: number) =>
        addAnswers(crypto, shares, attempt, turns[i]![a])
      signed.push({ ...tx, attempts: await mapInSlices(timeSlice, tx.attempts, answered) })
    }
    const signers = [...set.signers, signer]
    if (signers.length < secrets.multisig.threshold)
      return { set: { transactions: signed, signers }, txids: [] }
    const transactions = signed.map((tx, i) => finish(crypto, tx, found[i]!.toSign, signers))
    await keepTxKeys(store, transactions)
    return { set: { transactions, signers }, txids: transactions.map(({ tx }) => idOf(tx)) }
  } finally {
    for (const { nonce } of [...own.values()].flat()) nonce.fill(0)
  }
}

const idOf = (tx: ParsedTransaction) => bytesToHex(transactionId(tx))

function requireTurn(
  { multisig: { threshold, signers } }: MemberSecrets,
  set: MultisigSet,
  own: Uint8Array,
) {
  const names = set.signers.map(bytesToHex)
  const members = new Set(signers.map(bytesToHex))
  if (set.transactions.length === 0) throw refused('No tx found')
  if (names.includes(bytesToHex(own)))
    throw refused('Transaction already signed by this private key')
  if (names.length > threshold) throw refused('Transaction was signed by too many signers')
  if (names.length === threshold)
    throw refused('Transaction is already fully signed', errorDetails.fullySigned)
  if (new Set(names).size !== names.length || names.some((name) => !members.has(name)))
    throw refused('Transaction was signed by somebody else')
}

async function requireSound(
  { crypto, store }: Parts,
  secrets: MemberSecrets,
  tx: MultisigTx,
  timeSlice: TimeSlice,
): Promise<Reconstructed> {
  if (tx.attempts.length === 0) throw refused('No signatures found in multisig tx')
  const found = reconstruct(crypto, store, secrets, tx)
  if (typeof found === 'string') throw refused(found)
  const tooDear = feeError(tx.fee, transactionWeight(tx.tx), feeBasis(store))
  if (tooDear) throw refused(tooDear)
  if (found.inputs.some(({ output }) => output.frozen))
    throw refused('Will not sign multisig tx containing frozen outputs')
  if (!(await haveShape(crypto, timeSlice, tx.attempts, found.inputs.length)))
    throw refused('the signatures do not match the inputs')
  return found
}

async function haveShape(
  crypto: Crypto,
  timeSlice: TimeSlice,
  attempts: readonly Attempt[],
  inputs: number,
): Promise<boolean> {
  const isShaped = ({ sums, responses, challenges }: Attempt) =>
    [sums, responses, challenges].every(({ length }) => length === inputs) &&
    responses.every((each) => crypto.isCanonicalScalar(each)) &&
    sums.every(({ L, R }) => [L, R].every(({ length }) => length === noncesPerSignature))
  if (!attempts.every(isShaped)) return false
  const points = attempts.flatMap(({ sums }) => sums.flatMap(({ L, R }) => [...L, ...R]))
  return areInMainSubgroup(crypto, timeSlice, points)
}

type OwnNonce = { nonce: Uint8Array; commitment: string }

/** Copies of this member's nonces, by output key. */
function ownNonces(
  crypto: Crypto,
  { signing }: Store,
  keys: readonly string[],
): Map<string, OwnNonce[]> {
  return new Map(
    keys.map((key) => [
      key,
      (signing.get(key)?.nonces ?? []).map((nonce) => ({
        nonce: nonce.slice(),
        commitment: bytesToHex(crypto.multiplyBase(nonce)),
      })),
    ]),
  )
}

/** Each nonce is used once, in the order of their export. */
function noncesFor(
  own: ReadonlyMap<string, OwnNonce[]>,
  { attempts }: MultisigTx,
  { inputs }: Reconstructed,
  signer: Uint8Array,
): Nonces {
  const given = new Set<OwnNonce>()
  const name = bytesToHex(signer)
  return attempts.map(({ ignored, commitments }) => {
    if (ignored.some((each) => bytesToHex(each) === name)) return undefined
    const wanted = new Set(commitments.map(bytesToHex))
    return inputs.map(({ output }) => {
      const some = own
        .get(output.key)!
        .filter((each) => wanted.has(each.commitment) && !given.has(each))
        .slice(0, noncesPerSignature)
      if (some.length < noncesPerSignature) throw exportNeeded()
      for (const each of some) given.add(each)
      return some.map(({ nonce }) => nonce)
    })
  })
}

const exportNeeded = () =>
  refused(
    'This signature was made with stale data: export fresh multisig data, which other participants ' +
      'must then use',
    errorDetails.staleMultisigInfo,
  )

/** All nonces of these outputs: the unused ones are unusable afterwards. */
async function dropNonces(store: Store, keys: readonly string[]): Promise<void> {
  const { signing } = store
  const before = keys.flatMap((key) => signing.get(key)?.nonces ?? [])
  await store.commit((change) => {
    for (const key of keys) {
      const record = change.get(signing, key)
      if (record) change.put(signing, key, { ...record, nonces: [] })
    }
  })
  for (const nonce of before) nonce.fill(0)
}

/** @throws {RpcError} For an attempt without a valid challenge, before any nonce is deleted. */
function turnIn(
  crypto: Crypto,
  { sums }: Attempt,
  { toSign }: Reconstructed,
  nonces: Uint8Array[][] | undefined,
): Turn | undefined {
  return nonces?.map((some, i) => {
    const weights = weightsOf(crypto, toSign[i]!)
    const challenge = challengeOf(crypto, toSign[i]!, weights, sums[i]!)
    if (!challenge) throw refused('the signatures do not match the inputs')
    return { nonces: some, challenge, muP: weights.muP }
  })
}

/** A share of this member, and its public key, also in hex. */
type OwnShare = { secret: Uint8Array; publicKey: Uint8Array; name: string }

const ownShares = (crypto: Crypto, { multisig: { shares } }: MemberSecrets): OwnShare[] =>
  shares.map((secret) => {
    const publicKey = crypto.multiplyBase(secret)
    return { secret, publicKey, name: bytesToHex(publicKey) }
  })

/** The shares with which an attempt is not signed yet. */
function sharesLeft(shares: readonly OwnShare[], { signedShares }: Attempt): OwnShare[] {
  const signed = new Set(signedShares.map(bytesToHex))
  return shares.filter(({ name }) => !signed.has(name))
}

/** Size of the set in bytes after this member's signature, or slightly more. */
function sizeSigned(
  set: MultisigSet,
  turns: readonly (readonly (Turn | undefined)[])[],
  shares: readonly OwnShare[],
): number {
  const signer = 33
  return set.transactions.reduce(
    (size, { attempts }, i) =>
      attempts.reduce(
        // A longer list may need one more byte for its length.
        (sum, each, a) => (turns[i]![a] ? sum + 1 + 32 * sharesLeft(shares, each).length : sum),
        size,
      ),
    writeMultisigSet(set).length + signer,
  )
}

function addAnswers(
  crypto: Crypto,
  shares: readonly OwnShare[],
  attempt: Attempt,
  turn: Turn | undefined,
): Attempt {
  if (!turn) return attempt
  const left = sharesLeft(shares, attempt)
  const secrets = left.map(({ secret }) => secret)
  const key = sumOfSecrets(crypto, secrets)
  const after: Attempt = {
    ...attempt,
    signedShares: [...attempt.signedShares, ...left.map(({ publicKey }) => publicKey)],
    challenges: [],
    responses: [],
  }
  for (const [i, { nonces, challenge, muP }] of turn.entries()) {
    const secret = crypto.scalarMultiply(muP, key)
    const answer = answerOf(crypto, challenge, nonces, secret)
    secret.fill(0)
    after.challenges.push(challenge.first)
    after.responses.push(crypto.scalarAdd(attempt.responses[i]!, answer))
  }
  key.fill(0)
  return after
}

// The last signer may need the keys for a payment proof, even when another member sends it.
const keepTxKeys = (store: Store, transactions: readonly MultisigTx[]): Promise<void> =>
  store.commit((change) => {
    for (const { tx, txKeys } of transactions)
      change.put(store.txKeys, idOf(tx), { txKeys: txKeys.map((key) => key.slice()) })
  })
