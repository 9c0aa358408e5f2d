import { expect, test } from 'vitest'
import { EventReader } from '../../../../../worker/engine/sync/live/event-reader.ts'
import { openBody } from '../../../../support/feed/live-events.ts'

test('reads events however their bytes are divided, and ignores comments', async () => {
  const { body, write, end } = openBody()
  const text = 'retry: 3000\n\n:\n\nevent: tip\ndata: {"a":"ü"}\n\nevent: pool\r\ndata: 1\r\n\r\n'
  const bytes = new TextEncoder().encode(text)
  const read = body.read.bind(body)
  let at = 0
  // One byte at a time, also within a character.
  body.read = async () => (at < bytes.length ? bytes.subarray(at, ++at) : read())
  write('data: last\n\n')
  end()
  const events = new EventReader(body)
  expect(await events.next()).toMatchObject({ event: 'tip', data: '{"a":"ü"}' })
  expect(await events.next()).toMatchObject({ event: 'pool', data: '1' })
  expect(await events.next()).toMatchObject({ data: 'last' })
  expect(await events.next()).toBeUndefined()
})

test('error: an event without an end is not collected for ever', async () => {
  const { body, write } = openBody()
  const events = new EventReader(body)
  const piece = `data: ${'x'.repeat(1024 * 1024)}\n`
  for (let pieces = 0; pieces < 5; pieces++) write(piece)
  await expect(events.next()).rejects.toThrow('an event is too long')
})
