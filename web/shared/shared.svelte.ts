import { createContext } from 'svelte'
import type { GroupView } from '../../worker/hosts/host.ts'
import type { Session } from '../state/session.svelte.ts'
import type { WalletState } from '../state/wallet.svelte.ts'
import { Making } from './making.svelte.ts'
import { Memory } from './memory.svelte.ts'
import { readMessages } from './messages.ts'
import { Paying } from './paying.svelte.ts'
import { Telling } from './telling.svelte.ts'

/** The open wallet's group: made, told of what came in, paying. */
export class Shared {
  readonly memory: Memory
  readonly making: Making
  readonly telling: Telling
  readonly paying: Paying
  /** Its members; undefined before there is a group. */
  view = $state.raw<GroupView>()

  readonly #session: Session
  readonly #wallet: WalletState

  constructor(session: Session, wallet: WalletState) {
    this.#session = session
    this.#wallet = wallet
    this.memory = new Memory(session.client)
    this.making = new Making(session, wallet, this.memory)
    this.telling = new Telling(session, wallet, this.memory)
    this.paying = new Paying(session, wallet, this.memory)
  }

  /** Reads where everything stands. */
  async start() {
    await this.memory.read()
    await this.#wallet.readGroup()
    await this.making.look()
    await this.look()
  }

  /** Reads it once more, after a step that makes the group. */
  async look() {
    this.view = await this.#session.host.group()
    if (this.#wallet.group?.ready) await this.paying.look()
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
}

export const [useShared, provideShared] = createContext<Shared>()
