/**
 * Monero's base58: blocks of 8 bytes stand in 11 characters each, so a text's length is fixed by the
 * length of its bytes. The alphabet is Bitcoin's, the encoding is not.
 *
 * @module
 * @see monero src/common/base58.cpp
 */
const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const digits = new Map([...alphabet].map((char, index) => [char, BigInt(index)]))

/** Characters that a block of 0 to 8 bytes takes. */
const encodedSizes = [0, 2, 3, 5, 6, 7, 9, 10, 11] as const
const blockSize = 8
const encodedBlockSize = 11

/** Six digits: a block is less than 2^29 of them, so that all but one division are of numbers. */
const sixDigits = 58n ** 6n

/** Encodes bytes of any length. */
export function encodeBase58(bytes: Uint8Array): string {
  let text = ''
  for (let start = 0; start < bytes.length; start += blockSize)
    text += encodeBlock(bytes.subarray(start, start + blockSize))
  return text
}

function encodeBlock(block: Uint8Array): string {
  let number = 0n
  for (const byte of block) number = (number << 8n) | BigInt(byte)
  const size = encodedSizes[block.length]!
  const low = digitsOf(Number(number % sixDigits), Math.min(size, 6))
  return size > 6 ? digitsOf(Number(number / sixDigits), size - 6) + low : low
}

function digitsOf(number: number, size: number): string {
  let text = ''
  for (let [left, rest] = [size, number]; left > 0; left--) {
    text = alphabet[rest % 58]! + text
    rest = Math.floor(rest / 58)
  }
  return text
}

/** The bytes, or `undefined` for text of a length, a character or a block that none encode to. */
export function decodeBase58(text: string): Uint8Array | undefined {
  const lastSize = encodedSizes.findIndex((size) => size === text.length % encodedBlockSize)
  if (lastSize < 0) return undefined
  const fullBlocks = Math.floor(text.length / encodedBlockSize)
  const bytes = new Uint8Array(fullBlocks * blockSize + lastSize)
  for (let block = 0; block * encodedBlockSize < text.length; block++) {
    const part = text.slice(block * encodedBlockSize, (block + 1) * encodedBlockSize)
    const place = bytes.subarray(block * blockSize, (block + 1) * blockSize)
    if (!decodeBlock(part, place)) return undefined
  }
  return bytes
}

function decodeBlock(text: string, bytes: Uint8Array): boolean {
  let number = 0n
  for (const char of text) {
    const digit = digits.get(char)
    if (digit === undefined) return false
    number = number * 58n + digit
  }
  for (let i = bytes.length - 1; i >= 0; i--) {
    bytes[i] = Number(number & 0xffn)
    number >>= 8n
  }
  // More than the block's bytes hold.
  return number === 0n
}
