/**
 * Overwrites the secrets of a wallet in memory.
 *
 * @module
 */
import { forgetSealKey } from '../base/seal-key.ts'
import { wipeSpending } from './locked-keys.ts'
import type { MultisigRecord, Secrets } from './records.ts'

/** Overwrites the secret halves. */
export function wipeSecrets(secrets: Secrets): void {
  wipeSpending(secrets)
  secrets.viewSecret.fill(0)
  forgetSealKey(secrets.viewSecret)
  secrets.background?.key.fill(0)
  if (secrets.multisig) wipeMember(secrets.multisig)
}

/** Overwrites the secrets of a group member, except the view secret. */
export function wipeMember({ baseSecret, shares }: MultisigRecord): void {
  for (const secret of [baseSecret, ...shares]) secret.fill(0)
}
