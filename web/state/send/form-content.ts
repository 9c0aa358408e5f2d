/**
 * What a person typed into the form of a payment, as drafts and attempts store it.
 *
 * @module
 */
export type FormContent = {
  /** The account that pays. */
  account: number
  /** As typed: an address and an amount of XMR. */
  recipients: readonly { to: string; amount: string }[]
  /** Whether the full balance is sent. */
  all: boolean
  /** Whether the recipients pay the fee. */
  subtractFee: boolean
  priority: number
  note: string
}

/** Whether a stored value is the content of a form. */
export const isFormContent = (value: unknown): value is FormContent =>
  isObject(value) &&
  Number.isInteger(value['account']) &&
  Number.isInteger(value['priority']) &&
  typeof value['all'] === 'boolean' &&
  typeof value['subtractFee'] === 'boolean' &&
  typeof value['note'] === 'string' &&
  Array.isArray(value['recipients']) &&
  value['recipients'].length > 0 &&
  value['recipients'].every(
    (each: unknown) =>
      isObject(each) && typeof each['to'] === 'string' && typeof each['amount'] === 'string',
  )

/** Whether nothing is typed that is worth keeping. */
export const isEmpty = ({ recipients, note }: FormContent): boolean =>
  note.trim() === '' && recipients.every(({ to, amount }) => !to.trim() && !amount.trim())

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
