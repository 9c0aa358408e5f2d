/**
 * Account tags in answers.
 *
 * @module
 */
import { list, object, text, u32 } from '#protocol/fields.ts'
import type { Wallet } from '../../engine/wallet.ts'

export const accountTags = list(
  object({
    tag: text,
    label: text.describe('Description of the tag.'),
    accounts: list(u32),
  }),
).describe('Tags that are in use.')

export const showTags = ({ tags }: Wallet) =>
  tags.all().map(({ name, description, accounts }) => ({ tag: name, label: description, accounts }))
