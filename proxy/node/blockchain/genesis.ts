/**
 * The genesis block of each network.
 *
 * @module
 * @see monero src/cryptonote_config.h GENESIS_TX, GENESIS_NONCE
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import { parseBlock, writeBlock, type ParsedBlock } from '#protocol/chain/block.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import type { Network } from '#protocol/rules/forks.ts'

const first =
  '013c01ff0001ffffffffffff03029b2e4c0281c0b02e7c53291a94d1d0cbff8883f8024f5142ee494ffbbd08807121' +
  '017767aafcde9be00dcfd098715ebcf7f410daebc582fda69d24a28e9d0bc890d1'
const staging =
  '013c01ff0001ffffffffffff0302df5d56da0c7d643ddd1ce61901c7bdc5fb1738bfe39fbe69c28a3a7032729c0f21' +
  '01168d0c4ca86fb55a4cf6a36d31431be1c53a3bd7411bb24e8832410289fa6f3b'

const parts: Record<Network, { minerTx: string; nonce: number }> = {
  mainnet: { minerTx: first, nonce: 10_000 },
  testnet: { minerTx: first, nonce: 10_001 },
  stagenet: { minerTx: staging, nonce: 10_002 },
  fakechain: { minerTx: first, nonce: 10_000 },
}

/** @see monero src/cryptonote_core/cryptonote_tx_utils.cpp generate_genesis_block */
export function genesisBlock(network: Network): ParsedBlock {
  const { minerTx, nonce } = parts[network]
  return parseBlock(
    writeBlock({
      majorVersion: 1,
      minorVersion: 0,
      timestamp: 0n,
      prevId: new Uint8Array(32),
      nonce,
      minerTx: parseTransaction(hexToBytes(minerTx)),
      txHashes: [],
    }),
  )
}
