/**
 * Prices of one XMR that the server of a page offers, if its operator has set a source.
 *
 * One document has the prices in all currencies, so a request does not show which one a wallet uses.
 *
 * @module
 */
import { list, object, text, u64, type Value } from '../fields.ts'

/** The path of the document. */
export const pricesPath = '/prices/v1'

/** The document at {@link pricesPath}. */
const fields = {
  prices: list(
    object({
      currency: text.describe('Code of ISO 4217, such as EUR.'),
      price: text.describe('Units of the currency for one XMR, such as 150.25.'),
    }),
  ),
  time: u64.describe('When the server received them, in seconds since 1970.'),
}

export const prices = object(fields)
export type Prices = Value<typeof fields>
