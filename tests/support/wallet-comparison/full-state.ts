/**
 * Reads the complete state of a wallet, to compare two moments.
 *
 * @module
 */
import type { Result } from '../programs/monerod.ts'

type Call = (method: string, params?: unknown) => Promise<Result>

/** Balances, accounts, addresses, outputs, transfers and height. */
export async function fullState(call: Call): Promise<unknown> {
  const kinds = { in: true, out: true, pending: true, failed: true, pool: true }
  const questions: [string, object][] = [
    ['get_accounts', {}],
    ['get_balance', { all_accounts: true }],
    ['get_address', { account_index: 0 }],
    ['incoming_transfers', { transfer_type: 'all' }],
    ['get_transfers', { ...kinds, all_accounts: true }],
    ['get_height', {}],
  ]
  const answers: Record<string, Result> = {}
  for (const [method, params] of questions) answers[method] = await call(method, params)
  return answers
}
