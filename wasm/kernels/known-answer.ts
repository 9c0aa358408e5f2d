/**
 * Known-answer tests: of a scan, and of other multiplications.
 *
 * In the scan every lane of both halves gets both keys, G and H, which also serve as output keys. The secret has digits of
 * every size and sign.
 *
 * @module
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { Crypto, ScanBatch } from '../types.ts'

const G = '5866666666666666666666666666666666666666666666666666666666666666'
const H = '8b655970153799af2aeadc9ff1add0ea6c7251d54154cfa92c173a0dd39c1f94'

export const knownSecret = hexToBytes(
  '18f7d6b5e493c2a107f6e5d4c3b2a18f7d6b5e493c2a107f6e5d4c3b2a18f706',
)

export const knownBatch: ScanBatch = {
  keys: hexToBytes(G + H + H + G),
  firstRow: Uint32Array.of(0, 1, 2, 3, 4),
  outputKeys: hexToBytes(H + G + G + H),
  outputIndices: Uint32Array.of(0, 1, 1, 0),
  viewTags: Int16Array.of(-1, -1, -1, -1),
}

/** Derivation and spend key: of key G with output H at index 0, and of key H with output G at index 1. */
const ofG =
  '1849dbc55ee867b0e82a843bef5c590024ce868310006cbac73b60f81d1b8924' +
  '2deb5743685c48299e6cd7b9456183e54bc4016bd62e386cb316d23707b54180'
const ofH =
  'ad3e0145f54ee8d4cdf4ebbb4a2322210f20b4953e4095ba6780b7abdead1581' +
  '0717b45367092c64f080c1978f7393c5534ff52f6937f4401fe0fc9f2b2ee4a0'

export function answersRight(scan: Crypto['scan']): boolean {
  const found = scan(knownSecret, knownBatch).map(
    ({ derivation, spendKey }) => bytesToHex(derivation) + bytesToHex(spendKey),
  )
  return found.join() === [ofG, ofH, ofH, ofG].join()
}

/** The secret times H plus keccak(G), without its last byte, times G; and the key image of H with the secret. */
const sum = 'c985ab98185f4459adcc622438846f7d6e7b9d2ba21fa17f5c216ede95888674'
const image = '44331bf45d688bc8dc7476230d58ef3b668b42ce650325a26b3f61a9ea1c7f1b'

/** Whether the sum of multiples in variable time and the map to the curve are right: no scan uses them. */
export function multipliesRight(
  crypto: Pick<Crypto, 'multiplyAdd' | 'keyImage' | 'keccak256'>,
): boolean {
  const [base, second] = [hexToBytes(G), hexToBytes(H)]
  const factor = crypto.keccak256(base).fill(0, 31)
  const found = crypto.multiplyAdd(knownSecret, second, factor, base)
  return (
    found !== undefined &&
    bytesToHex(found) === sum &&
    bytesToHex(crypto.keyImage(second, knownSecret)) === image
  )
}
