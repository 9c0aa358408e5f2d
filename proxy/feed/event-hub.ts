/**
 * Server-Sent Events for any number of clients: each event is written once.
 *
 * @module
 */
import { reply } from '../replies.ts'
import {
  eventText,
  heartbeat,
  heartbeatMs,
  mostUnread,
  streamHeaders,
  streamStart,
  type SentEvent,
} from '../server-sent-events.ts'

type Client = ReadableStreamDefaultController<Uint8Array>

type HubEvent = Pick<SentEvent, 'name' | 'data'>

export class EventHub {
  readonly #greeting: () => readonly HubEvent[]
  readonly #clients = new Set<Client>()
  #heartbeat: ReturnType<typeof setInterval> | undefined

  /** @param greeting - The first events of a connection. */
  constructor(greeting: () => readonly HubEvent[]) {
    this.#greeting = greeting
  }

  /** Number of clients. */
  get count(): number {
    return this.#clients.size
  }

  /** Answers with all events until the client disconnects. */
  answer(): Response {
    let own: Client
    const body = new ReadableStream<Uint8Array>(
      {
        start: (client) => {
          own = client
          client.enqueue(encode(streamStart))
          for (const event of this.#greeting()) client.enqueue(encode(eventText(event)))
          this.#clients.add(client)
          this.#heartbeat ??= setInterval(() => this.#write(encode(heartbeat)), heartbeatMs)
        },
        cancel: () => this.#leave(own),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: mostUnread }),
    )
    return reply(200, 'text/event-stream', body, streamHeaders)
  }

  send(event: HubEvent): void {
    if (this.#clients.size > 0) this.#write(encode(eventText(event)))
  }

  /** Ends all connections. */
  close(): void {
    for (const client of this.#clients) {
      this.#leave(client)
      client.close()
    }
  }

  #write(bytes: Uint8Array) {
    for (const client of this.#clients) {
      if (client.desiredSize! >= bytes.length) {
        client.enqueue(bytes)
        continue
      }
      this.#leave(client)
      client.error(new Error('the client does not read its events'))
    }
  }

  #leave(client: Client) {
    this.#clients.delete(client)
    if (this.#clients.size > 0) return
    clearInterval(this.#heartbeat)
    this.#heartbeat = undefined
  }
}

const encoder = new TextEncoder()
const encode = (text: string) => encoder.encode(text)
