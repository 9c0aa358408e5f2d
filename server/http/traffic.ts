/**
 * Bounds what the clients of a program can hold: memory, by bytes in flight, and time, by the slowest rate at
 * which they may send and read.
 *
 * @module
 * @see monero contrib/epee/include/net/abstract_tcp_server2.inl TIMEOUT_EXTRA_MS_PER_BYTE
 */
import { createServer, type IncomingMessage, type ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import { large } from '#protocol/daemon/limits.ts'
import { networkOf, unmapped } from '../../proxy/client-address.ts'
import { ConnectionShares } from '../outgoing/connection-shares.ts'
import { BodyShares } from './body-shares.ts'
import { SlicedResponse } from './sliced-response.ts'

export type TrafficLimits = {
  /** Bytes of all requests and answers in memory. A body that several clients receive counts once. */
  mostBytes: number
  /** How long a client may send or read nothing; also until the head of a request is complete. */
  silenceMs: number
  /** Time that each byte of a request or an answer adds. */
  msPerByte: number
}

/** A client that sends or reads slower than 5 kB/s for half a minute is disconnected. */
export const trafficLimits: TrafficLimits = {
  // Requests of a daemon have 1 MiB at most, its answers seldom more than some MiB.
  mostBytes: 32 * 1024 * 1024,
  silenceMs: 30_000,
  msPerByte: 0.2,
}

/** Requests of one connection that may wait for their turn. Clients that pipeline more are disconnected. */
const mostPipelined = 16

/** Requests with long bodies, of all clients, that are read and answered at once. The others stay in the system. */
const mostLong = 8
const longBytes = 64 * 1024
/** A long request that is slower than 50 kB/s for five seconds ends while others wait for its place. */
const whileOthersWait = { silenceMs: 5_000, msPerByte: 0.02 }

const checkEveryMs = 1000

/** A request in progress, until its answer is sent. */
type Exchange = {
  /** Position in the list of all exchanges. */
  at: number
  /** Number of exchanges before it. */
  number: number
  /** Of the client. */
  address: string
  request: IncomingMessage
  response: SlicedResponse
  /** Bytes of the request's body, as announced. */
  announced: number
  /** Bytes counted in the sum, apart from `body`. */
  counted: number
  /** The body of the answer, which other exchanges may send too. */
  body: ArrayBufferLike | undefined
  startedMs: number
  bytesReadBefore: number
  /** When the system took the last bytes. */
  sent: Taken
  /** When the client had last read all that was written. */
  caughtUp: Taken
}

/** Bytes of a connection that the system had taken at a time. */
type Taken = { bytes: number; atMs: number }

type Answer = (request: IncomingMessage, response: SlicedResponse) => void | Promise<void>

/** The requests of a connection: one in progress, and those that wait until it is answered. */
type Line = { isBusy: boolean; waiting: (() => void)[] }

/** The traffic of all ports of a program. */
export class Traffic {
  readonly #limits: TrafficLimits
  /**
   * In any order. Not a set: with many additions and removals V8 replaces the table of a set again and again, and each
   * old table refers to the next one. Tables in old space then hold all requests until a full collection.
   */
  readonly #exchanges: Exchange[] = []
  #started = 0
  readonly #lines = new WeakMap<Socket, Line>()
  readonly #longShares = new ConnectionShares(mostLong)
  readonly #bodies = new BodyShares()
  /** Without `#bodies`. */
  #bytes = 0
  #timer: NodeJS.Timeout | undefined

  constructor(limits: TrafficLimits = trafficLimits) {
    this.#limits = limits
  }

  /** Bytes of requests and answers in memory. */
  get bytes(): number {
    return this.#bytes + this.#bodies.bytes
  }

  /** A server that handles all requests by `answer`, within the limits. */
  server(answer: Answer, options: ServerOptions = {}) {
    const server = createServer({ ...options, ServerResponse: SlicedResponse })
    server.headersTimeout = this.#limits.silenceMs
    // Long bodies have no limit of time, only one of rate.
    server.requestTimeout = 0
    server.timeout = this.#limits.silenceMs
    server.on('timeout', (socket) => this.#onSilence(socket))
    server.on('request', (request, response) => this.#inTurn(request, response, answer))
    return server
  }

  /** One request of a connection at a time: a client that does not read its answers gets no more of them. */
  #inTurn(request: IncomingMessage, response: SlicedResponse, answer: Answer) {
    const { socket } = request
    // Node parses the rest of a piece although its connection is closed.
    if (socket.destroyed) return
    const line = this.#lineOf(socket)
    response.once('close', () => {
      const next = line.waiting.shift()
      if (next) next()
      else line.isBusy = false
    })
    if (!line.isBusy) {
      line.isBusy = true
      void this.#start(request, response, answer)
    } else if (line.waiting.length < mostPipelined)
      line.waiting.push(() => void this.#start(request, response, answer))
    else socket.destroy()
  }

  #lineOf(socket: Socket): Line {
    const known = this.#lines.get(socket)
    if (known) return known
    const line: Line = { isBusy: false, waiting: [] }
    this.#lines.set(socket, line)
    return line
  }

  async #start(request: IncomingMessage, response: SlicedResponse, answer: Answer) {
    const announced = announcedBytes(request)
    if (announced < longBytes) return this.#run(request, response, answer, announced)
    const release = await this.#longShares.take(clientAt(request.socket.remoteAddress ?? ''))
    try {
      const closed = new Promise((resolve) => response.once('close', resolve))
      await Promise.race([closed, this.#run(request, response, answer, announced)])
    } finally {
      release()
    }
  }

  async #run(
    request: IncomingMessage,
    response: SlicedResponse,
    answer: Answer,
    announced: number,
  ) {
    const { socket } = request
    if (socket.destroyed) return
    const now = performance.now()
    const exchange: Exchange = {
      at: this.#exchanges.length,
      number: this.#started++,
      address: socket.remoteAddress ?? '',
      request,
      response,
      announced,
      counted: 0,
      body: undefined,
      startedMs: now,
      bytesReadBefore: socket.bytesRead,
      sent: takenOf(socket, now),
      caughtUp: takenOf(socket, now),
    }
    this.#exchanges.push(exchange)
    response.once('close', () => this.#end(exchange))
    this.#timer ??= setInterval(() => this.#check(), checkEveryMs).unref()
    this.#count(exchange)
    if (!this.#makeRoom(exchange)) return refuse(response)
    await answer(request, response)
    if (!this.#isOpen(exchange)) return
    this.#count(exchange)
    this.#makeRoom()
  }

  #isOpen(exchange: Exchange): boolean {
    return this.#exchanges[exchange.at] === exchange
  }

  #end(exchange: Exchange) {
    if (!this.#isOpen(exchange)) return
    const last = this.#exchanges.pop()!
    if (last !== exchange) {
      last.at = exchange.at
      this.#exchanges[last.at] = last
    }
    this.#bytes -= exchange.counted
    this.#bodies.remove(exchange.body)
  }

  #count(exchange: Exchange) {
    const { announced, response, body } = exchange
    const bytes = announced + response.ownBytes
    this.#bytes += bytes - exchange.counted
    exchange.counted = bytes
    // Added before the other is removed: they are often the same.
    exchange.body = response.bodyBuffer
    this.#bodies.add(exchange.body)
    this.#bodies.remove(body)
  }

  /** Bytes that an exchange answers for. */
  #heldBy({ counted, body }: Exchange): number {
    return counted + this.#bodies.shareOf(body)
  }

  /**
   * Disconnects the clients with the most bytes until the sum is within the limit.
   *
   * @returns Whether `newest` may proceed. It may not if it would be the one to disconnect.
   */
  #makeRoom(newest?: Exchange): boolean {
    // A single request or answer is always possible.
    while (this.bytes > this.#limits.mostBytes && this.#exchanges.length > 1) {
      const largest = this.#largest()
      if (largest === newest) return false
      this.#drop(largest)
    }
    return true
  }

  /** The largest exchange of the client that holds the most. There must be one. */
  #largest(): Exchange {
    const byClient = new Map<string, number>()
    for (const exchange of this.#exchanges) {
      const client = clientAt(exchange.address)
      byClient.set(client, (byClient.get(client) ?? 0) + this.#heldBy(exchange))
    }
    const most = Math.max(...byClient.values())
    return this.#exchanges
      .filter(({ address }) => byClient.get(clientAt(address)) === most)
      .reduce((one, other) => {
        const isLarger = this.#heldBy(other) - this.#heldBy(one) || other.number - one.number
        return isLarger > 0 ? other : one
      })
  }

  #drop(exchange: Exchange) {
    this.#end(exchange)
    exchange.request.socket.destroy()
  }

  /** Counts what waits, and disconnects clients below the slowest rate. */
  #check() {
    // Not at the end of each request: most programs have one at nearly all times.
    if (this.#exchanges.length === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
      return
    }
    const now = performance.now()
    for (const exchange of [...this.#exchanges]) {
      this.#count(exchange)
      if (this.#isTooSlow(exchange, now)) this.#drop(exchange)
    }
    this.#makeRoom()
  }

  #isTooSlow(exchange: Exchange, now: number): boolean {
    const { request, response, startedMs, bytesReadBefore, sent } = exchange
    const { socket } = request
    const isHeld = exchange.announced >= longBytes && this.#longShares.isContended
    const { silenceMs, msPerByte } = isHeld ? whileOthersWait : this.#limits
    const isLate = (sinceMs: number, bytes: number) => now - sinceMs > silenceMs + msPerByte * bytes
    if (!request.complete && isLate(startedMs, socket.bytesRead - bytesReadBefore)) return true
    const taken = takenOf(socket, now)
    const waiting = response.writableLength
    if (waiting === 0) exchange.caughtUp = taken
    if (waiting === 0 || taken.bytes > sent.bytes) exchange.sent = taken
    const { sent: last, caughtUp } = exchange
    const sinceThen = taken.bytes - caughtUp.bytes + waiting
    return waiting > 0 && (isLate(last.atMs, waiting) || isLate(caughtUp.atMs, sinceThen))
  }

  /** Neither end sent a byte. A client that waits for its answer stays connected. */
  #onSilence(socket: Socket) {
    for (const { request, response } of this.#exchanges)
      if (request.socket === socket && request.complete && response.writableLength === 0) return
    socket.destroy()
  }
}

/** A piece counts when the system has taken all of it. */
const takenOf = ({ bytesWritten, writableLength }: Socket, atMs: number): Taken => ({
  bytes: bytesWritten - writableLength,
  atMs,
})

const clientAt = (address: string) => networkOf(unmapped(address))

/** A body without a length counts as the longest that is read. */
function announcedBytes({ headers }: IncomingMessage): number {
  const length = headers['content-length']
  return length === undefined ? (headers['transfer-encoding'] ? large : 0) : Number(length)
}

function refuse(response: SlicedResponse) {
  const body = 'Too many bytes of requests and answers wait: expected fewer, try again later\n'
  const headers = { 'content-type': 'text/plain', 'retry-after': '10', connection: 'close' }
  response.writeHead(503, { ...headers, 'content-length': body.length }).end(body)
}
