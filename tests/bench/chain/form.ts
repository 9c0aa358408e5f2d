/**
 * What a chain of the bench looks like, and the wallet it pays.
 *
 * @module
 */
import { readSeed } from '#protocol/mnemonic/seed.ts'
import type { Crypto } from '#wasm/types.ts'
import { keysOfSeed } from '../../../worker/engine/keys/account.ts'
import type { SpendSecrets } from '../../../worker/engine/keys/one-time-key.ts'
import { minerSeed } from '../../support/programs/monerod.ts'

/** A chain of the form of mainnet's: 2-in/2-out, view tags, rings of 16. */
export type ChainForm = {
  /** Above the genesis block. */
  blocks: number
  /** In each block, its miner's apart. */
  transactions: number
  /** Every so many transactions one is ours. */
  oursEvery: number
  /** Accounts that ours are paid to by turns, and addresses in each; one account of fifty otherwise. */
  spread?: { accounts: number; addresses: number }
}

/** The seed of every wallet in the bench. */
export const benchSeed = minerSeed

/** The keys of {@link benchSeed}. */
export async function benchKeys(crypto: Crypto): Promise<SpendSecrets> {
  const seed = await readSeed(benchSeed)
  if ('problem' in seed) throw new Error(`the seed of the bench: ${seed.problem}`)
  return keysOfSeed(crypto, seed.key)
}
