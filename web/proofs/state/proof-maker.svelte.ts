import { parseAmount } from '#protocol/amount.ts'
import { RpcError } from '#protocol/errors.ts'
import { Task } from '../../state/task.svelte.ts'
import type { WalletCalls } from '../../state/wallet-calls.ts'
import type { WalletState } from '../../state/wallet.svelte.ts'
import { proofErrorText } from './error-text.ts'
import { knownPayments } from './known-payments.ts'
import { emptyProof, type Kind, type Proof } from './proof.ts'

/** A proof that is being made: the form, and its result. */
export class ProofMaker {
  readonly kind: Kind
  txid = $state('')
  /** The address, if it is not one of the known payments. */
  typed = $state('')
  message = $state('')
  /** A reserve proof is of the whole wallet, else of an amount of the account. */
  whole = $state(true)
  amount = $state('')
  /** Index of the address that signs a message. */
  signer = $state(0)
  signingKey = $state<'spend' | 'view'>('spend')
  /** The user accepts that a transaction key reveals the amount. */
  accepted = $state(false)
  /** The result; undefined until it is made, and after an edit. */
  proof = $state.raw<Proof>()
  readonly task = new Task(proofErrorText)

  /** The address that the user picked; empty for another one. */
  #picked = $state<string>()
  #id = $derived(this.txid.trim().toLowerCase())
  known = $derived.by(() => {
    const known = knownPayments(this.#wallet.transfers ?? [], this.#id)
    // The key of a transaction is only in the wallet that sent it.
    return this.kind === 'key' ? known.filter(({ incoming }) => !incoming) : known
  })
  /** The known payment to prove; empty for another address. */
  chosen = $derived.by(() => {
    const isOffered = this.known.some(({ address }) => address === this.#picked)
    return isOffered || this.#picked === '' ? this.#picked! : (this.known[0]?.address ?? '')
  })
  #address = $derived(this.chosen === '' ? this.typed.trim() : this.chosen)
  #piconero = $derived(parseAmount(this.amount.trim()))
  ready = $derived.by(() => {
    const isPayment = this.#id !== '' && this.#address !== ''
    if (this.kind === 'payment') return isPayment
    if (this.kind === 'key') return isPayment && this.accepted
    if (this.kind === 'spend') return this.#id !== ''
    if (this.kind === 'reserve') return this.whole || !!this.#piconero
    return this.message !== ''
  })

  readonly #client: WalletCalls['client']
  readonly #wallet: Pick<WalletState, 'account' | 'transfers'>
  /** Increases with each edit: the result of an earlier form is then ignored. */
  #edits = 0

  constructor(
    calls: Pick<WalletCalls, 'client'>,
    wallet: Pick<WalletState, 'account' | 'transfers'>,
    kind: Kind,
    txid = '',
  ) {
    this.#client = calls.client
    this.#wallet = wallet
    this.kind = kind
    this.txid = txid
  }

  choose(address: string) {
    this.#picked = address
    this.edited()
  }

  edited() {
    this.#edits++
    this.proof = undefined
    this.task.error = undefined
  }

  async make() {
    this.edited()
    const edits = this.#edits
    await this.task.run(async () => {
      const proof = await this.#make().catch((error: unknown) => {
        if (edits === this.#edits) throw error
        return undefined
      })
      if (edits === this.#edits) this.proof = proof
    })
  }

  #make(): Promise<Proof> {
    if (this.kind === 'payment') return this.#provePayment()
    if (this.kind === 'key') return this.#showKey()
    if (this.kind === 'spend') return this.#proveSpend()
    return this.kind === 'reserve' ? this.#proveReserve() : this.#sign()
  }

  async #provePayment(): Promise<Proof> {
    const params = { txid: this.#id, address: this.#address, message: this.message }
    const { signature } = await this.#client.get_tx_proof(params)
    return { ...emptyProof('payment'), ...params, signature }
  }

  async #showKey(): Promise<Proof> {
    const [txid, address] = [this.#id, this.#address]
    const { tx_key } = await this.#client.get_tx_key({ txid })
    // A placeholder: this wallet never had the key.
    if (/^010*$/.test(tx_key))
      throw new RpcError(
        'NO_TXKEY',
        'The offline wallet that signed this payment has its key. Make the proof there.',
      )
    // The key of another transaction, or an address without a payment, would prove nothing.
    const { received } = await this.#client.check_tx_key({ txid, tx_key, address })
    if (received === 0n) throw new RpcError('UNKNOWN_ERROR', 'No funds received in this tx.')
    return { ...emptyProof('key'), txid, address, tx_key }
  }

  async #proveSpend(): Promise<Proof> {
    const params = { txid: this.#id, message: this.message }
    const { signature } = await this.#client.get_spend_proof(params)
    return { ...emptyProof('spend'), ...params, signature }
  }

  async #proveReserve(): Promise<Proof> {
    const { message, whole: all } = this
    const part = all
      ? { all }
      : { all, account_index: this.#wallet.account, amount: this.#piconero ?? 0n }
    const { signature } = await this.#client.get_reserve_proof({ ...part, message })
    // Of any account: readers check a reserve proof with the primary address of the wallet.
    const { address } = await this.#client.get_address({ account_index: 0, address_index: [0] })
    return { ...emptyProof('reserve'), address, message, signature }
  }

  async #sign(): Promise<Proof> {
    const { message, signer, signingKey: signature_type } = this
    const { account: account_index } = this.#wallet
    const { signature } = await this.#client.sign({
      data: message,
      account_index,
      address_index: signer,
      signature_type,
    })
    const { addresses } = await this.#client.get_address({ account_index, address_index: [signer] })
    return { ...emptyProof('message'), address: addresses[0]!.address, message, signature }
  }
}
