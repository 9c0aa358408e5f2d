/**
 * The error of a call that needs the spend key.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import type { Secrets } from '../store/records.ts'

/** @param what - `sign with this key`. @returns WATCH_ONLY, also for a member that holds only a share. */
export const lacksSpendKey = ({ multisig }: Pick<Secrets, 'multisig'>, what: string): RpcError =>
  new RpcError(
    'WATCH_ONLY',
    multisig
      ? `A member of a multisig group cannot ${what}.`
      : `The wallet is watch-only. Cannot ${what}.`,
  )
