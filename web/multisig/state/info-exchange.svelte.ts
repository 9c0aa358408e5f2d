import { Task } from '../../state/task.svelte.ts'
import type { WalletState } from '../../state/wallet.svelte.ts'
import { multisigErrorText } from './error-text.ts'
import type { WalletCalls } from '../../state/wallet-calls.ts'
import {
  isSameInfo,
  mergeInfo,
  newInfo,
  progressAfterInfo,
  startsNewRound,
} from './received-info.ts'
import { withoutInfo, type ReceivedInfo } from './progress.ts'
import type { ProgressStore } from './progress-store.svelte.ts'
import { readMessages, type Message, type SealedMessage } from './messages.ts'
import { ownMessageError, strangerError } from './key-rounds.ts'
import { missingInfo } from './next-action.ts'

/** Members exchange multisig info (key images and nonces) about their outputs, so that they can be spent. */
export class InfoExchange {
  readonly task = new Task(multisigErrorText)
  /** Whether new funds arrived since the last import: the exchanged info does not cover them. */
  outdated = $derived.by(
    () =>
      this.#progress.value.infoImported && this.#wallet.balance?.multisig_import_needed === true,
  )
  own = $derived.by((): SealedMessage | undefined => {
    const { ownInfo } = this.#progress.value
    return ownInfo === '' || this.outdated ? undefined : { kind: 'outputs', text: ownInfo }
  })
  /** Base keys of the members whose info was received. */
  received = $derived.by(() =>
    this.outdated ? [] : this.#progress.value.receivedInfo.map(({ from }) => from),
  )
  missing = $derived.by(() => missingInfo(this.#wallet.group!, this.received.length))
  imported = $derived.by(() => this.#progress.value.infoImported && !this.outdated)

  readonly #calls: WalletCalls
  readonly #wallet: WalletState
  readonly #progress: ProgressStore

  constructor(calls: WalletCalls, wallet: WalletState, progress: ProgressStore) {
    this.#calls = calls
    this.#wallet = wallet
    this.#progress = progress
  }

  /** Exports this member's info. It replaces the info exported before, which is useless from then on. */
  exportInfo() {
    return this.task.run(async () => {
      // Clear first: if a later step fails, the screen must not show the replaced message. Received info
      // stays valid when only this member's message was missing.
      await this.#progress.update(({ infoImported, ownInfo }) =>
        infoImported && (ownInfo !== '' || this.outdated) ? withoutInfo : { ownInfo: '' },
      )
      const { info } = await this.#calls.client.export_multisig_info({})
      await this.#progress.update({ ownInfo: info })
    })
  }

  /** Adds pasted messages. @returns Why they are refused. */
  async receive(pasted: string): Promise<string | undefined> {
    const read = readMessages(pasted)
    if (typeof read === 'string') return read
    const incoming: ReceivedInfo[] = []
    for (const message of read) {
      const sender = await this.#senderOf(message)
      if (sender.error !== undefined) return sender.error
      incoming.push({ from: sender.key, text: message.text })
    }
    const { value: progress } = this.#progress
    const { outdated } = this
    const added = newInfo(progress.receivedInfo, incoming)
    const imported =
      progress.infoImported && added.length > 0 && !startsNewRound(progress, incoming, outdated)
    if (imported) await this.#import(mergeInfo(progress.receivedInfo, added))
    await this.#progress.update((now) => progressAfterInfo(now, incoming, { outdated, imported }))
    return undefined
  }

  /** Imports the info that other members sent. */
  importInfo() {
    return this.task.run(async () => {
      const { receivedInfo } = this.#progress.value
      await this.#import(receivedInfo)
      // Messages that arrived during the import are not part of it.
      await this.#progress.update((now) => ({
        infoImported: isSameInfo(receivedInfo, now.receivedInfo),
      }))
    })
  }

  async #import(received: readonly ReceivedInfo[]) {
    const info = received.map(({ text }) => text)
    await this.#calls.client.import_multisig_info({ info })
    // The balance says whether more info is needed; read it before the screen shows success.
    await this.#wallet.readBalance()
  }

  async #senderOf({
    kind,
    text,
  }: Message): Promise<{ key: string; error?: never } | { error: string }> {
    const { client } = this.#calls
    if (kind !== 'outputs') return { error: 'This message is not an update of a shared wallet.' }
    const { outputs } = await client.describe_multisig_message({ message: text })
    const { group } = await client.get_multisig_members({})
    if (!outputs) return { error: otherGroupError() }
    const { from: key } = outputs
    if (key === group?.own) return { error: ownMessageError() }
    return group?.members.includes(key) ? { key } : { error: strangerError(key) }
  }
}

export const otherGroupError = () => 'This message belongs to another group, or is damaged.'
