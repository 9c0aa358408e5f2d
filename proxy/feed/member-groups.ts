/**
 * Ring member groups that no file has yet, made from what the node answers.
 *
 * Nothing is verified but the locks: a wallet believes these groups as little as a node's answer to `get_outs`.
 *
 * @module
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { transactionId, type Keccak } from '#protocol/chain/hashes.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { get_outs } from '#protocol/daemon/bin/outputs.ts'
import { get_transactions } from '#protocol/daemon/json/transactions.ts'
import { get_output_histogram } from '#protocol/daemon/rpc/outputs.ts'
import { groupOutputs, writeGroup } from '#protocol/feed/member-group.ts'
import { isHex } from '#protocol/hex.ts'
import { binaryCalls, jsonCalls } from '#protocol/upstream.ts'
import { UpstreamUnavailable, type UpstreamNode } from '../upstream/node.ts'
import { postTo } from '../upstream/post.ts'

/** Bytes of the longest answer that is read. A hundred pruned transactions have less. */
const longestAnswer = 32 * 1024 * 1024

/** Transactions of a request: a restricted monerod answers no more. */
const mostTransactions = 100

/** Groups in memory, 9 kB each. Wallets request about the 1500 newest ones. */
const mostGroups = 4096

export type MemberGroupPorts = {
  node: UpstreamNode
  /** Aborts the calls under way. */
  signal: AbortSignal
  keccak: Keccak
  /** Id of the node's top block; undefined while it is away. */
  tip: () => string | undefined
}

type Calls = ReturnType<typeof callsOf>
type Output = Awaited<ReturnType<Calls['bin']['get_outs']>>['outs'][number]
type Entry = Awaited<ReturnType<Calls['json']['get_transactions']>>['txs'][number]

/** Makes each group once for a top block, however many wallets request it. */
export class MemberGroups {
  readonly #ports: MemberGroupPorts
  readonly #calls: Calls
  readonly #made = new Map<number, Promise<Uint8Array<ArrayBuffer> | undefined>>()
  #tip: string | undefined
  #count: Promise<number> | undefined

  constructor(ports: MemberGroupPorts) {
    this.#ports = ports
    this.#calls = callsOf(ports)
  }

  /**
   * A group as bytes, with as many outputs as there are.
   *
   * @returns Undefined for one that has no output yet.
   * @throws UpstreamUnavailable, AnswerError, DaemonError, ChainError when the node gives no usable answer.
   */
  read(group: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const tip = this.#ports.tip()
    if (tip === undefined || tip !== this.#tip) this.#forget(tip)
    const known = this.#made.get(group)
    if (known) return known
    const made = this.#make(group)
    if (this.#made.size >= mostGroups) this.#made.clear()
    this.#made.set(group, made)
    // Another attempt may succeed.
    made.catch(() => this.#made.get(group) === made && this.#made.delete(group))
    return made
  }

  #forget(tip: string | undefined) {
    this.#made.clear()
    this.#count = undefined
    this.#tip = tip
  }

  async #make(group: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const first = group * groupOutputs
    const length = Math.min(groupOutputs, (await this.#outputCount()) - first)
    if (length <= 0) return undefined
    const outputs = Array.from({ length }, (_, at) => ({ amount: 0n, index: BigInt(first + at) }))
    const { outs } = await this.#calls.bin.get_outs({ outputs, get_txid: true })
    if (outs.length !== length) throw new UpstreamUnavailable('invalid')
    const locks = await this.#locksOf(outs)
    const members = outs.map(({ key, mask: commitment, unlocked, txid }) => ({
      key,
      commitment,
      unlockTime: unlocked ? 0n : locks.get(bytesToHex(txid))!,
    }))
    return new Uint8Array(writeGroup(members))
  }

  /** RingCT outputs in the chain. */
  async #outputCount(): Promise<number> {
    const asked = (this.#count ??= this.#calls.rpc
      .get_output_histogram({ amounts: [0n] })
      // Before the first RingCT output there is no entry.
      .then(({ histogram: [only] }) => Number(only?.total_instances ?? 0n)))
    asked.catch(() => this.#count === asked && (this.#count = undefined))
    return asked
  }

  /** Unlock times of the transactions whose outputs are locked: few, and in most groups none. */
  async #locksOf(outs: readonly Output[]): Promise<Map<string, bigint>> {
    const locked = outs.filter(({ unlocked }) => !unlocked).map(({ txid }) => bytesToHex(txid))
    const ids = [...new Set(locked)]
    const locks = new Map<string, bigint>()
    for (let at = 0; at < ids.length; at += mostTransactions) {
      const asked = ids.slice(at, at + mostTransactions)
      const { txs } = await this.#calls.json.get_transactions({ txs_hashes: asked, prune: true })
      const found = new Map(txs.map((entry) => [entry.tx_hash, entry]))
      for (const id of asked) locks.set(id, this.#lockOf(id, found.get(id)))
    }
    return locks
  }

  #lockOf(id: string, entry: Entry | undefined): bigint {
    const { pruned_as_hex: hex = '', prunable_hash: hash = '' } = entry ?? {}
    if (!isHex(hex) || !isHex(hash)) throw new UpstreamUnavailable('invalid')
    const tx = parseTransaction(hexToBytes(hex), { pruned: true })
    // Its unlock time is one of the things that the id names.
    if (bytesToHex(transactionId(tx, hexToBytes(hash), this.#ports.keccak)) !== id)
      throw new UpstreamUnavailable('invalid')
    return tx.unlockTime
  }
}

function callsOf({ node, signal }: Pick<MemberGroupPorts, 'node' | 'signal'>) {
  const post = postTo(node, signal, { longestAnswer })
  return {
    ...jsonCalls({ rpc: { get_output_histogram }, json: { get_transactions } }, post),
    bin: binaryCalls({ get_outs }, post),
  }
}
