/**
 * Why a transaction is refused.
 *
 * @module
 */
import type { Refusal, RefusalFlag } from '../types.ts'

/**
 * @param reason - The broken rule, for logs and tests. Clients see only the flags, because the `reason`
 *   of the reference is empty for all of them.
 * @see monero src/rpc/core_rpc_server.cpp on_send_raw_tx
 */
export const refuse = (reason: string, ...flags: RefusalFlag[]): Refusal => ({ reason, flags })
