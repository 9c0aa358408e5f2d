/**
 * HTTP digest authentication: MD5 and MD5-sess, as monero's servers ask for them.
 *
 * @module
 * @see RFC 2617, monero contrib/epee/src/http_auth.cpp
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { latin1ToBytes } from '#protocol/bytes.ts'
import { md5, readDigestFields, type Login } from '#protocol/digest.ts'
import { decodeText } from '#protocol/json.ts'

const realm = 'monero-rpc'

/** Nonces that are remembered; the oldest goes when there are more. */
const mostNonces = 256

/** Lets requests pass that know the login. */
export class DigestGate {
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
   * Undefined when the request may pass; otherwise the `WWW-authenticate` headers to refuse it with.
   *
   * A right answer to a nonce that is unknown, or was used with that count before, is stale: the
   * client may try again with the new nonce without asking its user.
   */
  check(method: string, authorization: string | undefined): string[] | undefined {
    const fields = authorization === undefined ? undefined : readFields(authorization)
    if (!fields || !this.#isRight(method, fields)) return this.#challenges(false)
    return this.#isFresh(fields) ? undefined : this.#challenges(true)
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
    // Without `qop` the answer is as RFC 2069 has it.
    const middle = qop === undefined ? nonce : `${nonce}:${field('nc')}:${cnonce}:${field('qop')}`
    return isSame(field('response').toLowerCase(), md5(`${secret}:${middle}:${request}`))
  }

  /** Whether the nonce was never used with this count; without a count, whether never at all. */
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

  #challenges(stale: boolean) {
    const nonce = bytesToHex(this.#random(16))
    this.#counts.set(nonce, 0)
    if (this.#counts.size > mostNonces) this.#counts.delete(this.#counts.keys().next().value!)
    return ['MD5', 'MD5-sess'].map(
      (algorithm) =>
        `Digest qop="auth",algorithm=${algorithm},realm="${realm}",nonce="${nonce}",stale=${stale}`,
    )
  }
}

type Fields = ReadonlyMap<string, string>

function readFields(authorization: string): Fields | undefined {
  const [, list] = /^\s*digest\s+(.*)$/i.exec(authorization) ?? []
  if (list === undefined) return undefined
  // Servers read headers a character a byte; what clients hash are the bytes.
  const text = decodeText(latin1ToBytes(list))
  return readDigestFields(text)
}

/** Takes as long wherever they differ. */
function isSame(given: string, expected: string): boolean {
  let difference = given.length ^ expected.length
  for (let i = 0; i < expected.length; i++)
    difference |= given.charCodeAt(i) ^ expected.charCodeAt(i)
  return difference === 0
}
