import { createContext } from 'svelte'
import type { GroupView } from '../../worker/hosts/host.ts'
import type { Session } from '../state/session.svelte.ts'
import type { WalletState } from '../state/wallet.svelte.ts'
import { callsOf, type Calls } from './wallet-calls.ts'
import { Making } from './key-exchange.svelte.ts'
import { Memory } from './progress-store.svelte.ts'
import { readMessages } from './messages.ts'
import { Paying } from './payment.svelte.ts'
import { Telling } from './info-exchange.svelte.ts'

/** The open wallet's group: made, told of what came in, paying. */
export class Shared {
  readonly calls: Calls
  readonly memory: Memory
  readonly making: Making
  readonly telling: Telling
  readonly paying: Paying
  /** Its members; undefined before there is a group. */
  view = $state.raw<GroupView>()

  readonly #wallet: WalletState

  constructor(session: Session, wallet: WalletState) {
    this.#wallet = wallet
    this.calls = callsOf(session, wallet)
    this.memory = new Memory(this.calls.client)
    this.making = new Making(this.calls, wallet, this.memory)
    this.telling = new Telling(this.calls, wallet, this.memory)
    this.paying = new Paying(this.calls, wallet, this.memory)
  }

  /** Reads where everything stands. */
  async start() {
    for (const { task } of [this.making, this.telling, this.paying]) task.fault = undefined
    await this.memory.read()
    await this.#wallet.readGroup()
    await this.making.look()
    await this.#look()
  }

  /** Takes in whatever a member handed on. @returns Where it is looked at, or why it is no good. */
  async take(text: string): Promise<{ place: 'tell' | 'payment' } | { fault: string }> {
    const read = readMessages(text)
    if (typeof read === 'string') return { fault: read }
    if (read.every(({ kind }) => kind === 'keys'))
      return { fault: 'This is a message of the key exchange, which is over.' }
    const place = read.some(({ kind }) => kind === 'payment') ? 'payment' : 'tell'
    const fault = await (place === 'payment' ? this.paying.take(text) : this.telling.hear(text))
    return fault === undefined ? { place } : { fault }
  }

  /** Takes the key exchange a round further. */
  goOn() {
    return this.making.goOn(() => this.#look())
  }

  async #look() {
    this.view = await this.calls.host.group()
    if (this.#wallet.group?.ready) await this.paying.start()
  }
}

export const [useShared, provideShared] = createContext<Shared>()

const known = new WeakMap<WalletState, Shared>()

/** The one of an open wallet: what was begun on a screen of it goes on when that is left. */
export async function sharedOf(session: Session, wallet: WalletState): Promise<Shared> {
  // Made by no screen: what is derived in it would stand still once that is left.
  await Promise.resolve()
  const shared = known.get(wallet) ?? new Shared(session, wallet)
  known.set(wallet, shared)
  return shared
}
