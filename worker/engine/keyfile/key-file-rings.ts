/**
 * Ring records in a `.keys` file: a member of its JSON object that monero's programs ignore.
 *
 * A wallet without them would ask for new candidates, and a daemon that saw both lists would know the
 * real outputs.
 *
 * @module
 */
import { isHex } from '#protocol/hex.ts'
import { decodeRecord, encodeRecord } from '../store/codec.ts'
import { WalletDamaged } from '../store/errors.ts'
import type { RefusedAnswer, RingRecord } from '../store/records.ts'

export type KeyFileRings = ReadonlyMap<string, RingRecord>

export const ringsToBytes = (rings: KeyFileRings): Uint8Array => encodeRecord([...rings])

/** @throws {WalletDamaged} The content of a key file is not trusted. */
export function ringsFromBytes(bytes: Uint8Array): KeyFileRings {
  try {
    return new Map(list(decodeRecord(bytes)).map(entry))
  } catch (error) {
    if (error instanceof RangeError) throw new WalletDamaged(`nightjar_rings: ${error.message}`)
    throw error
  }
}

function entry(read: unknown): [string, RingRecord] {
  const [key, content, ...more] = list(read)
  require(typeof key === 'string' && key.length === 64 && isHex(key) && more.length === 0)
  const { real, candidates, height, ring, answer, refused } = fields(content)
  const record = { real: index(real), candidates: list(candidates).map(index) }
  require(record.candidates.includes(record.real) && typeof height === 'bigint')
  return [
    key,
    {
      ...record,
      height,
      ...(ring !== undefined && { ring: list(ring).map(index) }),
      ...(answer !== undefined && { answer: answered(answer) }),
      ...(refused !== undefined && { refused: list(refused).map(refusal) }),
    },
  ]
}

function answered(read: unknown): NonNullable<RingRecord['answer']> {
  const { daemon, points } = fields(read)
  require(typeof daemon === 'string' && points instanceof Uint8Array)
  return { daemon, points }
}

function refusal(read: unknown): RefusedAnswer {
  const { daemon, claims } = fields(read)
  require(typeof daemon === 'string')
  return { daemon, claims: list(claims).map(text) }
}

function text(read: unknown): string {
  require(typeof read === 'string')
  return read
}

function index(read: unknown): number {
  require(typeof read === 'number')
  return read
}

function list(read: unknown): unknown[] {
  require(Array.isArray(read))
  return read
}

function fields(read: unknown): Record<string, unknown> {
  require(typeof read === 'object' && read !== null && !Array.isArray(read))
  return read as Record<string, unknown>
}

function require(holds: boolean): asserts holds {
  if (!holds) throw new RangeError('not the form of ring records')
}
