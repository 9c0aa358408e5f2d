import { text } from '#protocol/fields.ts'
import { hostMethod } from '../../method.ts'

export const discard_reviewed = hostMethod({
  summary: 'Drops a reviewed payment',
  params: { id: text },
  result: {},

  run({ reviews }, { id }) {
    reviews.discard(id)
    return {}
  },
})
