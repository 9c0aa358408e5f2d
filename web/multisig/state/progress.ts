/**
 * What a multisig group has under way beyond the engine's records: a key exchange, messages of other
 * members, a payment being signed. It is stored in the wallet, encrypted, so that a reload loses nothing.
 *
 * @module
 */
import { bool, FieldError, list, object, text, u32, type Value } from '#protocol/fields.ts'
import { JsonError, parseJson, stringifyJson } from '#protocol/json/json.ts'

/** Names of released versions: a stored payment may hold a signature that cannot be made again. */
const fields = {
  threshold: u32.default(0),
  total: u32.default(0),
  keys: list(text).default([]),
  told: text.default(''),
  heard: list(object({ from: text, text })).default([]),
  learned: bool.default(false),
  payment: text.default(''),
  agreed: bool.default(false),
  next: text.default(''),
  nextAgreed: bool.default(false),
}
const stored = object(fields)

/** Multisig info of another member: the sender's base key, and the message in hex. */
export type ReceivedInfo = { from: string; text: string }

export type Progress = {
  /** Of the group that is being created; 0 before. */
  threshold: number
  total: number
  /** Key exchange messages of other members. */
  keyMessages: string[]
  /** The multisig info that this member exported last, in hex. */
  ownInfo: string
  /** Multisig info that other members sent since. */
  receivedInfo: ReceivedInfo[]
  /** Whether `receivedInfo` is imported. */
  infoImported: boolean
  /** The current payment, in hex. */
  payment: string
  /** Whether the user has confirmed the payment that this member proposed. */
  confirmed: boolean
  /** Another payment, which replaces the current one once the user agrees; and whether it is confirmed. */
  replacement: string
  replacementConfirmed: boolean
}

/** The wallet attribute under which progress is stored. */
export const progressAttribute = 'nightjar.shared'

/** Reads the stored attribute. @returns Empty progress for a value of another program. */
export function parseProgress(value: string): Progress {
  try {
    return fromStored(stored.parse(parseJson(value), ''))
  } catch (error) {
    if (error instanceof FieldError || error instanceof JsonError) return emptyProgress
    throw error
  }
}

export const formatProgress = (progress: Progress): string =>
  stringifyJson({
    threshold: progress.threshold,
    total: progress.total,
    keys: progress.keyMessages,
    told: progress.ownInfo,
    heard: progress.receivedInfo,
    learned: progress.infoImported,
    payment: progress.payment,
    agreed: progress.confirmed,
    next: progress.replacement,
    nextAgreed: progress.replacementConfirmed,
  })

const fromStored = (from: Value<typeof fields>): Progress => ({
  threshold: from.threshold,
  total: from.total,
  keyMessages: from.keys,
  ownInfo: from.told,
  receivedInfo: from.heard,
  infoImported: from.learned,
  payment: from.payment,
  confirmed: from.agreed,
  replacement: from.next,
  replacementConfirmed: from.nextAgreed,
})

export const emptyProgress: Progress = fromStored(stored.parse({}, ''))

/** Puts the waiting payment in the place of the current one. */
export const withReplacement = ({ replacement, replacementConfirmed }: Progress) =>
  ({
    payment: replacement,
    confirmed: replacementConfirmed,
    replacement: '',
    replacementConfirmed: false,
  }) satisfies Partial<Progress>

/** Drops multisig info that is useless: its nonces are used up, or newer outputs arrived. */
export const withoutInfo = {
  ownInfo: '',
  receivedInfo: [],
  infoImported: false,
} satisfies Partial<Progress>
