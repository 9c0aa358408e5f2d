/**
 * HTTP digest authentication of a client, as monero's servers require it: MD5 and MD5-sess, `qop=auth`.
 *
 * @module
 * @see RFC 2617, monero contrib/epee/src/http_auth.cpp
 */
import { base64 } from '@scure/base'
import { md5, readDigestFields, type Login } from './digest.ts'

/** The challenge of a server. */
type Challenge = { realm: string; nonce: string; algorithm: string; opaque: string | undefined }

/** Answers a server's challenges. It counts the uses of each nonce, so that the server accepts it again. */
export class DigestLogin {
  readonly #login: Login
  readonly #random: (length: number) => Uint8Array
  #challenge: Challenge | undefined
  #uses = 0

  /** @param random - Cryptographically secure random bytes, in a new array. */
  constructor(login: Login, random: (length: number) => Uint8Array) {
    this.#login = login
    this.#random = random
  }

  /** Reads the `WWW-Authenticate` header of a 401. @returns False if it cannot be answered. */
  challenged(header: string): boolean {
    this.#challenge = readChallenge(header)
    this.#uses = 0
    return this.#challenge !== undefined
  }

  /** The `Authorization` header of a POST to `path`; undefined before the first challenge. */
  authorization(path: string): string | undefined {
    const challenge = this.#challenge
    if (!challenge) return undefined
    const { realm, nonce, algorithm, opaque } = challenge
    const { username, password } = this.#login
    const count = (++this.#uses).toString(16).padStart(8, '0')
    const cnonce = base64.encode(this.#random(16))
    const plain = md5(`${username}:${realm}:${password}`)
    const secret = algorithm === 'MD5-sess' ? md5(`${plain}:${nonce}:${cnonce}`) : plain
    const request = md5(`POST:${path}`)
    const response = md5(`${secret}:${nonce}:${count}:${cnonce}:auth:${request}`)
    // In the order of wallet2, without spaces.
    const fields = [
      `algorithm=${algorithm}`,
      ...quoted({ nonce, realm, response, uri: path, username }),
      ...(opaque ? quoted({ opaque }) : []),
      `qop=auth`,
      `nc=${count}`,
      ...quoted({ cnonce }),
    ]
    return `Digest ${fields.join(',')}`
  }
}

// A header may contain several challenges. The first supported one is used.
function readChallenge(header: string): Challenge | undefined {
  for (const part of header.split(/\bDigest\s+/i).slice(1)) {
    const fields = readDigestFields(part)
    const [realm, nonce] = [fields.get('realm'), fields.get('nonce')]
    const algorithm = fields.get('algorithm') ?? 'MD5'
    const known = ['MD5', 'MD5-sess'].find((name) => name.toLowerCase() === algorithm.toLowerCase())
    const qop = fields.get('qop')?.split(/[\s,]+/) ?? []
    if (realm === undefined || nonce === undefined || !known || !qop.includes('auth')) continue
    return { realm, nonce, algorithm: known, opaque: fields.get('opaque') }
  }
  return undefined
}

const quoted = (fields: Record<string, string>) =>
  Object.entries(fields).map(([name, value]) => `${name}="${value.replace(/["\\]/g, '\\$&')}"`)
