/**
 * Archives that wallets exchange: sets of transactions, outputs, multisig messages.
 *
 * @module
 */
import { HostileWriter } from '../hostile-writer.ts'
import type { Draw } from '../draw.ts'
import { drawExtra, writeHostileTransaction } from './transactions.ts'

function writeRecipient(writer: HostileWriter) {
  const { draw } = writer
  writer.sized(draw.textBytes(100)).varint(draw.u64()).key().key().flag().flag()
}

function writeSource(writer: HostileWriter) {
  const { draw } = writer
  const members = draw.lies() ? draw.count(20) : 1 + draw.below(4)
  let index = 0n
  writer.list(members, () => {
    index += draw.u64()
    writer
      .byte(2)
      .varint(draw.lies() ? draw.u64() : index & (2n ** 64n - 1n))
      .key()
      .key()
  })
  const real = BigInt(draw.below(Math.max(members, 1)))
  writer.u64(draw.lies() ? draw.u64() : real).key()
  writer.list(draw.below(3), () => writer.key())
  writer.u64().u64().flag().key().raw(new Uint8Array(96))
  writer.raw(draw.oneIn(3) ? draw.key() : new Uint8Array(32))
}

/** What a transaction is built from. monero tx_construction_data */
function writeConstruction(writer: HostileWriter) {
  const { draw } = writer
  writer.list(draw.count(2), () => writeSource(writer))
  writeRecipient(writer)
  writer.list(draw.count(3), () => writeRecipient(writer))
  writer.list(draw.count(3), () => writer.varint(draw.u64()))
  writer.sized(drawExtra(draw)).u64().byte(3).varint(0).varint(draw.below(4)).varint(draw.below(5))
  writer.list(draw.count(2), () => writeRecipient(writer))
  writer.u32(draw.below(3))
  writer.list(draw.count(3), () => writer.varint(draw.below(5)))
}

function writeExportedOutputs(writer: HostileWriter) {
  const { draw } = writer
  const isTriple = draw.oneIn(2)
  writer.byte(isTriple ? 3 : 2).varint(draw.below(4))
  if (isTriple) writer.varint(draw.below(300))
  writer.list(draw.count(3), () => {
    writer.varint(1).key().varint(draw.u64()).varint(draw.u64()).key().byte(draw.below(32))
    writer.varint(draw.u64()).list(draw.below(3), () => writer.key())
    if (isTriple) writer.varint(draw.below(4)).varint(draw.below(9))
  })
}

/** The older form: each output with a transaction. */
function writeDetails(writer: HostileWriter) {
  const { draw } = writer
  writer.byte(2).varint(draw.below(4))
  writer.list(draw.count(3), () => {
    writer.u64()
    const outputs = draw.below(4)
    // A prefix without inputs.
    writer.varint(2).varint(draw.u64()).varint(0)
    writer.list(outputs, () => writer.varint(draw.u64()).byte(2).key())
    writer.sized(drawExtra(draw)).key()
    writer
      .u64(BigInt(draw.below(Math.max(1, outputs))))
      .u64()
      .flag()
      .flag()
      .u64()
      .key()
      .key()
      .u64()
    writer
      .flag()
      .flag()
      .flag()
      .u64(BigInt(draw.below(2)))
      .u32(draw.below(3))
      .u32(draw.below(9))
    writer.flag().varint(0).varint(0)
    writer.list(draw.below(3), () => writer.byte(2).varint(draw.u64()).key())
  })
}

export function drawUnsignedSet(draw: Draw): Uint8Array {
  const writer = new HostileWriter(draw)
  const version = draw.below(3)
  writer.varint(version)
  writer.list(draw.count(2), () => writeConstruction(writer))
  if (version === 0) writeDetails(writer)
  else writeExportedOutputs(writer)
  return writer.finish()
}

/** All of a pending transaction but what multisig adds. */
function writeMade(writer: HostileWriter) {
  const { draw } = writer
  writer.varint(1)
  writeHostileTransaction(writer, { version: 2, type: draw.pick([5, 6]), pruned: false })
  writer.u64().u64().flag()
  writeRecipient(writer)
  writer.list(draw.count(3), () => writer.varint(draw.u64()))
  writer.sized(draw.textBytes(60)).key()
  writer.list(draw.below(3), () => writer.key())
  writer.list(draw.count(2), () => writeRecipient(writer))
  writeConstruction(writer)
}

function writePending(writer: HostileWriter) {
  writeMade(writer)
  writer.varint(0).key()
}

export function drawMetadata(draw: Draw): Uint8Array {
  const writer = new HostileWriter(draw)
  writePending(writer)
  return writer.finish()
}

export function drawSignedSet(draw: Draw): Uint8Array {
  const writer = new HostileWriter(draw).varint(0)
  writer.list(draw.count(2), () => writePending(writer))
  writer.list(draw.count(3), () => writer.key())
  writer.list(draw.count(3), () => writer.byte(2).key().key())
  return writer.finish()
}

export function drawMultisigSet(draw: Draw): Uint8Array {
  const writer = new HostileWriter(draw)
  const keys = (most: number) => writer.list(draw.count(most), () => writer.key())
  writer.list(draw.count(2), () => {
    writeMade(writer)
    writer.list(draw.count(2), () => {
      writer.varint(1).raw(new Uint8Array(44))
      for (let left = 3; left > 0; left--) keys(3)
      writer.raw(new Uint8Array(2))
      const inputs = draw.below(3)
      for (let side = 2; side > 0; side--) writer.list(inputs, () => keys(3))
      keys(3)
      keys(3)
    })
    writer.key()
  })
  keys(3)
  return writer.finish()
}

export function drawOutputs(draw: Draw): Uint8Array {
  const writer = new HostileWriter(draw)
  if (draw.oneIn(2)) writeDetails(writer)
  else writeExportedOutputs(writer)
  return writer.finish()
}

/** @param head - Public spend and view key of the group, in most inputs. */
export function drawMultisigInfo(draw: Draw, head?: Uint8Array): Uint8Array {
  const writer = new HostileWriter(draw)
  if (head && !draw.lies()) writer.raw(head)
  else writer.keys(2)
  const signer = draw.key()
  writer.raw(signer)
  writer.list(draw.count(3), () => {
    writer.raw(draw.lies() ? draw.key() : signer)
    writer.list(draw.count(3), () => writer.key().key())
    writer.list(draw.count(3), () => writer.key())
  })
  return writer.finish()
}

export function drawMultisigSeed(draw: Draw): Uint8Array {
  const writer = new HostileWriter(draw)
  const signers = draw.count(3)
  writer
    .u32(draw.below(4))
    .u32(signers)
    .keys(4 + draw.count(3) + signers)
  return writer.finish()
}

/** The part of a key exchange message that is in Base58. */
export function drawKeyExchange(draw: Draw, isFirst: boolean): Uint8Array {
  const writer = new HostileWriter(draw)
  if (isFirst) writer.key()
  else writer.varint(2 + draw.below(3)).list(draw.count(3), () => writer.key())
  return writer.key().raw(draw.bytes(64)).finish()
}

/** The part of a reserve proof that is in Base58. */
export function drawReserveProof(draw: Draw): Uint8Array {
  const writer = new HostileWriter(draw)
  writer.list(draw.count(3), () =>
    writer.varint(0).key().varint(draw.u64()).key().key().raw(draw.bytes(128)),
  )
  writer.list(draw.count(3), () => writer.byte(2).key().raw(draw.bytes(64)))
  return writer.finish()
}

/** A record of a wallet: values of every type, lists in lists. */
export function drawRecord(draw: Draw): Uint8Array {
  const writer = new HostileWriter(draw)
  writeRecordValue(writer, 0)
  return writer.finish()
}

function writeRecordValue(writer: HostileWriter, depth: number) {
  const { draw } = writer
  const kind = draw.below(depth > 4 ? 8 : 10)
  writer.byte(kind)
  if (kind === 2 || kind === 3) writer.varint(draw.u64() & (2n ** 53n - 1n))
  else if (kind === 4) writer.u64()
  else if (kind === 5) writer.sized(draw.textBytes())
  else if (kind === 6 || kind === 7) writer.sized(draw.bytes(draw.count(40)))
  else if (kind === 8) writer.list(draw.count(4), () => writeRecordValue(writer, depth + 1))
  else if (kind === 9)
    writer.list(draw.count(3), () => {
      const name = draw.below(90)
      writer.varint(name)
      if (name === 0) writer.sized(draw.textBytes(4))
      writeRecordValue(writer, depth + 1)
    })
}

/** Lists in lists, each of as many items as bytes are left. */
export function drawNestedRecord(draw: Draw): Uint8Array {
  const depth = draw.below(3000)
  const writer = new HostileWriter(draw)
  for (let left = depth; left > 0; left--) writer.byte(8).varint(draw.oneIn(2) ? 1 : 2 * left)
  return writer.finish()
}
