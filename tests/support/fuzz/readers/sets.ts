/**
 * Files and messages of other wallets: sets, exports, multisig messages, proofs.
 *
 * @module
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { bytesToLatin1 } from '#protocol/bytes.ts'
import { encodeBase58 } from '#protocol/base58.ts'
import { Writer } from '#protocol/chain/writer.ts'
import { RpcError } from '#protocol/errors.ts'
import { max64 } from '#protocol/fields.ts'
import { magics, type Magic } from '#protocol/interchange/magics.ts'
import { readMultisigInfo, writeMultisigInfo } from '#protocol/interchange/multisig-info.ts'
import { readMultisigSeed, writeMultisigSeed } from '#protocol/interchange/multisig-seed.ts'
import { readMultisigSet, writeMultisigSet } from '#protocol/interchange/multisig-set.ts'
import { readOutputs, writeOutputs } from '#protocol/interchange/outputs.ts'
import { readMetadata, writeMetadata } from '#protocol/interchange/pending-tx.ts'
import {
  readSignedSet,
  readUnsignedSet,
  writeSignedSet,
  writeUnsignedSet,
} from '#protocol/interchange/sets.ts'
import { readMessageSignature, writeMessageSignature } from '#protocol/proofs/message-signature.ts'
import { readReserveProof, writeReserveProof } from '#protocol/proofs/reserve-proof.ts'
import { readSpendProof } from '#protocol/proofs/spend-proof.ts'
import { readTxProof, writeTxProof } from '#protocol/proofs/tx-proof.ts'
import { openUnsignedSet } from '../../../../worker/engine/cold/unsigned-set.ts'
import { checkClaims } from '../../../../worker/engine/exchange/claims.ts'
import {
  describeAll,
  namedRecipients,
  type TransferDescription,
} from '../../../../worker/engine/exchange/describe.ts'
import { seal, unseal } from '../../../../worker/engine/exchange/sealed-set.ts'
import { inputOf } from '../../../../worker/engine/exchange/sources.ts'
import { openMessage, signMessage } from '../../../../worker/engine/multisig/messages.ts'
import { openMultisigSet } from '../../../../worker/engine/multisig/tx-set.ts'
import { crypto, ports, walletKeys } from '../crypto.ts'
import type { Draw } from '../draw.ts'
import { altered } from '../inputs/mixed.ts'
import {
  drawKeyExchange,
  drawMetadata,
  drawMultisigInfo,
  drawMultisigSeed,
  drawMultisigSet,
  drawOutputs,
  drawReserveProof,
  drawSignedSet,
  drawUnsignedSet,
} from '../inputs/sets.ts'
import { attempt, requireSame, type FuzzedReader } from '../reader.ts'

const { Point } = ed25519

/** What is written of a value is written again when it was read: one value has one form. */
function requireStable<T>(
  what: string,
  value: T,
  write: (value: T) => Uint8Array,
  read: (bytes: Uint8Array) => T | undefined,
) {
  const written = write(value)
  const again = read(written)
  if (again === undefined) throw new Error(`${what} that was written is not read`)
  requireSame(what, write(again), written)
}

function unsignedSet(bytes: Uint8Array): boolean {
  const set = readUnsignedSet(bytes)
  if (!set) return false
  requireSums(describeAll(set.constructions, 'mainnet'))
  for (const each of set.constructions) {
    namedRecipients(each, 'mainnet')
    checkClaims(crypto, walletKeys, each)
    for (const source of each.sources.slice(0, 2))
      inputOf({ crypto, secrets: walletKeys, addresses: { find: () => undefined } }, source)
  }
  // The older form cannot hold every index.
  const few = { ...set, outputs: { offset: 0, total: undefined, outputs: [] } }
  requireStable('an unsigned set', few, writeUnsignedSet, readUnsignedSet)
  return true
}

function requireSums(described: TransferDescription[] | string) {
  if (typeof described === 'string') return
  for (const { amountIn, amountOut, fee } of described)
    if (fee < 0n || amountIn > max64 || amountIn - amountOut !== fee)
      throw new Error(`a fee of ${fee} for ${amountIn} and ${amountOut}`)
}

function signedSet(bytes: Uint8Array): boolean {
  const set = readSignedSet(bytes)
  if (set) requireStable('a signed set', set, writeSignedSet, readSignedSet)
  const metadata = readMetadata(bytes)
  if (metadata) requireStable('metadata', metadata, writeMetadata, readMetadata)
  return set !== undefined || metadata !== undefined
}

function multisigSet(bytes: Uint8Array): boolean {
  const set = readMultisigSet(bytes)
  if (set) requireStable('a multisig set', set, writeMultisigSet, readMultisigSet)
  return set !== undefined
}

function outputs(bytes: Uint8Array): boolean {
  const read = readOutputs(bytes)
  if (!read) return false
  const form =
    read.total === undefined || read.outputs.some(({ subaddress }) => !subaddress)
      ? 'pair'
      : 'triple'
  const write = (each: typeof read) => {
    const writer = new Writer()
    writeOutputs(writer, each, form)
    return writer.bytes()
  }
  requireStable('an export of outputs', read, write, readOutputs)
  return true
}

function multisigInfo(bytes: Uint8Array): boolean {
  const info = readMultisigInfo(bytes)
  if (typeof info !== 'string') requireSame('multisig info', writeMultisigInfo(info), bytes)
  const seed = readMultisigSeed(bytes)
  if (seed) requireSame('a multisig seed', writeMultisigSeed(seed), bytes)
  return typeof info !== 'string' || seed !== undefined
}

function keyExchange(bytes: Uint8Array): boolean {
  const message = attempt(() => openMessage(crypto, bytesToLatin1(bytes)), RpcError)
  if (!message) return false
  const { content, signer } = message
  for (const key of 'keys' in content ? [signer, ...content.keys] : [signer])
    if (!Point.fromBytes(key).isTorsionFree()) throw new Error('a key outside the main subgroup')
  return true
}

/** Messages that pass the seal: any wallet with the common view key can write them. */
async function sealed(bytes: Uint8Array): Promise<boolean> {
  const [kind = 0, ...content] = bytes
  const magic = sealedKinds[kind % sealedKinds.length]!
  const message = await seal(ports, walletKeys, magic, Uint8Array.from(content))
  if (kind & 0x40) message[(kind * 31) % message.length]! ^= 1
  const opened = await unseal(ports, walletKeys, magic, message)
  if (magic === magics.unsigned) await openUnsignedSet(ports, walletKeys, message)
  if (magic === magics.multisigSet) await openMultisigSet(ports, walletKeys, message)
  if (opened instanceof Uint8Array) requireSame('a sealed message', opened, bytes.subarray(1))
  await unseal(ports, walletKeys, magic, bytes)
  return opened instanceof Uint8Array
}

const sealedKinds: readonly Magic[] = Object.values(magics)

function proof(bytes: Uint8Array): boolean {
  const text = bytesToLatin1(bytes)
  const tx = attempt(() => readTxProof(text), RpcError)
  if (tx)
    requireSame(
      'a proof',
      utf8ToBytes(writeTxProof(readTxProof(writeTxProof(tx)))),
      utf8ToBytes(writeTxProof(tx)),
    )
  const reserve = attempt(() => readReserveProof(text), RpcError)
  if (reserve) {
    const written = writeReserveProof(reserve)
    requireSame(
      'a reserve proof',
      utf8ToBytes(writeReserveProof(readReserveProof(written))),
      utf8ToBytes(written),
    )
  }
  const spend = attempt(() => readSpendProof(text, [1, 2]), RpcError)
  const signature = readMessageSignature(text)
  if (signature) requireSame('a signature', utf8ToBytes(writeMessageSignature(signature)), bytes)
  return [tx, reserve, spend, signature].some((each) => each !== undefined)
}

const base58 = (head: string, draw: Draw, bytes: Uint8Array): Uint8Array =>
  utf8ToBytes(head + encodeBase58(bytes) + (draw.lies() ? draw.text() : ''))

function drawProof(draw: Draw): Uint8Array {
  const version = draw.lies() ? draw.below(10) : 1 + draw.below(2)
  if (draw.oneIn(3)) return base58(`ReserveProofV${version}`, draw, drawReserveProof(draw))
  if (draw.oneIn(3))
    return base58(`SigV${version}`, draw, draw.bytes(draw.lies() ? draw.below(90) : 64))
  const pieces = Array.from({ length: draw.count(4) }, () => [draw.key(), draw.bytes(64)])
  const text = pieces.flat().map(encodeBase58).join('')
  return base58(
    `${draw.pick(['In', 'Out', 'Spend'])}ProofV${version}${text}`,
    draw,
    new Uint8Array(),
  )
}

function drawMessage(draw: Draw): Uint8Array {
  const isFirst = draw.oneIn(2)
  if (draw.oneIn(2)) return utf8ToBytes(signedMessage(draw, isFirst))
  const magic = draw.lies()
    ? draw.pick(['MultisigV1', 'MultisigxV1', 'MultisigxV2'])
    : isFirst
      ? 'MultisigxV2R1'
      : 'MultisigxV2Rn'
  return base58(magic, draw, drawKeyExchange(draw, isFirst))
}

/** A message with a valid signature. */
function signedMessage(draw: Draw, isFirst: boolean): string {
  const { spendSecret, viewSecret } = walletKeys
  if (isFirst) return signMessage(crypto, spendSecret, { round: 1, viewSecret })
  const keys = Array.from({ length: draw.count(3) }, () => draw.key())
  return signMessage(crypto, spendSecret, { round: draw.below(4), keys })
}

const head = concatBytes(walletKeys.spendPublic, walletKeys.viewPublic)

function drawSealed(draw: Draw): Uint8Array {
  const contents = [drawUnsignedSet, drawSignedSet, drawOutputs, drawMultisigSet, drawMultisigInfo]
  const kind = draw.below(contents.length)
  return concatBytes(Uint8Array.of(draw.oneIn(4) ? draw.below(256) : kind), contents[kind]!(draw))
}

export const setReaders: readonly FuzzedReader[] = [
  {
    name: 'unsigned-set',
    reads: 'unsigned sets: `readUnsignedSet`, `describeAll`, `checkClaims`, `inputOf`',
    from: 'peer',
    inputs:
      'sets of all versions with constructions of any sums, rings, recipients and extras; then mutated',
    holds:
      'a set is written so that it is read again; the sums of a description match, and are below 2^64',
    share: 30,
    mostSteps: 30,
    input: altered(drawUnsignedSet),
    read: unsignedSet,
  },
  {
    name: 'signed-set',
    reads: 'signed sets and `tx_metadata`: `readSignedSet`, `readMetadata`',
    from: 'peer',
    inputs: 'sets and metadata with transactions of the newest types; then mutated',
    holds: 'both are written so that they are read again',
    share: 20,
    mostSteps: 20,
    input: altered((draw) => (draw.oneIn(2) ? drawSignedSet(draw) : drawMetadata(draw))),
    read: signedSet,
  },
  {
    name: 'multisig-set',
    reads: 'sets of group transactions: `readMultisigSet`',
    from: 'peer',
    inputs: 'transactions with attempts, commitments and responses of any number; then mutated',
    holds: 'a set is written so that it is read again',
    share: 15,
    mostSteps: 20,
    input: altered(drawMultisigSet),
    read: multisigSet,
  },
  {
    name: 'outputs',
    reads: 'exports of outputs in all three forms: `readOutputs`',
    from: 'peer',
    inputs: 'pairs, triples and the older form with transactions; then mutated',
    holds: 'an export is written so that it is read again',
    share: 50,
    mostSteps: 30,
    input: altered(drawOutputs),
    read: outputs,
  },
  {
    name: 'multisig-info',
    reads: 'multisig info and seeds: `readMultisigInfo`, `readMultisigSeed`',
    from: 'peer',
    inputs:
      'infos of outputs with any number of nonces and partial key images, and seeds; then mutated',
    holds: 'both are written as they were read',
    share: 50,
    mostSteps: 20,
    input: altered((draw) =>
      draw.oneIn(3) ? drawMultisigSeed(draw) : drawMultisigInfo(draw, head),
    ),
    read: multisigInfo,
  },
  {
    name: 'key-exchange',
    reads: 'messages of a multisig key exchange: `openMessage`',
    from: 'peer',
    inputs:
      'messages of both kinds and older versions in Base58, with keys of small order; then mutated',
    holds: 'no key outside the main subgroup is accepted, by another implementation of the curve',
    share: 20,
    input: altered(drawMessage),
    read: keyExchange,
  },
  {
    name: 'sealed',
    reads: 'sealed files: `unseal`, `openUnsignedSet`, `openMultisigSet`',
    from: 'peer',
    inputs: 'the contents above, sealed with the common view key; some altered after that',
    holds: 'the content of a whole seal is what was sealed',
    share: 10,
    input: altered(drawSealed),
    read: sealed,
  },
  {
    name: 'proof',
    reads:
      'proofs and signatures as text: `readTxProof`, `readReserveProof`, `readSpendProof`, `readMessageSignature`',
    from: 'user',
    inputs: 'headers of all kinds and versions, keys and signatures in Base58; then mutated',
    holds: 'a proof is written so that it is read again',
    share: 30,
    mostSteps: 150,
    input: altered(drawProof),
    read: proof,
  },
]
