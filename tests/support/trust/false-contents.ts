/**
 * Transactions with other content than their ids have, in pruned answers: whole ones would not hash to the id.
 *
 * @module
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { parseBlock } from '#protocol/chain/block.ts'
import { bin } from '#protocol/daemon/calls.ts'
import { epeeTo } from '#protocol/epee/epee.ts'
import { poolEntry } from '../chains/pool-entry.ts'
import type { ScriptedTx } from '../chains/scripted-chain.ts'
import type { BlocksAnswer } from '../daemons/lying-daemon.ts'
import type { Result } from '../programs/monerod.ts'
import { ofBin, ofJson, together, type Lie } from './lie.ts'

/** Shows a mined transaction with the content of another one. Whole blocks are not changed. */
export const asPruned =
  (txid: string, { blob }: Pick<ScriptedTx, 'blob'>): Lie['tamper'] =>
  (context) => {
    const lie = ofBin('get_blocks', (answer) => withContent(answer, txid, blob))
    const tamper = lie(context)
    return async (path, forward, body) => {
      const isPruned = path === '/get_blocks.bin' && epeeTo(bin.get_blocks.params, body).prune
      return isPruned ? tamper(path, forward, body) : { bytes: await forward() }
    }
  }

/** Replaces the bytes of a transaction in an answer with blocks. */
export function withContent(answer: Result, txid: string, blob: Uint8Array) {
  const { blocks } = answer as unknown as Pick<BlocksAnswer, 'blocks'>
  return {
    blocks: blocks.map((entry) => {
      const ids = parseBlock(entry.block).txHashes.map((id) => bytesToHex(id))
      const txs = entry.txs.map((tx, at) => (ids[at] === txid ? { ...tx, blob } : tx))
      return { ...entry, txs }
    }),
  }
}

/** Shows a pool with this transaction only. */
export const asPool = (tx: ScriptedTx): Lie['tamper'] =>
  together(
    '',
    '',
    ofJson('/get_transaction_pool_hashes.bin', '', '', () => ({ tx_hashes: hexToBytes(tx.txid) }))
      .tamper,
    ofJson('/get_transactions', '', '', () => ({ txs: [poolEntry(tx)], missed_tx: [] })).tamper,
  ).tamper
