/**
 * Sends transactions to the daemon, and distinguishes a refusal from an unknown outcome.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { RpcError } from '#protocol/errors.ts'
import type { Daemon } from '../base/ports.ts'
import { orUndefined } from '../base/or-undefined.ts'
import { transactionsPerRequest } from '../sync/live/pool-source.ts'

/**
 * `unknown`: it may have arrived. A refusal with `conflict` means that its inputs are spent: by
 * another transaction, or by this one, which was mined meanwhile.
 */
export type RelayOutcome = 'accepted' | 'unknown' | { refused: RpcError; conflict: boolean }

/**
 * Sends a signed transaction. The daemon relays it, and checks its decoys, by default. Never throws for a
 * failure of the daemon.
 */
export async function relay(daemon: Daemon, blob: Uint8Array): Promise<RelayOutcome> {
  const request = { tx_as_hex: bytesToHex(blob) }
  const answer = await orUndefined(daemon.json.send_raw_transaction(request))
  if (!answer || answer.status === '') return 'unknown'
  if (answer.status === 'OK') return 'accepted'
  if (answer.status === 'BUSY')
    return { refused: new RpcError('DAEMON_IS_BUSY', 'daemon is busy'), conflict: false }
  const reasons = flags.filter(([flag]) => answer[flag]).map(([, text]) => text)
  return {
    refused: new RpcError(
      'GENERIC_TRANSFER_ERROR',
      'transaction was rejected by daemon',
      reasons.join(', ') || undefined,
    ),
    conflict: answer.double_spend,
  }
}

/** @see monero src/wallet/wallet2.cpp get_text_reason */
const flags = [
  ['low_mixin', 'bad ring size'],
  ['double_spend', 'double spend'],
  ['invalid_input', 'invalid input'],
  ['invalid_output', 'invalid output'],
  ['too_few_outputs', 'too few outputs'],
  ['too_big', 'too big'],
  ['overspend', 'overspend'],
  ['fee_too_low', 'fee too low'],
  ['sanity_check_failed', 'tx sanity check failed'],
  ['not_relayed', 'tx was not relayed'],
  ['tx_extra_too_big', 'tx extra too big'],
  ['nonzero_unlock_time', 'tx unlock time is not zero'],
] as const

/**
 * Those of these transactions that are in the daemon's chain or pool; undefined when it does not
 * answer.
 */
export async function knownTransactions(
  daemon: Daemon,
  txids: readonly string[],
): Promise<ReadonlySet<string> | undefined> {
  const there = new Set<string>()
  for (let at = 0; at < txids.length; at += transactionsPerRequest) {
    const txs_hashes = txids.slice(at, at + transactionsPerRequest)
    const answer = await orUndefined(daemon.json.get_transactions({ txs_hashes, prune: true }))
    if (!answer) return undefined
    for (const { tx_hash } of answer.txs) there.add(tx_hash)
  }
  return there
}

/**
 * Whether the daemon refuses a transaction that no node on its chain would accept. False where the
 * daemon is busy. False for a conflict: this transaction may have been mined since the last query.
 * False where the daemon lacks blocks that this wallet has: it then refuses rings with outputs of
 * those blocks, although the network accepted them.
 *
 * @param height - Of the wallet's chain.
 */
export async function refusesForGood(
  daemon: Daemon,
  outcome: RelayOutcome,
  height: bigint,
): Promise<boolean> {
  if (typeof outcome === 'string') return false
  if (outcome.refused.reason === 'DAEMON_IS_BUSY' || outcome.conflict) return false
  const told = await orUndefined(daemon.json.get_height({}))
  return told !== undefined && told.height >= height
}
