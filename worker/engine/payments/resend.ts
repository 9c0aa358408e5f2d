/**
 * When a transaction that was sent is sent again.
 *
 * A second request with the same transaction links the client to it. So it goes only to the daemon that
 * received the first one, after a delay that does not show when the wallet noticed the loss, or when the user
 * asks for it.
 *
 * @module
 */
import type { RandomBytes } from '#wasm/types.ts'
import { randomIndex } from '../base/random.ts'
import type { SentRecord } from '../store/records.ts'

/** Bounds of the delay, in seconds. */
const leastDelay = 2 * 60 * 60
const mostDelay = 8 * 60 * 60

/** The first daemon that receives a transaction, and when it may receive it again. */
export type FirstSent = Required<Pick<SentRecord, 'daemon' | 'resendAt'>>

/** A random time some hours after `now`, in Unix seconds. */
export const nextResend = (random: RandomBytes, now: bigint): bigint =>
  now + BigInt(leastDelay + randomIndex(random, mostDelay - leastDelay + 1))

/** Whether a transaction is sent again to the daemon `name` without a request of the user. */
export const isResendDue = (
  { daemon, resendAt }: Pick<SentRecord, 'daemon' | 'resendAt'>,
  name: string,
  now: bigint,
): boolean => daemon === name && resendAt !== undefined && now >= resendAt
