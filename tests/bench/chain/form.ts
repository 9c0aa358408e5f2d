/**
 * The form of a generated chain, and the wallet that it pays.
 *
 * @module
 */
import { readSeed } from '#protocol/mnemonic/seed.ts'
import type { Crypto } from '#wasm/types.ts'
import { keysOfSeed } from '../../../worker/engine/keys/account.ts'
import type { SpendSecrets } from '../../../worker/engine/keys/one-time-key.ts'
import { minerSeed } from '../../support/programs/monerod.ts'

/** The form of a chain with mainnet transactions: 2-in/2-out, view tags, rings of 16. */
export type ChainForm = {
  /** Number of blocks above the genesis block. */
  blocks: number
  /** Number of transactions in each block, without the miner transaction. */
  transactions: number
  /** One transaction in this many pays our wallet. */
  oursEvery: number
  /** Accounts that receive our payments in turn, and addresses in each; one account of fifty by default. */
  spread?: { accounts: number; addresses: number }
  /** Version of its blocks; that of a private chain by default. */
  version?: number
}

/** The seed of every wallet in the bench. */
export const benchSeed = minerSeed

/** The keys of {@link benchSeed}. */
export async function benchKeys(crypto: Crypto): Promise<SpendSecrets> {
  const seed = await readSeed(benchSeed)
  if ('problem' in seed) throw new Error(`the seed of the bench: ${seed.problem}`)
  return keysOfSeed(crypto, seed.key)
}
