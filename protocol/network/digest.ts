/**
 * HTTP digest authentication: the common part of client and server.
 *
 * @module
 * @see RFC 2617
 */
import { md5 as hash } from '@noble/hashes/legacy.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

export type Login = { username: string; password: string }

/** The MD5 hash of a text, in hex. */
export const md5 = (text: string): string => bytesToHex(hash(utf8ToBytes(text)))

/** The `name=value` pairs of a challenge or an answer, by their names in lower case. Values are unescaped. */
export function readDigestFields(text: string): Map<string, string> {
  // A name starts at a word boundary: without it, one long word costs time quadratic in its length.
  const pairs = text.matchAll(/\b([a-z]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/gi)
  return new Map(
    [...pairs].map(([, name, quoted, bare]) => [
      name!.toLowerCase(),
      quoted?.replace(/\\(.)/g, '$1') ?? bare ?? '',
    ]),
  )
}
