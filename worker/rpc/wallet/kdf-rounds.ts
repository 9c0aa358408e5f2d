/**
 * Rounds of password hashing for a key file.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import { u32 } from '#protocol/fields.ts'
import type { Ports } from '../../engine/base/ports.ts'

/** This takes minutes. A mistyped larger number would block the wallet for months. */
const most = 10_000

export const kdfRounds = u32
  .default(0)
  .describe(`Rounds of password hashing, at most ${most}; if 0, the number in --kdf-rounds.`)

/** @throws {RpcError} INVALID_PARAMS */
export function requireKdfRounds(given: number, ports: Pick<Ports, 'kdfRounds'>): number {
  if (given > most)
    throw new RpcError('INVALID_PARAMS', 'Invalid params', `kdf_rounds: expected ${most} at most`)
  return given || ports.kdfRounds
}
