/**
 * Rewards of blocks as coins to spend.
 *
 * @module
 */
import { equalBytes } from '@noble/ciphers/utils.js'
import { formatAddress } from '#protocol/address.ts'
import { parseBlock } from '#protocol/chain/block.ts'
import { parseExtra, publicKeys } from '#protocol/chain/extra.ts'
import type { Transaction } from '#protocol/chain/transaction.ts'
import type { Crypto } from '#wasm/types.ts'
import type { BlockchainReads } from '../../../proxy/node/blockchain/types.ts'
import type { SpendSecrets } from '../../../worker/engine/keys/one-time-key.ts'
import type { Coin } from '../transactions/forge.ts'

/** Where blocks are mined to for their rewards to be ours. */
export const addressOf = ({ spendPublic, viewPublic }: SpendSecrets): string =>
  formatAddress({
    kind: 'standard',
    network: 'mainnet',
    spendKey: spendPublic,
    viewKey: viewPublic,
  })

/** A mask of 1, with which miners' amounts are committed to. */
const one = Uint8Array.of(1, ...new Uint8Array(31))

/** The reward that a miner transaction pays these secrets; undefined where it pays others. */
export function rewardCoin(
  crypto: Crypto,
  { viewSecret, spendSecret, spendPublic }: SpendSecrets,
  { outputs, extra }: Transaction,
  index: bigint,
): Coin | undefined {
  const [{ key, amount }] = outputs as [Transaction['outputs'][0]]
  const [publicKey] = publicKeys(parseExtra(extra).fields)
  const derivation = publicKey && crypto.keyDerivation(publicKey, viewSecret)
  const expected = derivation && crypto.derivePublicKey(derivation, 0, spendPublic)
  if (!derivation || !expected || !equalBytes(key, expected)) return undefined
  const secret = crypto.deriveSecretKey(derivation, 0, spendSecret)
  return { index, key, secret, commitment: crypto.commit(amount, one), mask: one, amount }
}

/** The reward of the block at a height, mined to {@link addressOf} these secrets. */
export function coinbaseCoin(
  { crypto, chain, secrets }: { crypto: Crypto; chain: BlockchainReads; secrets: SpendSecrets },
  height: bigint,
): Coin {
  const [block] = chain.wholeBlocks(height)
  const { blob, minerOutputIndices } = block!
  return rewardCoin(crypto, secrets, parseBlock(blob).minerTx, minerOutputIndices[0]!)!
}
