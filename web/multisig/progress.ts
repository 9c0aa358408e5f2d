/**
 * What is under way in a group beside what the engine knows: kept in the wallet, encrypted like all of
 * it, so that a reload loses nothing.
 *
 * @module
 */
import { bool, FieldError, list, object, text, u32, type Value } from '#protocol/fields.ts'
import { JsonError, parseJson } from '#protocol/json.ts'

const fields = {
  /** Of the group that is being made; 0 before. */
  threshold: u32.default(0),
  total: u32.default(0),
  /** Messages of the key exchange that others sent. */
  keys: list(text).default([]),
  /** What this member told last of its outputs, in hex. */
  told: text.default(''),
  /** What others told since, in hex; who they are by their base keys. */
  heard: list(object({ from: text, text })).default([]),
  /** Whether that was taken in. */
  learned: bool.default(false),
  /** The payment in hand, in hex. */
  payment: text.default(''),
  /** Whether the person who proposed it has said yes to it. */
  agreed: bool.default(false),
  /** Another one, which takes its place once the person says so; and the same of it. */
  next: text.default(''),
  nextAgreed: bool.default(false),
}

export type Kept = Value<typeof fields>

/** The wallet's attribute that it is kept under. */
export const attribute = 'nightjar.shared'

export const nothingKept: Kept = object(fields).parse({}, '')

/** What an attribute says; nothing where it was written by something else. */
export function keptOf(value: string): Kept {
  try {
    return object(fields).parse(parseJson(value), '')
  } catch (error) {
    if (error instanceof FieldError || error instanceof JsonError) return nothingKept
    throw error
  }
}

/** Once the payment in hand is no more: the one that waits is. */
export const nextInHand = ({ next, nextAgreed }: Kept) =>
  ({
    ...{ payment: next, agreed: nextAgreed },
    ...{ next: '', nextAgreed: false },
  }) satisfies Partial<Kept>

/** Of what members told: what was made with nonces that are gone, or before the newest output came. */
export const nothingTold = { told: '', heard: [], learned: false } satisfies Partial<Kept>
