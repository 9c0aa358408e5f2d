/**
 * HTTP digest authentication of a server: MD5 and MD5-sess, as in monero.
 *
 * @module
 * @see RFC 2617, monero contrib/epee/src/http_auth.cpp
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { latin1ToBytes } from '#protocol/bytes.ts'
import { md5, readDigestFields, type Login } from '#protocol/network/digest.ts'
import { decodeText } from '#protocol/json/json.ts'
import { LoginAttempts } from './login-attempts.ts'

const realm = 'monero-rpc'

/** Number of nonces in memory; the oldest one is dropped first. */
const mostNonces = 256

export type Refusal = {
  /** The `WWW-authenticate` headers. */
  challenges: string[]
  /** The login was right, but its nonce is unknown or was used with that count before. */
  isStale: boolean
}

/** Accepts requests with a valid login. */
export class DigestGate {
  /** Of all clients of this login. */
  readonly attempts = new LoginAttempts()
  readonly #login: Login
  readonly #random: (length: number) => Uint8Array
  /** The highest count that each nonce was used with. */
  readonly #counts = new Map<string, number>()

  /** @param random - Cryptographic randomness, in fresh arrays of `length` bytes. */
  constructor(login: Login, random: (length: number) => Uint8Array) {
    this.#login = login
    this.#random = random
  }

  /**
   * Undefined for a valid request.
   *
   * After a stale refusal, the client can repeat the request with the new nonce without a prompt for its user.
   */
  check(method: string, authorization: string | undefined): Refusal | undefined {
    const fields = authorization === undefined ? undefined : readFields(authorization)
    if (!fields || !this.#isRight(method, fields)) return this.#refusal(false)
    return this.#isFresh(fields) ? undefined : this.#refusal(true)
  }

  /** Whether a right login was sent with the same nonce before: no client can guess such a nonce. */
  isSession(authorization: string): boolean {
    const nonce = readFields(authorization)?.get('nonce') ?? ''
    return (this.#counts.get(nonce) ?? 0) > 0
  }

  #isRight(method: string, fields: Fields) {
    const algorithm = (fields.get('algorithm') ?? 'md5').toLowerCase()
    const qop = fields.get('qop')?.toLowerCase()
    if (algorithm !== 'md5' && algorithm !== 'md5-sess') return false
    if (qop !== undefined && qop !== 'auth') return false
    const { username, password } = this.#login
    if (fields.get('username') !== username) return false

    const field = (name: string) => fields.get(name) ?? ''
    const [nonce, cnonce] = [field('nonce'), field('cnonce')]
    const plain = md5(`${username}:${realm}:${password}`)
    const secret = algorithm === 'md5-sess' ? md5(`${plain}:${nonce}:${cnonce}`) : plain
    const request = md5(`${method}:${field('uri')}`)
    // Without `qop` the response is computed as in RFC 2069.
    const middle = qop === undefined ? nonce : `${nonce}:${field('nc')}:${cnonce}:${field('qop')}`
    return isSame(field('response').toLowerCase(), md5(`${secret}:${middle}:${request}`))
  }

  /** Whether the nonce was never used with this count; without a count, whether it was never used. */
  #isFresh(fields: Fields) {
    const nonce = fields.get('nonce') ?? ''
    const last = this.#counts.get(nonce)
    if (last === undefined) return false
    if (!fields.has('qop')) {
      this.#counts.delete(nonce)
      return last === 0
    }
    const count = parseInt(fields.get('nc') ?? '', 16)
    if (!(count > last)) return false
    this.#counts.set(nonce, count)
    return true
  }

  #refusal(isStale: boolean): Refusal {
    const nonce = bytesToHex(this.#random(16))
    this.#counts.set(nonce, 0)
    if (this.#counts.size > mostNonces) this.#counts.delete(this.#counts.keys().next().value!)
    const challenges = ['MD5', 'MD5-sess'].map(
      (algorithm) =>
        `Digest qop="auth",algorithm=${algorithm},realm="${realm}",nonce="${nonce}",stale=${isStale}`,
    )
    return { challenges, isStale }
  }
}

type Fields = ReadonlyMap<string, string>

function readFields(authorization: string): Fields | undefined {
  const [, list] = /^\s*digest\s+(.*)$/i.exec(authorization) ?? []
  if (list === undefined) return undefined
  // Servers decode headers as latin1, but clients hash the UTF-8 bytes.
  const text = decodeText(latin1ToBytes(list))
  return readDigestFields(text)
}

/** Compares in constant time. */
function isSame(given: string, expected: string): boolean {
  let difference = given.length ^ expected.length
  for (let i = 0; i < expected.length; i++)
    difference |= given.charCodeAt(i) ^ expected.charCodeAt(i)
  return difference === 0
}
