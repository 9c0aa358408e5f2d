import type { Session } from '../state/session.svelte.ts'
import { explain } from '../format/fault.ts'
import { answerOf, type CallResult } from './answer.ts'
import type { ConsoleCall } from './calls.ts'
import { curlLine } from './curl.ts'
import {
  emptyParams,
  readParams,
  withoutSecrets,
  withSecretsNamed,
  type FormDraft,
  type FormErrors,
} from './draft.ts'
import { stringifyJson } from '#protocol/json.ts'

/** One call on screen: what is typed, whether it is asked about, what was answered. */
export class CallForm {
  readonly call: ConsoleCall
  draft = $state<{ [name: string]: FormDraft }>({})
  busy = $state(false)
  /** The person is asked whether they mean it. */
  asking = $state(false)
  /** Why what was answered to the question did not do. */
  refusal = $state<string>()
  answer = $state.raw<CallResult>()
  /** What is wrong with what is typed; told once it was to be sent. */
  faults: FormErrors = $derived.by(() => (this.#tried ? (this.#read.faults ?? {}) : {}))
  curl = $derived.by(() => this.#read.params && this.#lineOf(this.#read.params))
  /** What would be sent, for people to look at. */
  shown = $derived.by(() => {
    const { params } = this.#read
    return params ? stringifyJson(withSecretsNamed(this.call.doc.params, params), 2) : ''
  })

  readonly #session: Session
  #tried = $state(false)
  #read = $derived.by(() => readParams(this.call.doc.params, this.draft))

  constructor(session: Session, call: ConsoleCall) {
    this.#session = session
    this.call = call
    this.draft = emptyParams(call.doc.params)
  }

  /** The answer to a call that may show a secret is given only to who has the wallet's password. */
  get wantsPassword(): boolean {
    return this.call.doc['x-caution'] === 'reveals'
  }

  /** Makes the call, or asks first. */
  async submit() {
    this.#tried = true
    this.answer = undefined
    this.refusal = undefined
    if (this.#read.faults) return
    if (this.call.doc['x-caution']) this.asking = true
    else await this.#make()
  }

  /** They mean it. @param password - Of the wallet, where it is wanted. */
  async confirm(password: string) {
    this.busy = true
    try {
      if (this.wantsPassword) await this.#session.checkPassword(password)
    } catch (error) {
      this.refusal = explain(error)
      return
    } finally {
      this.busy = false
    }
    // Cancelled while the password was looked at.
    if (!this.asking) return
    this.asking = false
    await this.#make()
  }

  cancel() {
    this.asking = false
  }

  async #make() {
    const { params } = this.#read
    if (!params) return
    this.busy = true
    try {
      const { host } = this.#session
      this.answer = await this.#session.undisturbed(() =>
        answerOf(this.call, params, (name, given) => host.call(name, given)),
      )
    } finally {
      this.draft = withoutSecrets(this.call.doc.params, this.draft)
      this.busy = false
      this.#tried = false
    }
  }

  #lineOf(params: { [name: string]: unknown }): string {
    return curlLine(this.call, params, location.origin)
  }
}
