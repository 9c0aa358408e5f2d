import { RpcError } from '#protocol/errors.ts'
import { rpcError } from '../../client.ts'
import { errorText } from '../../format/error-text.ts'
import { ofWallet } from '../of-wallet.svelte.ts'
import type { Session } from '../session.svelte.ts'
import { walletCalls } from '../wallet-calls.ts'
import type { WalletState } from '../wallet.svelte.ts'
import { isEmpty, isFormContent, isObject, type FormContent } from './form-content.ts'
import { StoredList } from './stored-list.svelte.ts'

/** A form that was not sent. */
export type Draft = {
  id: string
  /** Unix seconds. */
  savedAt: number
  content: FormContent
}

/**
 * `not built`: the engine refused it. `withdrawn`: reviewed, and not sent. `refused`: the node refused it.
 * `partly`: it refused some of the transactions. `undecided`: the node did not answer.
 */
const outcomes = ['not built', 'withdrawn', 'refused', 'partly', 'undecided'] as const
export type Outcome = (typeof outcomes)[number]

/** An error as it is stored: its text follows the language on screen. */
type StoredError = { code: number; message: string; data?: string | undefined }

/** A payment that was tried and not completed. */
export type Attempt = {
  id: string
  /** Unix seconds. */
  time: number
  content: FormContent
  outcome: Outcome
  error?: StoredError | undefined
  /** Transactions that the wallet knows of. */
  txids: readonly string[]
}

const isDraft = (value: unknown): value is Draft =>
  isObject(value) &&
  typeof value['id'] === 'string' &&
  Number.isFinite(value['savedAt']) &&
  isFormContent(value['content'])

const isStoredError = (value: unknown): boolean =>
  isObject(value) &&
  typeof value['code'] === 'number' &&
  typeof value['message'] === 'string' &&
  (value['data'] === undefined || typeof value['data'] === 'string')

const isAttempt = (value: unknown): value is Attempt =>
  isObject(value) &&
  typeof value['id'] === 'string' &&
  Number.isFinite(value['time']) &&
  isFormContent(value['content']) &&
  outcomes.some((outcome) => outcome === value['outcome']) &&
  (value['error'] === undefined || isStoredError(value['error'])) &&
  Array.isArray(value['txids']) &&
  value['txids'].every((txid: unknown) => typeof txid === 'string' && /^[0-9a-f]{64}$/.test(txid))

const now = () => Math.floor(Date.now() / 1000)

/** The error of a payment, for {@link Attempt}. A bug has no text that means anything later. */
const storedError = (error: unknown): StoredError | undefined =>
  error instanceof RpcError && error.reason !== 'INTERNAL_ERROR'
    ? { code: error.code, message: error.message, data: error.data }
    : undefined

/** Why an attempt failed, in the language on screen. */
export const reasonText = ({ error }: Attempt): string | undefined =>
  error && errorText(rpcError(error))

/** Drafts and attempts of a wallet. */
export class SendRecords {
  readonly drafts: StoredList<Draft>
  readonly attempts: StoredList<Attempt>
  /** Why they could not be read or stored. */
  error = $state<string>()

  constructor(session: Session, wallet: WalletState) {
    const { client } = walletCalls(session, wallet)
    this.drafts = new StoredList(client, 'nightjar.drafts', isDraft, 50)
    this.attempts = new StoredList(client, 'nightjar.attempts', isAttempt, 100)
  }

  async load() {
    this.error = undefined
    await this.#try(this.drafts.load())
    await this.#try(this.attempts.load())
  }

  /** Stores the content of a form, or removes the draft when nothing is typed. */
  async keep(id: string, content: FormContent) {
    if (!isEmpty(content)) await this.#try(this.drafts.put({ id, savedAt: now(), content }))
    else await this.forget(id)
  }

  async forget(id: string) {
    if (this.drafts.items.some((draft) => draft.id === id)) await this.#try(this.drafts.remove(id))
  }

  async record(
    content: FormContent,
    outcome: Outcome,
    { error, txids = [] }: { error?: unknown; txids?: readonly string[] } = {},
  ) {
    const attempt = { id: crypto.randomUUID(), time: now(), content, outcome, txids }
    await this.#try(this.attempts.put({ ...attempt, error: storedError(error) }))
  }

  async #try(task: Promise<void>) {
    try {
      await task
    } catch (error) {
      // After the wallet was closed there is nothing left to store in.
      const isClosed = error instanceof RpcError && error.reason === 'NOT_OPEN'
      if (!isClosed) this.error = errorText(error)
    }
  }
}

/** Those of an open wallet. */
export const sendRecordsOf = ofWallet((wallet) => new SendRecords(wallet.session, wallet))
