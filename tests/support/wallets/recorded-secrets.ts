/**
 * A service whose cryptography remembers the secrets that public keys are asked of, so that a test can
 * look at what became of them.
 *
 * @module
 */
import type { Service } from '../../../worker/engine/service.ts'
import { testCrypto } from '../wasm/crypto.ts'
import { testService } from './test-wallet.ts'

/** `secrets`: the very arrays, as they are now. */
export async function secretRecordingService(): Promise<{
  service: Service
  secrets: Uint8Array[]
}> {
  const crypto = await testCrypto()
  const secrets: Uint8Array[] = []
  const seeing = {
    ...crypto,
    publicKey(secret: Uint8Array) {
      secrets.push(secret)
      return crypto.publicKey(secret)
    },
  }
  return { service: await testService({}, { crypto: seeing }), secrets }
}
