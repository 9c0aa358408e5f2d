/**
 * What an offline wallet or its view-only wallet has under way, stored in the wallet, encrypted.
 *
 * @module
 */
import { FieldError, list, object, text, type Value } from '#protocol/fields.ts'
import { JsonError, parseJson, stringifyJson } from '#protocol/json/json.ts'
import type { AttributeForm } from '../../state/stored/attribute-store.svelte.ts'

const fields = {
  outputs: text.default(''),
  keyImages: text.default(''),
  unsigned: text.default(''),
  note: text.default(''),
  signed: text.default(''),
  sent: list(text).default([]),
}
const stored = object(fields)

/**
 * All messages are hex; empty where there is none. `outputs` and `keyImages` are the last ones that this wallet made.
 * `unsigned` is the payment that the view-only wallet prepared, or that the offline wallet was asked to sign.
 * `signed` is its signed form. `sent` has the ids after it was sent.
 */
export type Progress = Value<typeof fields>

/** The change that ends a payment. */
export const withoutPayment = {
  unsigned: '',
  note: '',
  signed: '',
  sent: [],
} satisfies Partial<Progress>

export const emptyProgress: Progress = stored.parse({}, '')

/** Reads the stored attribute. @returns Empty progress for a value of another program. */
export function parseProgress(value: string): Progress {
  try {
    return stored.parse(parseJson(value), '')
  } catch (error) {
    if (error instanceof FieldError || error instanceof JsonError) return emptyProgress
    throw error
  }
}

export const progressForm: AttributeForm<Progress> = {
  key: 'nightjar.offline',
  empty: emptyProgress,
  parse: parseProgress,
  format: stringifyJson,
}
