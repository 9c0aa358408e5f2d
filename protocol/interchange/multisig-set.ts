/**
 * Transactions that members of a multisig group sign one after the other: `multisig_txset`.
 *
 * @module
 * @see monero src/wallet/wallet2.h multisig_tx_set, multisig_sig
 */
import { ChainError, Reader } from '../chain/reader.ts'
import { Writer } from '../chain/writer.ts'
import { readKeys, readList, readWhole, writeList } from './archive.ts'
import { minConstructionSize } from './construction.ts'
import { readMade, writeMade, type PendingTx } from './pending-tx.ts'

/** The signature of one choice of members, complete or partial. Lists per input have one item per nonce. */
export type Attempt = {
  /** Base keys of the members that do not sign. */
  ignored: Uint8Array[]
  /** k·G of each nonce of the members that sign after the first. */
  commitments: Uint8Array[]
  /** Public keys of the shares that signed. */
  signedShares: Uint8Array[]
  /** For each input, the sums of all members' nonce commitments. */
  sums: { L: Uint8Array[]; R: Uint8Array[] }[]
  /** For each input, the challenge at the first ring member. */
  challenges: Uint8Array[]
  /** For each input, the partial response of the real ring member. */
  responses: Uint8Array[]
}

export type MultisigTx = PendingTx & {
  attempts: Attempt[]
  /** Seed of all transaction keys, together with the key images. */
  entropy: Uint8Array
}

export type MultisigSet = {
  transactions: MultisigTx[]
  /** Base keys of the members that signed. */
  signers: Uint8Array[]
}

const newestVersion = 1

export function writeMultisigSet({ transactions, signers }: MultisigSet): Uint8Array {
  const writer = new Writer()
  writeList(writer, transactions, (each) => {
    writeMade(writer, each)
    writeList(writer, each.attempts, (attempt) => writeAttempt(writer, attempt))
    writer.key(each.entropy, 'entropy')
  })
  writeKeys(writer, signers)
  return writer.bytes()
}

/** Undefined if malformed, or of a version from before transactions could be reconstructed. */
export const readMultisigSet = (bytes: Uint8Array): MultisigSet | undefined =>
  readWhole(new Reader(bytes), 'set', (reader) => ({
    transactions: readList(reader, minConstructionSize, 'transaction', () => {
      const { version, pending } = readMade(reader)
      if (version < newestVersion) throw new ChainError('version', `is ${version}`)
      const attempts = readList(reader, 1, 'attempt', () => readAttempt(reader))
      return { ...pending, attempts, entropy: reader.take(32, 'entropy') }
    }),
    signers: readKeys(reader, 'signer'),
  }))

/** Zeros in place of signatures of an obsolete form. rct::rctSig */
const noSignatures = new Uint8Array(1 + 32 + 5 + 6)
/** Two empty lists of that form. rct::multisig_out */
const noChallenges = new Uint8Array(2)

function writeAttempt(writer: Writer, attempt: Attempt) {
  writer.varint(newestVersion).raw(noSignatures)
  for (const keys of [attempt.ignored, attempt.commitments, attempt.signedShares])
    writeKeys(writer, keys)
  writer.raw(noChallenges)
  for (const side of ['L', 'R'] as const)
    writeList(writer, attempt.sums, (sum) => writeKeys(writer, sum[side]))
  writeKeys(writer, attempt.challenges)
  writeKeys(writer, attempt.responses)
}

function readAttempt(reader: Reader): Attempt {
  const version = reader.smallVarint('version', 32)
  if (version !== newestVersion) throw new ChainError('version', `is ${version}`)
  requireNothing(reader, noSignatures.length)
  const keys = (field: string) => readKeys(reader, field)
  const [ignored, commitments, signedShares] = [keys('ignored'), keys('nonce'), keys('share')]
  requireNothing(reader, noChallenges.length)
  const [L, R] = [0, 1].map(() => readList(reader, 1, 'nonces', () => keys('nonce')))
  const attempt = {
    ignored,
    commitments,
    signedShares,
    challenges: keys('challenge'),
    responses: keys('response'),
  }
  if (L!.length !== R!.length)
    throw new ChainError('nonces', 'expected both lists to have one item per input')
  return { ...attempt, sums: L!.map((each, i) => ({ L: each, R: R![i]! })) }
}

function requireNothing(reader: Reader, size: number) {
  if (reader.take(size, 'signatures').some((byte) => byte !== 0))
    throw new ChainError('signatures', 'expected no signatures of the obsolete form')
}

const writeKeys = (writer: Writer, keys: readonly Uint8Array[]) =>
  writeList(writer, keys, (key) => writer.key(key, 'key'))
