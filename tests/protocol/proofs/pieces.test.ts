import { describe, expect, test } from 'vitest'
import { encodeBase58 } from '#protocol/base58.ts'
import { badProof, byteText, readPiece } from '#protocol/proofs/pieces.ts'

describe('a piece of a proof', () => {
  test('is Base58 of a fixed number of bytes', () => {
    const [key, signature] = [32, 64].map((size) => new Uint8Array(size).fill(7))
    expect(readPiece(encodeBase58(key!), 32)).toEqual(key)
    expect(readPiece(encodeBase58(signature!), 64)).toEqual(signature)
  })

  test.each(['', '1'.repeat(43), '1'.repeat(45), '0'.repeat(44), 'z'.repeat(44)])(
    'error: %j is no key',
    (piece) => {
      expect(() => readPiece(piece, 32)).toThrow(badProof('Signature decoding error'))
    },
  )

  test('byteText has one character for each byte of UTF-8', () => {
    expect(byteText('aé')).toBe('a\xc3\xa9')
    expect(byteText('aé')).toHaveLength(3)
  })
})
