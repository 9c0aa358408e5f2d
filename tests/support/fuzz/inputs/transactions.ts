/**
 * Transactions of every type, their extra, and blocks: well-formed except where the draw lies.
 *
 * @module
 */
import { concatBytes } from '@noble/hashes/utils.js'
import { HostileWriter } from '../hostile-writer.ts'
import type { Draw } from '../draw.ts'

/** Fields of an extra: known and unknown ones, repeated, nested, and cut by the length that they declare. */
export function drawExtra(draw: Draw): Uint8Array {
  const writer = new HostileWriter(draw)
  for (let left = draw.count(3); left > 0; left--) {
    switch (draw.below(draw.lies() ? 8 : 4)) {
      case 0:
      case 1:
        writer.byte(1).key()
        break
      case 2:
        writer.byte(2).sized(nonce(draw))
        break
      case 3:
        writer.byte(4).list(draw.count(4), () => writer.key())
        break
      case 4: {
        const inner = new HostileWriter(draw).varint(draw.u64()).key().finish()
        writer.byte(3).sized(inner)
        break
      }
      case 5:
        writer.byte(0xde).sized(draw.bytes(draw.count(10)))
        break
      case 6:
        writer.raw(new Uint8Array(draw.count(260)))
        break
      default:
        writer.raw(draw.bytes(draw.count(10)))
    }
  }
  return writer.finish()
}

function nonce(draw: Draw): Uint8Array {
  if (draw.lies()) return draw.bytes(draw.below(300))
  return draw.oneIn(2)
    ? concatBytes(Uint8Array.of(1), draw.bytes(8))
    : concatBytes(Uint8Array.of(0), draw.bytes(32))
}

type TransactionShape = {
  version: 1 | 2
  /** monero rct::RCTType*; ignored in version 1. */
  type: number
  pruned: boolean
  /** The height of a miner transaction. */
  coinbase?: bigint
}

/** RingCT types, with or without their prunable part. */
export const drawShape = (draw: Draw): TransactionShape => ({
  version: draw.oneIn(5) ? 1 : 2,
  type: draw.oneIn(2) ? 6 : draw.below(draw.lies() ? 9 : 7),
  pruned: draw.oneIn(3),
  ...(draw.oneIn(6) && { coinbase: draw.u64(), type: 0 }),
})

export function writeHostileTransaction(writer: HostileWriter, shape: TransactionShape): void {
  const { draw } = writer
  const { version, type, coinbase, pruned } = shape
  const isMined = coinbase !== undefined
  const inputs = isMined ? 1 : draw.lies() ? draw.count(3) : 1 + draw.below(3)
  const outputs = draw.lies() ? draw.count(20) : 1 + draw.below(4)
  const ringSize = draw.lies() ? draw.count(20) : draw.pick([1, 2, 11, 16])
  writer.varint(version).varint(draw.u64())
  const rings: number[] = []
  writer.list(inputs, () => {
    if (isMined) return void writer.byte(0xff).varint(coinbase)
    const members = draw.lies() ? draw.count(20) : ringSize
    rings.push(members)
    writer.byte(2).varint(version === 1 ? draw.u64() : 0)
    writer.list(members, () => writer.varint(draw.u64())).key()
  })
  writer.list(outputs, () => {
    const isTagged = draw.oneIn(2)
    writer
      .varint(isMined || version === 1 ? draw.u64() : 0)
      .byte(isTagged ? 3 : 2)
      .key()
    if (isTagged) writer.byte(draw.below(256))
  })
  writer.sized(drawExtra(draw))
  if (version === 1) {
    if (!pruned) for (const members of rings) writer.raw(draw.bytes(64 * members))
    return
  }
  writer.byte(type)
  if (type === 0) return
  writer.varint(draw.u64())
  if (type === 2) writer.keys(inputs)
  for (let left = outputs; left > 0; left--) writer.raw(type >= 4 ? draw.bytes(8) : draw.bytes(64))
  writer.keys(outputs)
  if (!pruned) writeProofs(writer, { type, inputs, outputs, ringSize: rings[0] ?? 1 })
}

function writeProofs(
  writer: HostileWriter,
  {
    type,
    inputs,
    outputs,
    ringSize,
  }: { type: number; inputs: number; outputs: number; ringSize: number },
) {
  const { draw } = writer
  if (type <= 2)
    for (let left = outputs; left > 0; left--) writer.raw(new Uint8Array(3 * 2048 + 32))
  else {
    const proofs = draw.lies() ? draw.below(4) : 1
    if (type === 3) writer.u32(proofs)
    else writer.varint(proofs)
    const rounds = draw.lies() ? draw.below(16) : 6 + Math.ceil(Math.log2(Math.max(1, outputs)))
    for (let left = proofs; left > 0; left--) {
      writer.keys(6)
      writer.list(rounds, () => writer.key()).list(rounds, () => writer.key())
      if (type < 6) writer.keys(3)
    }
  }
  if (type <= 4) {
    const columns = type >= 2 ? 2 : inputs + 1
    for (let left = type >= 2 ? inputs : 1; left > 0; left--) writer.keys(ringSize * columns + 1)
  } else for (let left = inputs; left > 0; left--) writer.keys(ringSize + 2)
  if (type >= 3) writer.keys(inputs)
}

export function drawTransaction(draw: Draw): Uint8Array {
  const writer = new HostileWriter(draw)
  writeHostileTransaction(writer, drawShape(draw))
  return writer.finish()
}

/** A block. @param given - Its place in a chain, and the ids of its transactions. */
export function writeHostileBlock(
  writer: HostileWriter,
  given: { height: bigint; previous: Uint8Array; ids: readonly Uint8Array[] },
): void {
  const { draw } = writer
  const version = draw.lies() ? draw.below(256) : draw.pick([1, 7, 12, 15, 16])
  writer
    .varint(version)
    .varint(version)
    .varint(draw.u64())
    .raw(given.previous)
    .u32(draw.below(2 ** 32))
  const isPlain = version < 4
  writeHostileTransaction(writer, {
    version: isPlain ? 1 : 2,
    type: 0,
    pruned: false,
    ...(!draw.lies() && { coinbase: given.height }),
  })
  writer.list(given.ids.length, (index) => writer.raw(given.ids[index]!))
}

export function drawBlock(draw: Draw): Uint8Array {
  const writer = new HostileWriter(draw)
  const ids = Array.from({ length: draw.count(6) }, () => draw.bytes(32))
  writeHostileBlock(writer, { height: draw.u64(), previous: draw.bytes(32), ids })
  return writer.finish()
}
