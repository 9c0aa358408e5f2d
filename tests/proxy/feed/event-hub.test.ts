import { describe, expect, test, vi } from 'vitest'
import { EventHub } from '../../../proxy/feed/event-hub.ts'

const tip = (height: number) => ({ name: 'tip', data: { height } })

async function textOf(reader: ReadableStreamDefaultReader<Uint8Array>, pieces: number) {
  let text = ''
  for (let n = 0; n < pieces; n++) text += new TextDecoder().decode((await reader.read()).value)
  return text
}

describe('events', () => {
  test('begin with the present state, and reach every client', async () => {
    let height = 1
    const hub = new EventHub(() => [tip(height)])
    const first = hub.answer()
    expect(first.headers.get('content-type')).toBe('text/event-stream')
    expect(first.headers.get('cache-control')).toBe('no-store')
    height = 2
    const readers = [first, hub.answer()].map(({ body }) => body!.getReader())
    hub.send(tip(3))
    expect(await textOf(readers[0]!, 3)).toBe(
      'retry: 3000\n\nevent: tip\ndata: {"height":1}\n\nevent: tip\ndata: {"height":3}\n\n',
    )
    expect(await textOf(readers[1]!, 3)).toBe(
      'retry: 3000\n\nevent: tip\ndata: {"height":2}\n\nevent: tip\ndata: {"height":3}\n\n',
    )
    hub.close()
  })

  test('end for a client that disconnects, and for all with the hub', async () => {
    const hub = new EventHub(() => [])
    const readers = [hub.answer(), hub.answer()].map(({ body }) => body!.getReader())
    expect(hub.count).toBe(2)
    await readers[0]!.cancel()
    expect(hub.count).toBe(1)
    hub.close()
    expect(hub.count).toBe(0)
    await textOf(readers[1]!, 1)
    expect((await readers[1]!.read()).done).toBe(true)
  })

  test('end for a client that does not read them, and not for others', async () => {
    const hub = new EventHub(() => [])
    const [slow, quick] = [hub.answer(), hub.answer()].map(({ body }) => body!.getReader())
    const long = { name: 'pool', data: { text: 'x'.repeat(300_000) } }
    for (let n = 0; n < 5; n++) {
      hub.send(long)
      await quick!.read()
    }
    expect(hub.count).toBe(1)
    await expect(slow!.read()).rejects.toThrow('the client does not read its events')
    hub.close()
  })

  test('are kept alive while there are clients', async () => {
    vi.useFakeTimers()
    try {
      const hub = new EventHub(() => [])
      const reader = hub.answer().body!.getReader()
      await vi.advanceTimersByTimeAsync(30_000)
      expect(await textOf(reader, 3)).toBe('retry: 3000\n\n:\n\n:\n\n')
      await reader.cancel()
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })
})
