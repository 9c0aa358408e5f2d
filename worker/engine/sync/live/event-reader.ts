/**
 * Server-Sent Events of a light node, read from the body of its answer.
 *
 * @module
 */
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { BodyReader } from '#protocol/upstream.ts'
import { InvalidDaemonData } from '../../base/daemon-errors.ts'

/** Characters of one event. A light node disconnects clients before it sends a longer one. */
const longestEvent = 4 * 1024 * 1024

export class EventReader {
  readonly #body: BodyReader
  readonly #decoder = new TextDecoder()
  readonly #events: EventSourceMessage[] = []
  #isTooLong = false
  readonly #parser = createParser({
    maxBufferSize: longestEvent,
    onEvent: (event) => void this.#events.push(event),
    onError: ({ type }) => (this.#isTooLong ||= type === 'max-buffer-size-exceeded'),
  })

  constructor(body: BodyReader) {
    this.#body = body
  }

  /**
   * The next event; undefined at the end.
   *
   * @throws InvalidDaemonData for one that is too long; ConnectionError.
   */
  async next(): Promise<EventSourceMessage | undefined> {
    while (this.#events.length === 0) {
      const piece = await this.#body.read()
      if (!piece) return undefined
      this.#parser.feed(this.#decoder.decode(piece, { stream: true }))
      if (this.#isTooLong) throw new InvalidDaemonData('an event is too long')
    }
    return this.#events.shift()
  }
}
