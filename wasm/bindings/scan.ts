/**
 * Scanning through the module.
 *
 * @module
 */
import { checkLength } from '../arguments.ts'
import type { Candidate, Crypto, ScanBatch } from '../types.ts'
import type { Call, Frame, Machine, Pointer } from './memory.ts'

export function scanner({ exports, call }: Machine): Pick<Crypto, 'scan'> {
  return { scan: scanOver(call, (columns) => exports.scan(...columns)) }
}

/** Arguments of a module's scan: result pointers, the secret, and the columns of the batch. */
type Columns = [
  rows: Pointer,
  derivations: Pointer,
  spendKeys: Pointer,
  secret: Pointer,
  keys: Pointer,
  count: number,
  firstRow: Pointer,
  outputKeys: Pointer,
  outputIndices: Pointer,
  viewTags: Pointer,
]

/** A scan over a module's memory; `run` calls the module and returns the number of candidates. */
export function scanOver(
  call: Call,
  run: (columns: Columns, frame: Frame) => number,
): Crypto['scan'] {
  return (viewSecret, batch) => {
    const count = checkBatch(batch)
    return call((frame) => {
      const { put, putAny, space, take } = frame
      const total = batch.outputIndices.length
      const rows = space(4 * total)
      const derivations = space(32 * total)
      const spendKeys = space(32 * total)
      const columns: Columns = [
        rows,
        derivations,
        spendKeys,
        put('viewSecret', viewSecret),
        putAny(batch.keys),
        count,
        putAny(bytesOf(batch.firstRow)),
        putAny(batch.outputKeys),
        putAny(bytesOf(batch.outputIndices)),
        putAny(bytesOf(batch.viewTags)),
      ]
      const found = run(columns, frame)
      const at = new Uint32Array(take(rows, 4 * found).buffer)
      return Array.from(at, (row, i): Candidate => {
        const derivation = take(derivations + 32 * i)
        return { row, derivation, spendKey: take(spendKeys + 32 * i) }
      })
    })
  }
}

export const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array | Int16Array) =>
  new Uint8Array(buffer, byteOffset, byteLength)

/** The number of transaction keys. @throws RangeError for columns of inconsistent length. */
function checkBatch({ keys, firstRow, outputKeys, outputIndices, viewTags }: ScanBatch): number {
  const count = firstRow.length - 1
  const total = outputIndices.length
  checkLength('keys', keys, 32 * count)
  checkLength('outputKeys', outputKeys, 32 * total)
  if (viewTags.length !== total)
    throw new RangeError(`viewTags: expected ${total} rows, got ${viewTags.length}`)
  const grows = firstRow.every((row, i) => i === 0 || row >= firstRow[i - 1]!)
  if (firstRow[0] !== 0 || firstRow[count] !== total || !grows)
    throw new RangeError('firstRow: expected 0, then the rows after each key')
  return count
}
