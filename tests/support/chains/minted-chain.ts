/**
 * A daemon over minted coins: enough of a chain to pay on, and as honest as a test wants it.
 *
 * @module
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { ConnectionError } from '#protocol/daemon/errors.ts'
import type { Daemon } from '../../../worker/engine/base/ports.ts'
import type { RingCandidate } from '../../../worker/engine/payments/rings/rings.ts'
import { fakeDaemon } from '../daemons/fake-daemon.ts'
import type { CoinMint } from './coin-mint.ts'

type Sent = { tx_as_hex: string }

/** What is scripted of it can be changed at any time. */
export class MintedChain {
  /** Transactions that were handed over, in hex. */
  readonly sent: string[] = []
  /** Ids of transactions that its pool contains, as it says. */
  readonly known = new Set<string>()
  /** Key images that it says were spent. */
  readonly spent = new Set<string>()
  /** Transactions that it tells whole, by their ids. */
  readonly announced = new Map<string, Uint8Array>()
  /** Outputs asked about, request by request. */
  readonly asked: bigint[][] = []
  version = 16
  /** Blocks it says it has. */
  height = 400n
  fees = [20_000n, 80_000n, 320_000n, 4_000_000n]
  /** How it takes a transaction. */
  send: () => Promise<object> = async () => ({ status: 'OK' })
  /** What it tells of an output, when not the truth. */
  lie: (index: number, truth: RingCandidate) => RingCandidate = (_, truth) => truth
  readonly #mint: CoinMint
  readonly #outputs: number

  /** @param outputs - One a block. */
  constructor(mint: CoinMint, outputs = 400) {
    this.#mint = mint
    this.#outputs = outputs
  }

  readonly daemon: Daemon = fakeDaemon({
    rpc: {
      get_info: async () => ({ block_weight_limit: 600_000n }),
      hard_fork_info: async () => ({ status: 'OK', version: this.version }),
      get_fee_estimate: async () => ({ fees: this.fees, fee: 1n, quantization_mask: 10_000n }),
      get_txpool_backlog: async () => ({ backlog: new Uint8Array() }),
      get_block_headers_range: async () => ({ headers: [] }),
    },
    json: {
      get_height: async () => ({ height: this.height }),
      send_raw_transaction: async ({ tx_as_hex }: Sent) => {
        this.sent.push(tx_as_hex)
        return this.send()
      },
      is_key_image_spent: async ({ key_images }: { key_images: string[] }) => ({
        spent_status: key_images.map((image) => (this.spent.has(image) ? 1 : 0)),
      }),
      get_transactions: async ({ txs_hashes }: { txs_hashes: string[] }) => ({
        txs: txs_hashes
          .filter((txid) => this.known.has(txid) || this.announced.has(txid))
          .map((tx_hash) => wholeEntry(tx_hash, this.announced.get(tx_hash))),
      }),
    },
    bin: {
      get_transaction_pool_hashes: async () => ({
        tx_hashes: [...this.known].map((txid) => hexToBytes(txid)),
      }),
      get_output_distribution: async () => ({
        distributions: [
          {
            amount: 0n,
            compress: true,
            start_height: 0n,
            base: 0n,
            compressed_data: new Uint8Array(this.#outputs).fill(1),
          },
        ],
      }),
      get_outs: async ({ outputs }: { outputs: { index: bigint }[] }) => {
        this.asked.push(outputs.map(({ index }) => index))
        return { outs: outputs.map(({ index }) => this.#tell(Number(index))) }
      },
    },
  })

  #tell(index: number) {
    const { key, commitment: mask, unlocked } = this.lie(index, this.#mint.candidateAt(index))
    return { key, mask, unlocked, height: 0n, txid: new Uint8Array(32) }
  }
}

/** A transaction as a daemon gives it whole. */
const wholeEntry = (tx_hash: string, blob: Uint8Array = new Uint8Array()) => ({
  tx_hash,
  as_hex: bytesToHex(blob),
  pruned_as_hex: '',
  prunable_as_hex: '',
  prunable_hash: '',
  in_pool: false,
  double_spend_seen: false,
  confirmations: 5n,
})

/** The daemon does not answer. */
export const timedOut = () => Promise.reject(new ConnectionError('timed out'))
