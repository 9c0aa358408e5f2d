import { choice, list, object, u32 } from '#protocol/fields.ts'

/** Result: what spending outputs together reveals. */
export const linksField = list(
  object({
    kind: choice('addresses', 'payments', 'mined', 'change', 'transaction', 'payer', 'many'),
    count: u32,
  }),
).describe('What a transaction of these outputs can reveal.')
