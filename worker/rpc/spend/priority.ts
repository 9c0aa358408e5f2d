import { Field, FieldError, u32 } from '#protocol/fields.ts'

/** The index is the number of the priority. */
const names = ['default', 'unimportant', 'normal', 'elevated', 'priority'] as const

/** Priority of a payment: a number or its name. */
export const priority = new Field<number>(
  'priority',
  {
    oneOf: [
      { type: 'integer', minimum: 0, maximum: 4 },
      { type: 'string', enum: names },
    ],
  },
  (value, path) => {
    if (typeof value !== 'string') return u32.parse(value, path)
    const level = names.findIndex((name) => name === value)
    if (level === -1) throw new FieldError(path, names.join(' | '), value)
    return level
  },
)
  .default(0)
  .describe('0 default, 1 unimportant, 2 normal, 3 elevated, 4 priority.')
