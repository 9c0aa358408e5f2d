/**
 * The spending part of the keys, sealed under the password separately from all other records. The key of the
 * records, which a wallet that scans without the spend key holds, does not open it.
 *
 * Layout: a header that wraps a key of its own, a nonce (24 bytes), the keys as a record, encrypted.
 *
 * @module
 */
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { decodeRecord, encodeRecord } from './codec.ts'
import { formatHeader, headerLength, nonceLength, parseHeader } from './header.ts'
import { unwrap, wrap, type PasswordPorts } from './password.ts'
import { WalletDamaged } from './errors.ts'
import type { Secrets } from './records.ts'

/** The keys that {@link lockKeys} seals. */
export type SpendingKeys = Required<Pick<Secrets, 'spendSecret'>> &
  Pick<Secrets, 'halfSeed' | 'polyseed'>

const name = utf8ToBytes('spending keys')
const sealedAt = headerLength + nonceLength

export async function lockKeys(
  ports: PasswordPorts,
  { spendSecret, halfSeed, polyseed }: SpendingKeys,
  password: string,
): Promise<Uint8Array> {
  const key = ports.random(32)
  const header = await wrap(ports, key, password)
  const plain = encodeRecord({ spendSecret, halfSeed, polyseed })
  const nonce = ports.random(nonceLength)
  const sealed = ports.crypto.seal(key, nonce, name, plain)
  for (const secret of [key, plain]) secret.fill(0)
  return concatBytes(formatHeader(header), nonce, sealed)
}

/**
 * @returns Undefined when the password is wrong.
 * @throws {WalletDamaged} When it is not the output of {@link lockKeys}.
 */
export async function unlockKeys(
  ports: PasswordPorts,
  locked: Uint8Array,
  password: string,
): Promise<SpendingKeys | undefined> {
  const header = parseHeader(locked.subarray(0, headerLength))
  if (locked.length < sealedAt) throw damagedKeys()
  const key = await unwrap(ports, header, password)
  if (!key) return undefined
  const nonce = locked.subarray(headerLength, sealedAt)
  const plain = ports.crypto.unseal(key, nonce, name, locked.subarray(sealedAt))
  key.fill(0)
  if (!plain) throw damagedKeys()
  try {
    return decodeRecord(plain) as SpendingKeys
  } finally {
    plain.fill(0)
  }
}

const damagedKeys = () => new WalletDamaged('the keys of the wallet are damaged')

/** The keys without their spending part, which is not changed. */
export function withoutSpending(secrets: Readonly<Secrets>): Secrets {
  const { spendSecret: _, halfSeed: _half, polyseed: _poly, ...rest } = secrets
  return rest
}

/** Overwrites the keys that spend. */
export function wipeSpending({ spendSecret, halfSeed, polyseed }: Partial<SpendingKeys>): void {
  spendSecret?.fill(0)
  halfSeed?.fill(0)
  polyseed?.secret.fill(0)
}
