/**
 * Blocks that wallets accept, without proof of work.
 *
 * @module
 */
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { writeBlock } from '#protocol/chain/block.ts'
import { writeExtra } from '#protocol/chain/extra.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { writePrefix } from '#protocol/chain/write.ts'

/** What stands in a block, and whom its miner transaction pays. */
type BlockContent = {
  version: number
  height: bigint
  prevId: Uint8Array
  /** Unix seconds. */
  time: bigint
  nonce: number
  key: Uint8Array
  viewTag: number
  txPublicKey: Uint8Array
  /** In bytes. */
  txids: Uint8Array[]
}

/** A block that wallets take for one, without proof of work. */
export function scriptedBlock(content: BlockContent) {
  const { version, height, prevId, time, nonce, key, viewTag, txPublicKey, txids } = content
  const prefix = writePrefix({
    version: 2,
    unlockTime: height + 60n,
    inputs: [{ kind: 'gen', height }],
    outputs: [{ amount: 600_000_000_000n, key, viewTag }],
    extra: writeExtra([{ kind: 'publicKey', key: txPublicKey }]),
  })
  const minerTx = parseTransaction(concatBytes(prefix, Uint8Array.of(0)))
  const blob = writeBlock({
    majorVersion: version,
    minorVersion: version,
    prevId,
    nonce,
    timestamp: time,
    minerTx,
    txHashes: txids,
  })
  return { minerTx, blob }
}

/** Mainnet's genesis block, which private chains share. @see monero src/cryptonote_config.h GENESIS_TX */
export const genesisBlock = hexToBytes(
  `010000${'00'.repeat(32)}10270000` +
    '013c01ff0001ffffffffffff03029b2e4c0281c0b02e7c53291a94d1d0cbff8883f8024f5142ee494ffbbd0880' +
    '7121017767aafcde9be00dcfd098715ebcf7f410daebc582fda69d24a28e9d0bc890d100',
)
