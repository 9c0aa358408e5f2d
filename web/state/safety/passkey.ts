/**
 * Passkeys of this browser (WebAuthn) whose function `prf` returns a secret for a salt. The secret goes to the worker
 * only, and is never stored.
 *
 * @module
 * @see https://www.w3.org/TR/webauthn-3/ section 10.1.4
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { RpcError } from '#protocol/errors.ts'

/** What names a passkey and what it computes from, in hex. */
export type PasskeyRequest = { credential_id: string; salt: string }

/** Whether this browser has passkeys. Whether a passkey has the function `prf` is known only after it was made. */
export const hasPasskeys = (): boolean =>
  isSecureContext && typeof PublicKeyCredential === 'function' && 'credentials' in navigator

/**
 * Makes a passkey for a wallet, and asks it for its secret.
 *
 * @param name - Of the wallet, shown by the browser.
 * @throws {RpcError} When the user cancels, or the passkey has no secrets.
 */
export async function makePasskey(name: string): Promise<PasskeyRequest & { secret: string }> {
  const salt = random(32)
  const made = await asked(
    navigator.credentials.create({
      publicKey: {
        challenge: random(32),
        rp: { name: 'Nightjar' },
        user: { id: random(32), name, displayName: name },
        pubKeyCredParams: [
          { type: 'public-key', alg: -7 },
          { type: 'public-key', alg: -8 },
          { type: 'public-key', alg: -257 },
        ],
        // With and without verification of the user, a passkey has different secrets.
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        attestation: 'none',
        extensions: { prf: { eval: { first: salt } } },
      },
    }),
  )
  const { prf } = made.getClientExtensionResults()
  if (!prf?.enabled && !prf?.results?.first) throw failed(withoutSecrets())
  const request = {
    credential_id: bytesToHex(new Uint8Array(made.rawId)),
    salt: bytesToHex(salt),
  }
  // Many passkeys answer only when they are used.
  const first = prf.results?.first
  const secret = first ? hexOf(first) : await askPasskey(request)
  return { ...request, secret }
}

/**
 * Asks a passkey for its secret.
 *
 * @returns In hex.
 * @throws {RpcError} When the user cancels, or the passkey is not on this device.
 */
export async function askPasskey({ credential_id, salt }: PasskeyRequest): Promise<string> {
  const used = await asked(
    navigator.credentials.get({
      publicKey: {
        challenge: random(32),
        allowCredentials: [{ type: 'public-key', id: Uint8Array.from(hexToBytes(credential_id)) }],
        userVerification: 'required',
        extensions: { prf: { eval: { first: Uint8Array.from(hexToBytes(salt)) } } },
      },
    }),
  )
  const first = used.getClientExtensionResults().prf?.results?.first
  if (!first) throw failed(withoutSecrets())
  return hexOf(first)
}

async function asked(request: Promise<Credential | null>): Promise<PublicKeyCredential> {
  const credential = await request.catch((error: unknown) => {
    const { name } = (error ?? {}) as { name?: unknown }
    throw failed(name === 'NotAllowedError' ? cancelled() : unusable())
  })
  if (!credential) throw failed(cancelled())
  return credential as PublicKeyCredential
}

const cancelled = () =>
  'The passkey was not used: the request was cancelled, or this device does not have it.'
const unusable = () => 'This browser cannot use a passkey here. Unlock with the password.'
const withoutSecrets = () =>
  'This passkey cannot unlock a wallet: it has no function to derive secrets (PRF). Use the password, or try another device.'

const failed = (message: string) => new RpcError('UNKNOWN_ERROR', message)
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))

function hexOf(source: BufferSource): string {
  const bytes = ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source)
  const hex = bytesToHex(bytes)
  bytes.fill(0)
  return hex
}
