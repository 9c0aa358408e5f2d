import { ofWallet } from '../state/of-wallet.svelte.ts'
import type { FormDraft } from './draft.ts'

/** Number of calls that the history keeps. */
const most = 100

export type MadeCall = {
  /** Distinct for each call. */
  key: number
  /** Of the call: `wallet/get_balance`. */
  id: string
  title: string
  /** When it was made, Unix seconds. */
  at: number
  failed: boolean
  /** The heading of its answer. */
  outcome: string
  /** What was typed, without secrets. */
  draft: { readonly [name: string]: FormDraft }
}

/** Calls that were made in the console since the wallet was opened. They stay in memory: nothing is stored. */
export class CallHistory {
  /** Newest first. */
  calls = $state.raw<readonly MadeCall[]>([])
  #made = 0

  add(call: Omit<MadeCall, 'key'>) {
    this.#made++
    this.calls = [{ ...call, key: this.#made }, ...this.calls].slice(0, most)
  }

  find(key: number): MadeCall | undefined {
    return this.calls.find((call) => call.key === key)
  }

  clear() {
    this.calls = []
  }
}

/** The history of an open wallet. It ends with the wallet: another opening begins a new one. */
export const historyOf = ofWallet(() => new CallHistory())
