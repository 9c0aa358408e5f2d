import type { Session } from '../state/session.svelte.ts'
import { errorText } from '../format/error-text.ts'
import { answerOf, type CallResult } from './answer.ts'
import type { CallHistory } from './call-history.svelte.ts'
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
import { stringifyJson } from '#protocol/json/json.ts'

/** The form of one call: typed values, confirmation, answer. */
export class CallForm {
  readonly call: ConsoleCall
  draft = $state<{ [name: string]: FormDraft }>({})
  busy = $state(false)
  /** Whether the confirmation is open. */
  asking = $state(false)
  /** Why the password was refused. */
  passwordError = $state<string>()
  answer = $state.raw<CallResult>()
  /** Errors in the typed values, shown after the first attempt to submit. */
  errors: FormErrors = $derived.by(() => (this.#tried ? (this.#read.errors ?? {}) : {}))
  curl = $derived.by(() => this.#read.params && this.#commandFor(this.#read.params))
  /** The params of the call, without secrets. */
  shown = $derived.by(() => {
    const { params } = this.#read
    return params ? stringifyJson(withSecretsNamed(this.call.doc.params, params), 2) : ''
  })

  readonly #session: Session
  #tried = $state(false)
  #read = $derived.by(() => readParams(this.call.doc.params, this.draft))

  readonly #history: CallHistory

  /** @param again - Key of an earlier call, whose values the form starts with. */
  constructor(session: Session, call: ConsoleCall, history: CallHistory, again?: number) {
    this.#session = session
    this.#history = history
    this.call = call
    const earlier = again === undefined ? undefined : history.find(again)
    this.draft = { ...emptyParams(call.doc.params), ...earlier?.draft }
  }

  /** A call that may reveal a secret requires the wallet's password. */
  get needsPassword(): boolean {
    return this.call.doc['x-caution'] === 'reveals'
  }

  /** Makes the call, or asks for confirmation first. */
  async submit() {
    this.#tried = true
    this.answer = undefined
    this.passwordError = undefined
    if (this.#read.errors) return
    if (this.call.doc['x-caution']) this.asking = true
    else await this.#make()
  }

  /** The user confirms. @param password - Of the wallet, if required. */
  async confirm(password: string) {
    this.busy = true
    try {
      if (this.needsPassword) await this.#session.checkPassword(password)
    } catch (error) {
      this.passwordError = errorText(error)
      return
    } finally {
      this.busy = false
    }
    // Cancelled while the password was checked.
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
      this.answer = await this.#session.withoutReload(() =>
        answerOf(this.call, params, (name, given) => host.call(name, given)),
      )
      this.#remember(this.answer)
    } finally {
      this.draft = withoutSecrets(this.call.doc.params, this.draft)
      this.busy = false
      this.#tried = false
    }
  }

  #remember({ title, failed }: CallResult) {
    const { id, title: name, doc } = this.call
    // The type of a snapshot of a recursive type is too deep for the compiler.
    const typed = $state.snapshot<unknown>(this.draft) as { [name: string]: FormDraft }
    const draft = withoutSecrets(doc.params, typed)
    const at = Math.floor(Date.now() / 1000)
    this.#history.add({ id, title: name, at, failed, outcome: title, draft })
  }

  #commandFor(params: { [name: string]: unknown }): string {
    return curlLine(this.call, params, location.origin)
  }
}
