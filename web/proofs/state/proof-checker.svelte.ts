import { Task } from '../../state/task.svelte.ts'
import type { WalletCalls } from '../../state/wallet-calls.ts'
import type { WalletClient } from '../../client.ts'
import { proofErrorText } from './error-text.ts'
import { largestFile, readFile, type FileContent } from './proof-file.ts'
import { readLink } from './proof-link.ts'
import {
  emptyProof,
  fieldError,
  fieldsOf,
  kindOfSignature,
  type Kind,
  type Proof,
  type ProofField,
} from './proof.ts'

type Answer<Name extends keyof WalletClient> = Awaited<ReturnType<WalletClient[Name]>>

/** The result of a check, with the proof that was checked. */
export type Verdict = { proof: Proof } & (
  | { kind: 'payment'; answer: Answer<'check_tx_proof'> }
  | { kind: 'key'; answer: Answer<'check_tx_key'> }
  | { kind: 'spend'; answer: Answer<'check_spend_proof'> }
  | { kind: 'reserve'; answer: Answer<'check_reserve_proof'> }
  | { kind: 'message'; answer: Answer<'verify'> }
)

/** A proof that is being checked: the form, filled by hand, from a file or from a link; and the verdict. */
export class ProofChecker {
  proof = $state(emptyProof('payment'))
  /** Why fields are invalid, after the last attempt to check. */
  errors = $state.raw<Partial<Record<ProofField, string>>>({})
  /** Why the last file or link could not be used. */
  refused = $state<string>()
  verdict = $state.raw<Verdict>()
  readonly task = new Task(proofErrorText)

  readonly #client: WalletCalls['client']
  readonly #network: () => string | undefined
  /** Increases with each edit: the verdict of an earlier form is then ignored. */
  #edits = 0

  /** @param network - The network of the wallet. */
  constructor(calls: Pick<WalletCalls, 'client'>, network: () => string | undefined) {
    this.#client = calls.client
    this.#network = network
  }

  /** Selects another kind; fields that both have keep their text. */
  chooseKind(kind: Kind) {
    this.proof.kind = kind
    this.edited()
  }

  /** Selects the kind of the pasted signature. */
  recogniseKind() {
    this.proof.kind = kindOfSignature(compact(this.proof.signature)) ?? this.proof.kind
  }

  edited() {
    this.#edits++
    this.verdict = undefined
    this.errors = {}
    this.refused = undefined
    this.task.error = undefined
  }

  /** Fills the form from the part of a link after `check/`. */
  openLink(text: string) {
    const read = readLink(text)
    this.#fill(typeof read === 'string' ? read : { proof: read, network: undefined })
  }

  /** Fills the form from a file. A signature alone keeps the other fields. */
  async openFile(file: Pick<File, 'size' | 'text'>) {
    this.edited()
    const edits = this.#edits
    const read =
      file.size > largestFile
        ? `The file is too large: expected at most ${largestFile / 1_000_000} MB.`
        : await file.text().then(readFile, () => 'The file could not be read.')
    if (edits === this.#edits) this.#fill(read)
  }

  #fill(read: FileContent | string) {
    this.edited()
    const problem = typeof read === 'string' ? read : this.#otherNetwork(read)
    if (typeof read === 'string' || problem) {
      this.refused = problem
      return
    }
    const { kind, signature, txid, address } = read.proof
    const isSignatureAlone = txid === '' && address === ''
    this.proof = isSignatureAlone ? { ...this.proof, kind, signature } : { ...read.proof }
  }

  #otherNetwork({ network }: FileContent): string | undefined {
    const own = this.#network()
    if (network === undefined || own === undefined || network === own) return undefined
    return `network: expected ${own}, the network of this wallet, got ${network}. Open a wallet of that network to check this proof.`
  }

  async check() {
    this.edited()
    const edits = this.#edits
    const proof = compacted(this.proof)
    this.errors = errorsOf(proof)
    if (Object.keys(this.errors).length > 0) return
    await this.task.run(async () => {
      const verdict = await this.#check(proof).catch((error: unknown) => {
        if (edits === this.#edits) throw error
        return undefined
      })
      if (edits === this.#edits) this.verdict = verdict
    })
  }

  async #check(proof: Proof): Promise<Verdict> {
    const { kind, txid, address, signature, tx_key, message } = proof
    const client = this.#client
    if (kind === 'payment') {
      const answer = await client.check_tx_proof({ txid, address, message, signature })
      return { kind, proof, answer }
    }
    if (kind === 'key')
      return { kind, proof, answer: await client.check_tx_key({ txid, tx_key, address }) }
    if (kind === 'spend')
      return { kind, proof, answer: await client.check_spend_proof({ txid, message, signature }) }
    if (kind === 'reserve') {
      const answer = await client.check_reserve_proof({ address, message, signature })
      return { kind, proof, answer }
    }
    return { kind, proof, answer: await client.verify({ data: message, address, signature }) }
  }
}

/** Without the line breaks of mail programs. */
const compact = (text: string) => text.replace(/\s+/g, '')

function compacted(proof: Proof): Proof {
  const fields = fieldsOf[proof.kind].map((field) => [
    field,
    field === 'message' ? proof.message : compact(proof[field]),
  ])
  return { ...emptyProof(proof.kind), ...Object.fromEntries(fields) }
}

function errorsOf(proof: Proof): Partial<Record<ProofField, string>> {
  const found = fieldsOf[proof.kind].map(
    (field) => [field, fieldError(proof.kind, field, proof[field])] as const,
  )
  return Object.fromEntries(
    found.flatMap(([field, error]) => (error ? [[field, capitalised(error)]] : [])),
  )
}

const capitalised = (sentence: string) =>
  `${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}`
