/**
 * A wallet over a scripted chain whose daemon tells any transaction of it, and what was spent.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Daemon } from '../../../worker/engine/base/ports.ts'
import { testCrypto } from '../wasm/crypto.ts'
import type { ScriptedTx } from '../chains/scripted-chain.ts'
import { scriptedWallet } from './scripted-wallet.ts'

/** How a test has it told. */
type DaemonAnswers = {
  /** Ids and bytes: change them to lie. */
  txs: Map<string, ScriptedTx>
  inPool: Set<string>
  /** Key images in hex. */
  spent: Set<string>
  /** Whether it leaves out what it is asked of key images. */
  short: boolean
}

export async function proofWallet() {
  const told: DaemonAnswers = { txs: new Map(), inPool: new Set(), spent: new Set(), short: false }
  const made = await scriptedWallet(await testCrypto(), { wrap: (daemon) => telling(daemon, told) })
  return {
    ...made,
    told,
    /** Has transactions mined and told. */
    async mine(...txs: ScriptedTx[]) {
      for (const tx of txs) told.txs.set(tx.txid, tx)
      made.script.mine(txs)
      await made.wallet.sync.refresh()
    },
  }
}

function telling(daemon: Daemon, told: DaemonAnswers): Daemon {
  const { txs, inPool, spent } = told
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
      return { spent_status: told.short ? [] : spent_status }
    },
  }
  return {
    ...daemon,
    json: new Proxy(daemon.json, { get: (of, name) => (json as never)[name] ?? of[name as never] }),
  }
}
