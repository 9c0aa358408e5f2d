import { createContext } from 'svelte'
import type { WalletClient } from '../../client.ts'
import { errorText } from '../../format/error-text.ts'
import { AttributeStore } from '../../state/stored/attribute-store.svelte.ts'
import { ofWallet } from '../../state/of-wallet.svelte.ts'
import { Task } from '../../state/task.svelte.ts'
import { walletCalls, type WalletCalls } from '../../state/wallet-calls.ts'
import type { WalletState } from '../../state/wallet.svelte.ts'
import { offlineErrorText } from './error-text.ts'
import { progressForm, withoutPayment, type Progress } from './progress.ts'

type Answer<Name extends keyof WalletClient> = Awaited<ReturnType<WalletClient[Name]>>
export type OfflineState = Answer<'get_offline_state'>
export type UnsignedPayment = Answer<'describe_unsigned_set'>
export type SignedPayment = Answer<'describe_signed_set'>

/** One wallet of a pair: it makes messages for the other one, and takes those of the other one. */
export class Offline {
  readonly task = new Task(offlineErrorText)
  readonly calls: WalletCalls
  readonly store: AttributeStore<Progress>
  state = $state.raw<OfflineState>()
  /** What the current unsigned payment does. */
  unsigned = $state.raw<UnsignedPayment>()
  /** What the current signed payment does, in the view-only wallet. */
  signed = $state.raw<SignedPayment>()
  /** Number of outputs or key images of the last import. */
  imported = $state<number>()
  /** Why the note of a sent payment was not saved. */
  noteError = $state<string>()

  progress = $derived.by(() => this.store.value)

  readonly #wallet: WalletState
  /** Number of messages that are being made. */
  #making = $state(0)

  /** The last outputs and key images that were made, in hex; undefined while they are made again. */
  outputs = $derived(this.#making > 0 ? undefined : this.progress.outputs)
  keyImages = $derived(this.#making > 0 ? undefined : this.progress.keyImages)
  /** The messages that `unsigned` and `signed` describe. */
  #described = { unsigned: '', signed: '' }

  constructor(wallet: WalletState) {
    this.#wallet = wallet
    this.calls = walletCalls(wallet.session, wallet)
    this.store = new AttributeStore(this.calls.client, progressForm)
  }

  /** Loads what was under way. */
  async start() {
    this.task.error = undefined
    this.imported = undefined
    await this.store.load()
    await this.readState()
    await this.#describe()
  }

  async readState() {
    this.state = await this.calls.client.get_offline_state({})
  }

  /** @param all - All outputs, also those whose key images are known. */
  exportOutputs(all: boolean) {
    return this.task.run(() =>
      this.#make(async () => {
        const { outputs_data_hex } = await this.calls.client.export_outputs({ all })
        await this.store.update({ outputs: outputs_data_hex })
      }),
    )
  }

  /** Takes outputs, and makes their key images. @returns Why they are refused. */
  importOutputs(outputs_data_hex: string) {
    return this.#take(() =>
      // The state with the new outputs is read before their key images are made.
      this.#make(async () => {
        const { num_imported } = await this.calls.client.import_outputs({ outputs_data_hex })
        this.imported = Number(num_imported)
        await this.#exportKeyImages(false)
        await this.readState()
      }),
    )
  }

  exportKeyImages(all: boolean) {
    return this.task.run(() => this.#make(() => this.#exportKeyImages(all)))
  }

  async #exportKeyImages(all: boolean) {
    const { key_images_hex, count } = await this.calls.client.export_key_image_file({ all })
    // Nothing is requested: the view-only wallet may still have lost them.
    const given = count > 0 || all ? key_images_hex : (await this.#allKeyImages()).key_images_hex
    await this.store.update({ keyImages: given })
  }

  #allKeyImages() {
    return this.calls.client.export_key_image_file({ all: true })
  }

  /** @returns Why they are refused. */
  importKeyImages(key_images_hex: string) {
    return this.#take(async () => {
      const { count } = await this.calls.client.import_key_image_file({ key_images_hex })
      this.imported = count
      await this.store.update({ outputs: '' })
      await this.readState()
      await this.#wallet.readBalance()
    })
  }

  /** Stores a payment that this view-only wallet prepared. */
  async propose(unsigned: string, note: string) {
    await this.store.update({ ...withoutPayment, unsigned, note })
    await this.#describe()
  }

  /** Takes a payment for signing. @returns Why it is refused. */
  receiveUnsigned(unsigned: string) {
    return this.#take(async () => {
      await this.calls.client.describe_unsigned_set({ unsigned_txset: unsigned })
      await this.store.update({ ...withoutPayment, unsigned })
      await this.#describe()
      await this.readState()
    })
  }

  /** Signs the payment that is on screen. */
  sign() {
    return this.task.run(async () => {
      const { unsigned } = this.#described
      const { signed_txset } = await this.calls.client.sign_transfer({ unsigned_txset: unsigned })
      await this.store.update({ signed: signed_txset })
      await this.readState()
    })
  }

  /** Takes the signed payment. @returns Why it is refused. */
  receiveSigned(signed: string) {
    return this.#take(async () => {
      const { unsigned } = this.progress
      await this.calls.client.describe_signed_set({
        signed_txset: signed,
        unsigned_txset: unsigned,
      })
      await this.store.update({ signed })
      await this.#describe()
    })
  }

  /** Sends the signed payment that is on screen. */
  send() {
    return this.task.run(() =>
      this.calls.withoutReload(async () => {
        const { client } = this.calls
        const { tx_hash_list: sent } = await client.submit_transfer({
          tx_data_hex: this.#described.signed,
        })
        const { note } = this.progress
        await this.store.update({ ...withoutPayment, sent })
        this.noteError = note === '' ? undefined : await this.#saveNote(sent, note)
        await this.#describe()
      }),
    )
  }

  async #saveNote(txids: string[], note: string): Promise<string | undefined> {
    try {
      await this.calls.client.set_tx_notes({ txids, notes: txids.map(() => note) })
      return undefined
    } catch (error) {
      return errorText(error)
    }
  }

  /** Ends the payment. It is not sent, unless another device sends it. */
  discard() {
    return this.task.run(async () => {
      await this.store.update(withoutPayment)
      await this.#describe()
    })
  }

  /** Removes the signed set, so that another one can be read. */
  discardSigned() {
    return this.task.run(async () => {
      await this.store.update({ signed: '' })
      await this.#describe()
    })
  }

  /** Describes the sets that are stored. */
  async #describe() {
    const { unsigned, signed } = this.progress
    const { client } = this.calls
    if (unsigned !== this.#described.unsigned)
      this.unsigned =
        unsigned === ''
          ? undefined
          : await client.describe_unsigned_set({ unsigned_txset: unsigned })
    const isShown = signed !== '' && this.#isViewOnly
    if (!isShown) this.signed = undefined
    else if (signed !== this.#described.signed)
      this.signed = await client.describe_signed_set({
        signed_txset: signed,
        unsigned_txset: unsigned,
      })
    this.#described = { unsigned, signed }
  }

  get #isViewOnly() {
    return this.#wallet.session.state?.view_only === true
  }

  async #make(task: () => Promise<void>) {
    this.#making++
    try {
      await task()
    } finally {
      this.#making--
    }
  }

  async #take(task: () => Promise<void>): Promise<string | undefined> {
    try {
      await task()
      return undefined
    } catch (error) {
      return offlineErrorText(error)
    }
  }
}

export const [useOffline, provideOffline] = createContext<Offline>()

/** The messages of an open wallet. Its tasks continue when the user leaves the screen. */
export const offlineOf = ofWallet((wallet) => new Offline(wallet))
