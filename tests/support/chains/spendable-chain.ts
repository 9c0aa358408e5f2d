/**
 * A scripted chain that can be paid on: its daemon tells outputs for rings and takes transactions.
 *
 * @module
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { prunableHash, transactionId } from '#protocol/chain/hashes.ts'
import { parseTransaction, type ParsedTransaction } from '#protocol/chain/transaction.ts'
import type { Daemon } from '../../../worker/engine/base/ports.ts'
import { fakeDaemon } from '../daemons/fake-daemon.ts'
import type { ScriptedChain, ScriptedTx } from './scripted-chain.ts'

type Calls = { [name: string]: (params: never) => Promise<unknown> }

/** The daemon of `script`, and all a payment asks besides. Its transactions wait in the pool. */
export function spendableDaemon(script: ScriptedChain): Daemon {
  const daemon = script.daemon() as unknown as { rpc: Calls; json: Calls; bin: Calls }
  return fakeDaemon({
    rpc: {
      get_info: async (params: object) => ({
        ...((await daemon.rpc.get_info!(params as never)) as object),
        block_weight_limit: 600_000n,
      }),
      hard_fork_info: async () => ({ status: 'OK', version: 16 }),
      get_fee_estimate: async () => ({
        fees: [20_000n, 80_000n, 320_000n, 4_000_000n],
        fee: 20_000n,
        quantization_mask: 10_000n,
      }),
      get_txpool_backlog: async () => ({ backlog: new Uint8Array() }),
      get_block_headers_range: async () => ({ headers: [] }),
    },
    json: {
      get_height: async () => ({ height: BigInt(script.blocks.length) + 1n }),
      get_transactions: async (params: { txs_hashes: string[] }) => {
        const pool = (await daemon.json.get_transactions!(params as never)) as { txs: object[] }
        return { txs: [...pool.txs, ...minedOf(script, params.txs_hashes)] }
      },
      is_key_image_spent: async ({ key_images }: { key_images: string[] }) => ({
        spent_status: key_images.map((image) => spentStatus(script, image)),
      }),
      send_raw_transaction: async ({ tx_as_hex }: { tx_as_hex: string }) => {
        const tx = scripted(hexToBytes(tx_as_hex))
        if (isDoubleSpend(script, tx)) return { status: 'Failed', double_spend: true }
        script.wait(tx)
        return { status: 'OK' }
      },
    },
    bin: {
      get_blocks_by_height: async ({ heights }: { heights: bigint[] }) => ({
        blocks: heights.map((height) => script.wholeBlock(height)),
      }),
      get_transaction_pool_hashes: daemon.bin.get_transaction_pool_hashes!,
      get_blocks: daemon.bin.get_blocks!,
      get_output_distribution: daemon.bin.get_output_distribution!,
      get_outs: async ({ outputs }: { outputs: { index: bigint }[] }) => {
        const all = outputsOf(script)
        return { outs: outputs.map(({ index }) => all[Number(index)]) }
      },
    },
  })
}

/** Key images that a transaction spends, in hex. */
export const keyImagesOf = ({ tx }: Pick<ScriptedTx, 'tx'>): string[] =>
  tx.inputs.flatMap((input) => (input.kind === 'key' ? [bytesToHex(input.keyImage)] : []))

/** A whole transaction, as blocks and pool of a script hold it. */
function scripted(bytes: Uint8Array): ScriptedTx {
  const whole = parseTransaction(bytes)
  const blob = bytes.slice(0, whole.baseSize)
  return {
    txid: bytesToHex(transactionId(whole)),
    tx: parseTransaction(blob, { pruned: true }),
    blob,
    prunableHash: prunableHash(whole),
    whole: bytes,
    keyImages: whole.outputs.map(() => undefined),
  }
}

function isDoubleSpend({ blocks, pool }: ScriptedChain, tx: ScriptedTx): boolean {
  const others = [...pool.values(), ...blocks.flatMap(({ txs }) => txs)]
  const taken = new Set(others.flatMap(keyImagesOf))
  return !pool.has(tx.txid) && keyImagesOf(tx).some((image) => taken.has(image))
}

/** 0 unspent, 1 in the chain, 2 in the pool. */
function spentStatus({ blocks, pool }: ScriptedChain, keyImage: string): number {
  const isSpentIn = (txs: Iterable<ScriptedTx>) =>
    [...txs].some((tx) => keyImagesOf(tx).includes(keyImage))
  if (isSpentIn(blocks.flatMap(({ txs }) => txs))) return 1
  return isSpentIn(pool.values()) ? 2 : 0
}

/** Mined transactions as `get_transactions` tells them, miners' too. */
const minedOf = ({ blocks }: ScriptedChain, txids: readonly string[]) =>
  blocks
    .flatMap(({ miner, txs, indices }, at) =>
      [coinbase(miner), ...txs].map((tx, row) => ({
        tx_hash: tx.txid,
        in_pool: false,
        double_spend_seen: false,
        as_hex: '',
        prunable_as_hex: '',
        pruned_as_hex: bytesToHex(tx.blob),
        prunable_hash: bytesToHex(tx.prunableHash),
        block_height: BigInt(at + 1),
        output_indices: indices[row]!,
      })),
    )
    .filter(({ tx_hash }) => txids.includes(tx_hash))

const coinbase = (miner: ParsedTransaction) => ({
  txid: bytesToHex(transactionId(miner)),
  blob: miner.blob,
  prunableHash: new Uint8Array(32),
})

const one = Uint8Array.of(1, ...new Uint8Array(31))

/** All outputs by global index, as `get_outs.bin` tells them. */
function outputsOf({ blocks, crypto }: ScriptedChain) {
  return blocks.flatMap(({ miner, txs }, at) =>
    [miner, ...txs.map(({ tx }) => tx)].flatMap(({ outputs, ringct }) =>
      outputs.map(({ amount, key }, index) => ({
        key,
        mask: ringct?.outputCommitments?.[index] ?? crypto.commit(amount, one),
        unlocked: true,
        height: BigInt(at + 1),
        txid: new Uint8Array(32),
      })),
    ),
  )
}
