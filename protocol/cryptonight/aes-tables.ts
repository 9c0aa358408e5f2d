/**
 * The tables of whole AES rounds, in both directions, as RandomX's module reads them.
 *
 * @module
 * @see FIPS 197
 */
import { columns, double, rotate, sBox } from './aes.ts'

function makeInverseColumns(turn: number): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, byte) => {
    const s = sBox.indexOf(byte)
    const [twice, four] = [double(s), double(double(s))]
    const nine = double(four) ^ s
    // 14, 9, 13 and 11 times s.
    const [row0, row2, row3] = [nine ^ four ^ twice ^ s, nine ^ four, nine ^ twice]
    return rotate(row0 | (nine << 8) | (row2 << 16) | (row3 << 24), turn)
  })
}

/** Eight tables of 256 words: SubBytes and MixColumns of one byte by its row, then their inverses. */
export const aesTables: readonly Uint32Array[] = [
  ...columns,
  ...[0, 8, 16, 24].map(makeInverseColumns),
]
