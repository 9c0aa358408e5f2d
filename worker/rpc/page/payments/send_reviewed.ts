import { text } from '#protocol/fields.ts'
import { hostMethod } from '../../method.ts'
import { sentResult } from './reviews.ts'

export const send_reviewed = hostMethod({
  summary: 'Sends a reviewed payment, once',
  params: { id: text },
  result: sentResult,
  errors: ['UNKNOWN_ERROR', 'NOT_OPEN', 'GENERIC_TRANSFER_ERROR', 'NO_DAEMON_CONNECTION'],
  run: ({ reviews }, { id }) => reviews.send(id),
})
