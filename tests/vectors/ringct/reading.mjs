/**
 * Reads just enough of a transaction, an address and a proof to record them; checked by their hashes.
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToNumberLE } from '@noble/curves/utils.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'

export const keccakHex = (...parts) => bytesToHex(keccak_256(concatBytes(...parts.map(toBytes))))
const toBytes = (part) => (typeof part === 'string' ? hexToBytes(part) : part)

/**
 * The message that the CLSAGs of a transaction sign.
 *
 * @see monero src/ringct/rctSigs.cpp get_pre_mlsag_hash
 */
export function clsagMessage({ tx_hash, pruned_as_hex, prunable_hash, json }) {
  const { outPk } = json.rct_signatures
  const pruned = hexToBytes(pruned_as_hex)
  const baseLength =
    1 + varintLength(json.rct_signatures.txnFee) + outPk.length * (8 + 32)
  const prefix = keccakHex(pruned.slice(0, -baseLength))
  const base = keccakHex(pruned.slice(-baseLength))
  // Where prefix and base were cut apart is right, or the id is not.
  if (keccakHex(prefix, base, prunable_hash) !== tx_hash) throw new Error('not the id')
  const proofs = json.rctsig_prunable.bpp.flatMap(({ A, A1, B, r1, s1, d1, L, R }) => [
    A, A1, B, r1, s1, d1,
    ...L,
    ...R,
  ])
  return keccakHex(prefix, base, keccakHex(...proofs))
}

const varintLength = (n) => (n < 128 ? 1 : 1 + varintLength(Math.floor(n / 128)))

/** Transaction key and additional keys of an extra field that has nothing but these and a nonce. */
export function extraKeys(extra) {
  const bytes = Uint8Array.from(extra)
  const keys = { key: '', additional: [] }
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes[at]
    if (tag === 1) {
      keys.key = bytesToHex(bytes.slice(at + 1, at + 33))
      at += 33
    } else if (tag === 2) at += 2 + bytes[at + 1]
    else if (tag === 4) {
      for (let i = 0; i < bytes[at + 1]; i++)
        keys.additional.push(bytesToHex(bytes.slice(at + 2 + 32 * i, at + 34 + 32 * i)))
      at += 2 + 32 * bytes[at + 1]
    } else throw new Error(`tag ${tag}`)
  }
  return keys
}

/** secret·point, or secret·G without a point. */
export function multiplyHex(secret, point) {
  const { Point } = ed25519
  const base = point ? Point.fromHex(point) : Point.BASE
  return base.multiply(bytesToNumberLE(hexToBytes(secret))).toHex()
}

/** Monero's base58: 11 characters for 8 bytes, and fewer for a last block of fewer. */
function base58(text) {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  const sizes = [0, 2, 3, 5, 6, 7, 9, 10, 11]
  return text.replaceAll(/.{1,11}/g, (block) => {
    const n = [...block].reduce((sum, c) => sum * 58n + BigInt(alphabet.indexOf(c)), 0n)
    return n.toString(16).padStart(2 * sizes.indexOf(block.length), '0')
  })
}

/** Public keys of an address with a prefix of one byte. */
export function addressKeys(address) {
  const hex = base58(address)
  return { spend: hex.slice(2, 66), view: hex.slice(66, 130) }
}

/** Derivations (not times 8) and signatures of an InProofV2 or OutProofV2, in the order of the keys. */
export function proofParts(proof) {
  const parts = proof.replace(/^(In|Out)ProofV2/, '').match(/.{132}/g)
  return parts.map((part) => ({
    D: base58(part.slice(0, 44)),
    signature: base58(part.slice(44)),
  }))
}
