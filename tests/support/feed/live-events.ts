/**
 * A light node's events as a test sends them.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { ConnectionError } from '#protocol/daemon/errors.ts'
import type { PoolDocument, PoolEvent, PoolTransaction, TipEvent } from '#protocol/feed/live.ts'
import { stringifyJson } from '#protocol/json/json.ts'
import type { BodyReader } from '#protocol/upstream.ts'
import type { Daemon } from '../../../worker/engine/base/ports.ts'
import { poolEntry } from '../chains/pool-entry.ts'
import type { ScriptedChain, ScriptedTx } from '../chains/scripted-chain.ts'

/** A transaction as a light node sends it. */
function liveTransaction(tx: ScriptedTx): PoolTransaction {
  const { as_hex, pruned_as_hex, prunable_hash } = poolEntry(tx)
  return { id: tx.txid, tx: pruned_as_hex || as_hex, prunable_hash }
}

/** A body that a test fills. `cancelled`: whether its reader has left. */
export function openBody() {
  const pieces: (Uint8Array | undefined)[] = []
  let wake = () => {}
  const state = { cancelled: false }
  const put = (piece: Uint8Array | undefined) => {
    pieces.push(piece)
    wake()
  }
  const body: BodyReader = {
    cancel: () => {
      state.cancelled = true
      wake()
    },
    async read() {
      while (pieces.length === 0 && !state.cancelled)
        await new Promise<void>((resolve) => (wake = resolve))
      if (state.cancelled) throw new ConnectionError('closed')
      return pieces.shift()
    },
  }
  return {
    body,
    state,
    write: (text: string) => put(new TextEncoder().encode(text)),
    end: () => put(undefined),
  }
}

const eventText = (name: string, data: object): string =>
  `event: ${name}\ndata: ${stringifyJson(data)}\n\n`

/** The events of a light node that follows a scripted chain. */
export class LiveEvents {
  /** All connections, the present one last. */
  readonly connections: ReturnType<typeof openBody>[] = []
  /** Paths that were requested beside the daemon RPC. */
  readonly read: string[] = []
  readonly #script: ScriptedChain
  #version = 5n

  constructor(script: ScriptedChain) {
    this.#script = script
  }

  /** Gives a daemon these events. */
  wrap(daemon: Daemon): Daemon {
    return {
      ...daemon,
      feedFile: async (name) => {
        this.read.push(name)
        return name === 'pool' ? new TextEncoder().encode(stringifyJson(this.pool())) : undefined
      },
      eventsArriving: async () => {
        this.read.push('events')
        const connection = openBody()
        this.connections.push(connection)
        connection.write('retry: 3000\n\n')
        connection.write(eventText('tip', this.tip()))
        const greeting: PoolEvent = { version: this.#version, added: [], removed: [] }
        connection.write(eventText('pool', greeting))
        return connection.body
      },
    }
  }

  tip(): TipEvent {
    const { blocks, genesis, height } = this.#script
    return { height: BigInt(height), id: bytesToHex(blocks.at(-1)?.id ?? genesis) }
  }

  pool(): PoolDocument {
    const transactions = [...this.#script.pool.values()].map(liveTransaction)
    return { version: this.#version, transactions }
  }

  sendTip(): void {
    this.send('tip', this.tip())
  }

  /** Adds to the pool of the chain, and removes from it. */
  sendPool(added: readonly ScriptedTx[], removed: readonly string[] = []): void {
    this.#script.wait(...added)
    for (const id of removed) this.#script.pool.delete(id)
    const version = ++this.#version
    this.send('pool', { version, added: added.map(liveTransaction), removed: [...removed] })
  }

  send(name: string, data: object): void {
    this.connections.at(-1)!.write(eventText(name, data))
  }

  /** Changes the version of the pool without an event. */
  skipVersion(): void {
    this.#version++
  }
}
