/**
 * Lies about the transaction pool, each played while a wallet refreshes.
 *
 * @module
 */
import { ofJson, type Lie } from './lie.ts'
import type { Result } from '../programs/monerod.ts'

const transactions = (edit: (tx: Result) => object) => (answer: Result) => ({
  txs: answer.txs.map((tx: Result) => ({ ...tx, ...edit(tx) })),
})

export const poolLies: readonly Lie[] = [
  ofJson(
    '/get_transactions',
    'a pool transaction of random bytes',
    'the answer of daemon … is not to be trusted: transaction version: varint overflows 64 bits',
    transactions(({ as_hex, pruned_as_hex }) => ({
      as_hex: noise(as_hex),
      pruned_as_hex: noise(pruned_as_hex),
    })),
  ),
]

const noise = (hex: string) => hex.replace(/[0-9]/g, (digit) => String(9 - Number(digit)))
