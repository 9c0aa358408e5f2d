/**
 * A real monerod and a node of our own that are given the same blocks and transactions, and that are to
 * agree on every answer.
 *
 * @module
 */
import { Worker } from 'node:worker_threads'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { expect } from 'vitest'
import { stringifyJson } from '#protocol/json/json.ts'
import { nodeWork, type Work } from '../../../proxy/pow/threaded.ts'
import { threadOptions } from '../../../proxy/pow/threads.ts'
import { count } from '../random/case-counts.ts'
import type { Case } from './scene-cases.ts'
import { daemonClient, keptPost, type Answer, type DaemonClient } from '../network/http-client.ts'
import { makeBlock, type Changes } from '../chains/block-builder.ts'
import { mayBeMined, startMonerod, type Monerod, type MonerodOptions } from '../programs/monerod.ts'
import { ownNode, type OwnNode } from '../daemons/in-process-node.ts'
import { freePort } from '../network/free-port.ts'
import { poll } from '../programs/process.ts'
import { ask, type Asked } from './ask-both-daemons.ts'
import { comparable, isGarbled, known, namesInOrder } from './known-differences.ts'
import { casesOf, newlyHidden } from './contract-cases.ts'
import { contentsOf, type Below } from './chain-contents.ts'
import { placesOf, type Difference } from './difference-report.ts'
import { valuesOf } from './param-values.ts'
import { atFileEnd } from '../programs/file-end.ts'

/** As it is built. */
const thread = new URL('../../../dist/nightjar-pow.js', import.meta.url)

export type Side = 'monerod' | 'own'

type Options = {
  below: Below
  monerod?: Omit<MonerodOptions, 'flags'>
  own?: Parameters<typeof ownNode>[0]
}

export class NodePair {
  /** Calls that both were asked, by their contract's name. */
  readonly asked = new Set<string>()
  readonly monerod: Monerod
  readonly own: OwnNode
  /** Proofs of work, as our node has them. */
  readonly work: Work
  readonly #public: DaemonClient
  readonly #below: Below

  private constructor(
    parts: Pick<NodePair, 'monerod' | 'own' | 'work'>,
    open: DaemonClient,
    below: Below,
  ) {
    this.monerod = parts.monerod
    this.own = parts.own
    this.work = parts.work
    this.#public = open
    this.#below = below
  }

  static async start({ below, monerod = {}, own = {} }: Options): Promise<NodePair> {
    const port = await freePort()
    const flags = ['--rpc-restricted-bind-port', `${port}`]
    // Debian's monerod dies in the code that it makes for CryptoNightR; it can do without.
    const env = { MONERO_USE_CNV4_JIT: '0' }
    const work = nodeWork(() => new Worker(thread, threadOptions))
    atFileEnd(() => work.close())
    const real = await startMonerod({ env, ...monerod, flags })
    // Thousands of connections, each for one request, are more than its servers accept for sure.
    const parts = {
      work,
      monerod: Object.assign(real, keptClient(real.url)),
      own: await ownNode({ pow: work.pow, ...own }),
    }
    return new NodePair(parts, keptClient(`http://127.0.0.1:${port}`), below)
  }

  get chain() {
    return this.own.context.chain
  }

  /** Calls stop_daemon on both, which ends monerod. */
  async end(): Promise<void> {
    await this.alike({ call: '/stop_daemon' })
    expect(await this.monerod.program.exited).toBe(0)
  }

  /** Makes the same call to both. @returns Our response; throws if the responses differ. */
  async alike(one: Case): Promise<Answer> {
    const { differences, ours } = await this.#compared(one, [this.monerod, this.own])
    expect(differences, `${one.call} ${paramsText(one)}`).toEqual([])
    return ours
  }

  /** Checks in a few calls that chain and pool are equal. */
  async expectSameState(): Promise<void> {
    const top = this.chain.height() - 1n
    const last = top > 5n ? top - 5n : 0n
    await this.#expectAlike(
      [
        'get_info',
        'get_miner_data',
        'hard_fork_info',
        'get_fee_estimate',
        'get_alternate_chains',
        'get_txpool_backlog',
        '/get_alt_blocks_hashes',
        '/get_transaction_pool',
        '/get_transaction_pool_stats',
      ].map((call) => ({ call })),
    )
    await this.#expectAlike([
      { call: 'get_block', params: { height: top } },
      { call: 'get_block_headers_range', params: { start_height: last, end_height: top } },
      { call: 'get_coinbase_tx_sum', params: { height: last, count: top - last } },
      { call: 'get_output_histogram', params: { amounts: [0], unlocked: true } },
      {
        call: 'get_output_distribution',
        params: { amounts: [0], from_height: last, binary: false },
      },
    ])
  }

  /**
   * Compares the responses of all calls for the current state, also as a restricted client. A proof run
   * makes all calls each time; other runs make all calls once, and a part of them later.
   */
  async expectSameAnswers(): Promise<void> {
    const holdings = contentsOf(this.own.context, this.#below)
    const all = casesOf(valuesOf(holdings, this.#below), this.#below)
    const isNew = ({ call, aliasOf = call }: Case) => !this.asked.has(aliasOf)
    const cases = all.filter((one) => isNew(one) || this.#below(count(4, 1)) === 0)
    await this.#expectAlike(cases)
    const open = cases.filter(({ call }) => !newlyHidden.includes(call))
    await this.#expectAlike(open, [this.#public, this.own.public])
  }

  /** Asks on, so that a report holds all that differs. */
  async #expectAlike(cases: readonly Case[], daemons: [Asked, Asked] = [this.monerod, this.own]) {
    const unlike = []
    for (const one of cases) {
      const { differences } = await this.#compared(one, daemons)
      if (differences.length > 0)
        unlike.push({ call: one.call, asked: paramsText(one), differences })
    }
    expect(unlike).toEqual([])
  }

  async #compared(one: Case, [theirs, ours]: [Asked, Asked]) {
    this.asked.add(one.aliasOf ?? one.call)
    const both = (each: Case) => Promise.all([ask(theirs, each), ask(ours, each)])
    if (one.before) await both(one.before)
    const [their, our] = await both(one).catch((error: unknown) => {
      throw new Error(`${one.call} ${paramsText(one)}: no answer`, { cause: error })
    })
    if (one.after) await both(one.after)
    // Ours refuses what it cannot give whole.
    if (our.status === 500 && isGarbled(one, their)) return { differences: [], ours: our }
    const values = placesOf(comparable(one, their), comparable(one, our))
    return { differences: values.length > 0 ? values : otherOrder(one, their, our), ours: our }
  }

  /** Hands a transaction to both; what they say. */
  async send(blob: Uint8Array, params: { do_not_relay?: boolean } = {}) {
    const tx_as_hex = bytesToHex(blob)
    const answer = await this.alike({
      call: '/send_raw_transaction',
      params: { tx_as_hex, ...params },
    })
    await this.settle()
    return answer.json()
  }

  /** Hands a transaction to both, who must take it. */
  async pay(blob: Uint8Array, params: { do_not_relay?: boolean } = {}): Promise<void> {
    expect(await this.send(blob, params)).toMatchObject({ status: 'OK' })
  }

  /** Lets monerod's thread for peers have done with what came in. */
  settle = () => poll(() => mayBeMined(this.monerod))

  /** Hands a block to both; what they say. */
  async submit(blob: Uint8Array) {
    return (await this.alike({ call: 'submit_block', params: [bytesToHex(blob)] })).json()
  }

  /** One of them mines, the other is handed the block; both agree after each. @returns The new ids. */
  async mine(by: Side, blocks: number, address: string): Promise<void> {
    for (let i = 0; i < blocks; i++) {
      await this.grow(by, 1, address)
      await this.expectSameState()
    }
  }

  /** The same without looking. */
  async grow(by: Side, blocks: number, address: string): Promise<void> {
    const [miner, other] = by === 'own' ? [this.own, this.monerod] : [this.monerod, this.own]
    this.asked.add('generateblocks')
    // A block template stores the validation results of pool transactions.
    await this.alike({ call: 'get_block_template', params: { wallet_address: address } })
    const mined = await miner.call('generateblocks', {
      amount_of_blocks: blocks,
      wallet_address: address,
      starting_nonce: this.#below(2 ** 32),
    })
    for (const hash of mined.blocks) {
      const { blob } = await miner.call('get_block', { hash })
      await other.call('submit_block', [blob])
    }
  }

  /** A block with just these transactions. */
  madeOn = (parent: string, changes: Changes = {}) => this.#made({ parent, ...changes }).blob

  #made(changes: Changes) {
    const timestamp = this.chain.tip().timestamp + 1n
    return makeBlock(this.chain, { header: { timestamp }, ...changes })
  }

  /** A block with just these transactions, which both must take. @returns Its id. */
  async add(changes: Changes): Promise<string> {
    const { blob, id } = this.#made(changes)
    const answer = await this.submit(blob)
    if (answer.error) throw new Error(`a sound block: ${answer.error.message}`)
    await this.expectSameState()
    return id
  }

  async pop(blocks: number): Promise<void> {
    await this.alike({ call: '/pop_blocks', params: { nblocks: blocks } })
    await this.expectSameState()
  }

  /** Drops transactions from both pools; all when none is named. */
  async flush(...txids: string[]): Promise<void> {
    await this.alike({ call: 'flush_txpool', params: { txids } })
    await this.expectSameState()
  }

  /** The bytes of a block that both have. */
  async blobOf(hash: string): Promise<Uint8Array> {
    return hexToBytes(
      (await this.alike({ call: 'get_block', params: { hash } })).json().result.blob,
    )
  }
}

/** The connection ends with the daemon. */
const keptClient = (url: string) => daemonClient(url, keptPost(url))

const paramsText = ({ params, bodyParams }: Case) => stringifyJson(bodyParams ?? params ?? {})

/** Names that both know stand in another order. */
function otherOrder(one: Case, theirs: Answer, ours: Answer): Difference[] {
  const names = [namesInOrder(one, theirs), namesInOrder(one, ours)] as const
  const order = { theirs: known(names[0], names[1]).join(), ours: known(names[1], names[0]).join() }
  return order.theirs === order.ours ? [] : [{ at: 'order', ...order }]
}
