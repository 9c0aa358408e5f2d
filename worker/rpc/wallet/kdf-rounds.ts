/**
 * How often a password is stretched for a .keys file.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import { u32 } from '#protocol/fields.ts'
import type { Ports } from '../../engine/base/ports.ts'

/** Minutes: beyond it a mistyped number would keep all else waiting for months. */
const most = 10_000

export const kdfRounds = u32
  .default(0)
  .describe(
    `Times the password is stretched, ${most} at most; as the service was started with when 0.`,
  )

/** @throws {RpcError} INVALID_PARAMS */
export function requireKdfRounds(given: number, ports: Pick<Ports, 'kdfRounds'>): number {
  if (given > most)
    throw new RpcError('INVALID_PARAMS', 'Invalid params', `kdf_rounds: expected ${most} at most`)
  return given || ports.kdfRounds
}
