/**
 * Tags of accounts as the wire shows them.
 *
 * @module
 */
import { list, object, text, u32 } from '#protocol/fields.ts'
import type { Wallet } from '../../engine/wallet.ts'

export const accountTags = list(
  object({
    tag: text,
    label: text.describe("The tag's description."),
    accounts: list(u32),
  }),
).describe('All tags that accounts have.')

export const showTags = ({ tags }: Wallet) =>
  tags.all().map(({ name, description, accounts }) => ({ tag: name, label: description, accounts }))
