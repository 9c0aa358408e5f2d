/**
 * The multisig operations of a wallet: creating a group, exchanging keys, signing.
 *
 * @module
 */
import { sameBytes } from '#protocol/bytes.ts'
import { errorDetails } from '#protocol/error-details.ts'
import { RpcError } from '#protocol/errors.ts'
import type { MultisigSet } from '#protocol/interchange/multisig-set.ts'
import { requireDaemon } from '../base/daemon-errors.ts'
import type { Daemon, Ports } from '../base/ports.ts'
import type { PaymentSender } from '../payments/payment-sender.ts'
import type { Proposer } from '../payments/spend.ts'
import type { SignedByUs } from './sign-set.ts'
import type { SealPorts } from '../exchange/sealed-set.ts'
import { wipeMember, wipeSecrets } from '../store/wipe-secrets.ts'
import type { MultisigRecord, OutputRecord, WalletInfo } from '../store/records.ts'
import type { Change, Store } from '../store/store.ts'
import type { Sync } from '../sync/sync.ts'
import { SerialQueue } from '#protocol/serial-queue.ts'
import type { BaseKeys } from './base-keys.ts'
import { isReady, roundsOf, type MemberSecrets } from './group.ts'
import { disabled, refused } from './errors.ts'

type Parts = {
  ports: SealPorts & Pick<Ports, 'clock'>
  store: Store
  sync: Pick<Sync, 'rekey' | 'lookAgain'>
  /** Sends transactions and keeps the journal. */
  sender: () => Promise<PaymentSender>
  /** The current daemon connection. */
  daemon: () => Daemon | undefined
  exclusive: <T>(task: () => Promise<T>) => Promise<T>
  /** Whether all wallets may be multisig. */
  enabled: boolean
}

const steps = () => import('./exchange-steps.ts')
const payments = () => import('./payment-steps.ts')

/** The state of a group. */
export type MultisigState = {
  multisig: boolean
  /** Whether all keys are exchanged and confirmed. */
  ready: boolean
  threshold: number
  total: number
}

/**
 * A step is stored before its message is returned. {@link Multisig.lastMessage} returns that message
 * again, so a wallet whose reply was lost can continue.
 */
export class Multisig {
  readonly #parts: Parts
  readonly #queue = new SerialQueue()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** @see monero src/wallet/wallet2.cpp multisig */
  get state(): MultisigState {
    const group = this.#group
    if (!group) return { multisig: false, ready: false, threshold: 0, total: 0 }
    const { threshold, signers } = group
    return { multisig: true, ready: isReady(group), threshold, total: signers.length }
  }

  /**
   * The first message to the future members of the group. Nothing of it is stored.
   *
   * @param enable - Permanently allows this wallet to be multisig.
   * @throws {RpcError} ALREADY_MULTISIG, DISABLED, WATCH_ONLY; UNKNOWN_ERROR for a wallet that was
   *   used.
   */
  prepare(enable: boolean): Promise<string> {
    const { store, ports, exclusive } = this.#parts
    // In `exclusive`: a wallet that closes wipes its keys only after this task.
    return exclusive(async () => {
      const { firstMessage } = await steps()
      const base = await this.#joining(enable)
      try {
        const message = firstMessage(ports.crypto, base)
        if (enable)
          await store.commit((change) =>
            change.setValue(store.info, { ...this.#info, multisigEnabled: true }),
          )
        return message
      } finally {
        wipeBase(base)
      }
    })
  }

  /**
   * Makes the wallet a member of a group. Its own keys are deleted.
   *
   * @param texts - First messages of the others. @returns The member's next message.
   * @throws {RpcError} As {@link prepare}, and UNKNOWN_ERROR with the reference's messages; the
   *   wallet is unchanged then.
   */
  make(threshold: number, texts: readonly string[]): Promise<string> {
    return this.#queue.take(async () => {
      const { ports } = this.#parts
      const { foundGroup } = await steps()
      const base = await this.#joining(false)
      try {
        return await this.#become(await foundGroup(ports, base, threshold, texts))
      } finally {
        wipeBase(base)
      }
    })
  }

  /**
   * Advances the group's keys by one round.
   *
   * @param texts - Messages of the round. @param incomplete - Accepts missing members whose keys others know.
   * @returns The member's next message.
   * @throws {RpcError} NOT_MULTISIG, DISABLED, THRESHOLD_NOT_REACHED; UNKNOWN_ERROR with the
   *   reference's messages. The wallet is unchanged then.
   */
  exchange(texts: readonly string[], incomplete: boolean): Promise<string> {
    return this.#queue.take(() => this.#exchange(texts, incomplete))
  }

  /**
   * The last message of this member's key exchange again.
   *
   * @throws {RpcError} NOT_MULTISIG, DISABLED
   */
  lastMessage(): Promise<string> {
    return this.#queue.take(async () => {
      const { messageOf } = await steps()
      return messageOf(this.#parts.ports.crypto, this.requireMember())
    })
  }

  /** As {@link exchange}, only for the round that completes the address, or the one after it. */
  finalize(texts: readonly string[]): Promise<string> {
    return this.#queue.take(() => {
      const { multisig } = this.requireMember()
      if (isReady(multisig))
        throw new RpcError('ALREADY_MULTISIG', 'This wallet is multisig, and already finalized')
      const left = roundsOf(multisig) - multisig.rounds
      if (left > 1)
        throw refused(`keys are to be exchanged ${left} times before there is an address`)
      requireMessages(multisig, texts)
      return this.#exchange(texts, false)
    })
  }

  /**
   * Exports the data that other members need for key images and for signing with this member. The
   * previous export becomes unusable.
   *
   * @returns Sealed for the group. @throws {RpcError} As {@link requireReady}
   */
  export(): Promise<Uint8Array> {
    return this.#queue.take(() =>
      this.#parts.exclusive(async () => {
        const { exportInfo } = await steps()
        return exportInfo(this.#parts, this.requireReady())
      }),
    )
  }

  /**
   * Imports the exports of other members and detects spent outputs.
   *
   * @param refresh - Whether blocks are scanned again immediately.
   * @returns The number of outputs with imported data.
   * @throws {RpcError} As {@link requireReady}; UNKNOWN_ERROR with the reference's messages.
   *   Nothing has changed then.
   */
  import(sealed: readonly Uint8Array[], refresh: boolean): Promise<number> {
    return this.#queue.take(async () => {
      const { learnFrom, noteLearned, openInfos } = await steps()
      const secrets = this.requireReady()
      const infos = await openInfos(this.#parts, secrets, sealed)
      const learned = await learnFrom(this.#parts, secrets, infos)
      if (learned.length === 0) return 0
      const images = new Map(learned.map(({ output: { key }, keyImage }) => [key, keyImage]))
      const stage = (change: Change) => noteLearned(change, this.#parts.store, learned)
      await this.#parts.sync.lookAgain(images, stage, refresh)
      return learned.length
    })
  }

  /**
   * Proposes transactions to the other members.
   *
   * @throws {RpcError} As {@link requireReady}, at once; GENERIC_TRANSFER_ERROR later.
   */
  proposer(): Proposer {
    const member = this.requireReady()
    return async (drafts, position) => {
      const { ports, store } = this.#parts
      const { proposeAll } = await payments()
      return proposeAll({ ports, store, position }, member, drafts)
    }
  }

  /**
   * Signs a set that another member proposed. Nothing is sent.
   *
   * @throws {RpcError} NOT_MULTISIG, DISABLED, MULTISIG_SIGNATURE
   */
  sign(set: MultisigSet): Promise<SignedByUs> {
    const { exclusive, ports, store } = this.#parts
    return exclusive(async () => {
      const { signGroup } = await payments()
      return signGroup({ ports, store }, this.requireReady(), set)
    })
  }

  /**
   * Sends and records a set that enough members signed.
   *
   * @returns The ids of its transactions.
   * @throws {RpcError} NOT_MULTISIG, DISABLED, THRESHOLD_NOT_REACHED, MULTISIG_SUBMISSION
   */
  submit(set: MultisigSet): Promise<string[]> {
    const { exclusive, ports, store, sender, daemon } = this.#parts
    return exclusive(async () => {
      const { submittable } = await payments()
      const signed = submittable({ crypto: ports.crypto, store }, this.requireReady(), set)
      return (await sender()).submitGroup(requireDaemon(daemon()), signed)
    })
  }

  /** Whether some outputs lack key images, or nonces of enough members. */
  get needsImport(): boolean {
    const { store } = this.#parts
    const group = this.#group
    if (!group) return false
    const isTold = ({ key }: OutputRecord) =>
      (store.signing.get(key)?.peers.length ?? 0) >= group.threshold - 1
    for (const output of store.outputs.values())
      if (!output.keyImage || (!output.spent && !isTold(output))) return true
    return false
  }

  /** @throws {RpcError} NOT_MULTISIG, also before the key exchange is complete; DISABLED */
  requireReady(): Readonly<MemberSecrets> {
    this.requireExchanged()
    return this.requireMember()
  }

  /** @throws {RpcError} NOT_MULTISIG before the member's key exchange is complete. */
  requireExchanged(): void {
    const group = this.#group
    if (group && !isReady(group))
      throw new RpcError('NOT_MULTISIG', 'This wallet is multisig, but not yet finalized')
  }

  /** @throws {RpcError} NOT_MULTISIG, DISABLED */
  requireMember(): Readonly<MemberSecrets> {
    const { multisig, ...secrets } = this.#parts.store.secrets.value
    if (!multisig) throw new RpcError('NOT_MULTISIG', 'This wallet is not multisig')
    if (!this.#isEnabled) throw disabled()
    return { ...secrets, multisig }
  }

  async #exchange(texts: readonly string[], incomplete: boolean): Promise<string> {
    const { ports } = this.#parts
    const { exchange } = await steps()
    const secrets = this.requireMember()
    if (!incomplete || texts.length === 0) requireMessages(secrets.multisig, texts)
    return this.#become(await exchange(ports, secrets, texts, incomplete))
  }

  /** Keys for joining a group, which the caller wipes. */
  async #joining(enable: boolean): Promise<BaseKeys> {
    const { store, ports } = this.#parts
    const { baseKeysOf } = await steps()
    const { spendSecret, viewSecret, multisig } = store.secrets.value
    if (multisig) throw new RpcError('ALREADY_MULTISIG', 'This wallet is already multisig')
    if (!enable && !this.#isEnabled) throw disabled()
    if (!spendSecret)
      throw new RpcError('WATCH_ONLY', 'wallet is watch-only and cannot be made multisig')
    this.#requireNew()
    return baseKeysOf(ports.crypto, { spendSecret, viewSecret })
  }

  /** @throws {RpcError} UNKNOWN_ERROR for a wallet whose own keys are still needed. */
  #requireNew(): void {
    const { store } = this.#parts
    if (this.#info.backgroundSync)
      throw refused('A wallet that may sync in the background cannot be made multisig')
    if (this.#info.keyFile !== undefined)
      throw refused('A wallet made from a key file of monero cannot become multisig')
    // @see monero src/simplewallet/simplewallet.cpp make_multisig_main
    if (store.outputs.size > 0 || store.sent.size > 0)
      throw refused(
        'This wallet has been used before, please use a new wallet to create a multisig wallet',
        errorDetails.walletUsed,
      )
  }

  /** Stores the member's new state. @returns Its message. */
  async #become(member: MemberSecrets): Promise<string> {
    const { ports, store, sync } = this.#parts
    const { messageOf } = await steps()
    const before = store.secrets.value
    const put = (change: Change, secrets: MemberSecrets) => change.setValue(store.secrets, secrets)
    try {
      const sameAddress = sameBytes(before.spendPublic, member.spendPublic)
      if (before.multisig && sameAddress) {
        await store.commit((change) => put(change, { ...before, multisig: member.multisig }))
        wipeMember(before.multisig)
        // The wallet continues with its own copy.
        member.viewSecret.fill(0)
      } else {
        await sync.rekey((change) => {
          // It may have received payments while its group was created.
          if (!before.multisig) this.#requireNew()
          put(change, member)
          change.setValue(store.info, {
            ...this.#info,
            kind: 'multisig',
            deterministic: false,
          })
        })
        wipeSecrets(before)
      }
    } catch (error) {
      wipeSecrets(member)
      throw error
    }
    return messageOf(ports.crypto, member)
  }

  get #group(): Readonly<MultisigRecord> | undefined {
    return this.#parts.store.secrets.value.multisig
  }

  get #info(): Readonly<WalletInfo> {
    return this.#parts.store.info.value
  }

  get #isEnabled(): boolean {
    return this.#parts.enabled || this.#info.multisigEnabled === true
  }
}

function requireMessages({ signers }: MultisigRecord, texts: readonly string[]) {
  if (texts.length + 1 < signers.length)
    throw new RpcError('THRESHOLD_NOT_REACHED', 'Needs multisig info from more participants')
}

function wipeBase({ baseSecret, viewPart }: BaseKeys) {
  for (const secret of [baseSecret, viewPart]) secret.fill(0)
}
