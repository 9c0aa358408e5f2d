/**
 * What a wallet without a spend key cannot do.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import type { Secrets } from '../store/records.ts'

/** @param what - `sign with this key`. @returns WATCH_ONLY, also for who has a part of the key alone. */
export const lacksSpendKey = ({ multisig }: Pick<Secrets, 'multisig'>, what: string): RpcError =>
  new RpcError(
    'WATCH_ONLY',
    multisig
      ? `A member of a multisig group cannot ${what}.`
      : `The wallet is watch-only. Cannot ${what}.`,
  )
