/**
 * A wallet over a scripted chain. Its daemon returns any transaction, and the spent key images.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Daemon } from '../../../worker/engine/base/ports.ts'
import { testCrypto } from '../wasm/crypto.ts'
import type { ScriptedTx } from '../chains/scripted-chain.ts'
import { scriptedWallet } from './scripted-wallet.ts'

/** The responses of the daemon, which a test can change. */
type DaemonAnswers = {
  /** Transactions by id. A test replaces bytes to return wrong data. */
  txs: Map<string, ScriptedTx>
  inPool: Set<string>
  /** Key images in hex. */
  spent: Set<string>
  /** Whether the response for key images is empty. */
  short: boolean
}

export async function proofWallet() {
  const answers: DaemonAnswers = {
    txs: new Map(),
    inPool: new Set(),
    spent: new Set(),
    short: false,
  }
  const made = await scriptedWallet(await testCrypto(), {
    wrap: (daemon) => withAnswers(daemon, answers),
  })
  return {
    ...made,
    answers,
    /** Mines transactions, and lets the daemon return them. */
    async mine(...txs: ScriptedTx[]) {
      for (const tx of txs) answers.txs.set(tx.txid, tx)
      made.script.mine(txs)
      await made.wallet.sync.refresh()
    },
  }
}

function withAnswers(daemon: Daemon, answers: DaemonAnswers): Daemon {
  const { txs, inPool, spent } = answers
  const entry = (txid: string, { blob, prunableHash }: ScriptedTx) => ({
    tx_hash: txid,
    as_hex: '',
    pruned_as_hex: bytesToHex(blob),
    prunable_as_hex: '',
    prunable_hash: bytesToHex(prunableHash),
    in_pool: inPool.has(txid),
    double_spend_seen: false,
    confirmations: 3n,
  })
  const json = {
    async get_transactions({ txs_hashes }: { txs_hashes: string[] }) {
      const found = txs_hashes.flatMap((txid) =>
        txs.has(txid) ? [entry(txid, txs.get(txid)!)] : [],
      )
      return { txs: found }
    },
    async is_key_image_spent({ key_images }: { key_images: string[] }) {
      const spent_status = key_images.map((image) => Number(spent.has(image)))
      return { spent_status: answers.short ? [] : spent_status }
    },
  }
  return {
    ...daemon,
    json: new Proxy(daemon.json, { get: (of, name) => (json as never)[name] ?? of[name as never] }),
  }
}
