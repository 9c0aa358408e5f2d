import { connect } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { listen } from '../../../server/http/listener.ts'
import { walletApp } from '../../../server/wallet-rpc/app.ts'
import {
  eventStream,
  sendEvents,
  type Connection,
} from '../../../server/wallet-rpc/event-stream.ts'
import { nextNumber } from '../../../worker/engine/store/history.ts'
import type { Wallet } from '../../../worker/engine/wallet.ts'
import { Wallets } from '../../../server/wallet-rpc/wallets.ts'
import { MemoryFiles } from '../../support/storage/memory-files.ts'
import { testService } from '../../support/wallets/test-wallet.ts'

afterEach(() => vi.useRealTimers())

/** A client that reads between turns, or never. */
class Listener implements Connection {
  text = ''
  unread = 0
  isDropped = false
  readonly #reads: boolean
  readonly #closed: (() => void)[] = []

  constructor(reads: boolean) {
    this.#reads = reads
  }

  write = (piece: string) => {
    this.text += piece
    this.unread++
    return new Promise<void>((resolve) => {
      if (this.#reads) setImmediate(() => resolve(void this.unread--))
    })
  }

  drop = () => {
    this.isDropped = true
    this.close()
  }

  onClose = (listener: () => void) => void this.#closed.push(listener)

  close() {
    for (const listener of this.#closed) listener()
  }

  /** Of all its events, in order. */
  ids(): string[] {
    return [...this.text.matchAll(/^id: (.*)$/gm)].map(([, id]) => id!)
  }

  /** The data of its events of one name. */
  of(name: string): unknown[] {
    const found = this.text.matchAll(new RegExp(`^event: ${name}\\ndata: (.*)$`, 'gm'))
    return [...found].map(([, data]) => JSON.parse(data!) as unknown)
  }
}

/** Wallets `a` and `b` of one folder, the first open at `/json_rpc`. */
async function scene() {
  const files = new MemoryFiles()
  const services = await Promise.all([1, 2, 3, 4].map(() => testService({}, { files })))
  const main = services[0]!
  const wallets = new Wallets(main, () => services.pop()!)
  for (const filename of ['b', 'a'])
    await wallets.call('create_wallet', { filename, language: 'English' })
  const listen = (wallet: string | undefined, reads = true, lastId?: string) => {
    const listener = new Listener(reads)
    const ended = wallets.use(wallet, (service) =>
      sendEvents(service, listener, lastId, () => wallets.isIn(service, wallet)),
    )
    return { listener, ended }
  }
  return { main, wallets, listen }
}

/** More than a MiB. */
const many = 4_000

/** Payments in a block that the wallet has not seen. */
async function receive({ store, events }: Wallet, payments: number, round = 0): Promise<void> {
  await store.commit((change) => {
    for (let at = 0; at < payments; at++) {
      const txid = `${round * payments + at}`.padStart(64, '0')
      const found = nextNumber(change, store, 1_800_000_000n)
      change.put(store.received, `${txid}:0:0`, {
        txid,
        subaddress: { account: 0, address: 0 },
        amount: 5n,
        amounts: [5n],
        fee: 1n,
        paymentId: '',
        height: 10n ** 9n,
        timestamp: 0n,
        unlockTime: 0n,
        coinbase: false,
        found,
      })
    }
  })
  events.emit('changed', { what: 'transfers' })
}

describe('a stream of events', () => {
  test('delivers everything that one turn writes', async () => {
    const { main, listen } = await scene()
    const { listener } = listen(undefined)
    await receive(main.wallet!, many)
    await vi.waitFor(() => expect(listener.unread).toBe(0), 4_000)
    expect(listener.of('confirmed')).toHaveLength(many)
    expect(listener.isDropped).toBe(false)
    listener.close()
  })

  test('reports comparisons with other nodes', async () => {
    const { main, listen } = await scene()
    const { listener } = listen(undefined)
    const { events } = main.wallet!
    events.emit('comparison', { agreedHeight: 5n, uncompared: [] })
    events.emit('comparison', { disagreement: 'a and b disagree', uncompared: ['c is away'] })
    await vi.waitFor(() => expect(listener.of('comparison')).toHaveLength(2))
    expect(listener.of('comparison')).toEqual([
      { agreed_height: 5, uncompared: [] },
      { disagreement: 'a and b disagree', uncompared: ['c is away'] },
    ])
    listener.close()
  })

  test('a heartbeat drops a client that reads nothing', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { main, listen } = await scene()
    const { listener, ended } = listen(undefined, false)
    await receive(main.wallet!, many)
    vi.advanceTimersByTime(15_000)
    await ended
    expect(listener.isDropped).toBe(true)
  })

  test('without a name continues with the wallet that replaces another', async () => {
    const { wallets, listen } = await scene()
    const { listener } = listen(undefined)
    await wallets.call('open_wallet', { filename: 'b' })
    await vi.waitFor(() => expect(listener.of('wallet')).toHaveLength(2))
    expect(listener.of('wallet')[1]).toEqual({ open: true, name: 'b' })
    listener.close()
  })

  test('of a name ends when another wallet replaces it, without its events', async () => {
    const { wallets, listen } = await scene()
    const { listener, ended } = listen('a')
    await wallets.call('open_wallet', { filename: 'b' })
    await ended
    expect(listener.of('wallet')).toEqual([
      { open: true, name: 'a' },
      { open: false, name: '' },
    ])
  })

  test('of a name ends at a heartbeat when another service opened its wallet', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { wallets, listen } = await scene()
    const { listener, ended } = listen('b')
    await wallets.call('open_wallet', { filename: 'b' })
    vi.advanceTimersByTime(15_000)
    await ended
    expect(listener.of('wallet')).toEqual([{ open: false, name: '' }])
  })

  test('of a name continues while its wallet closes and opens', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { wallets, listen } = await scene()
    const { listener } = listen('b')
    await wallets.call('open_wallet', {}, 'b')
    await wallets.call('close_wallet', {}, 'b')
    vi.advanceTimersByTime(15_000)
    await wallets.call('open_wallet', {}, 'b')
    await vi.waitFor(() => expect(listener.of('wallet')).toHaveLength(4))
    expect(listener.of('wallet')[3]).toEqual({ open: true, name: 'b' })
    listener.close()
  })

  test('has an id from the beginning, from which a client can resume', async () => {
    const { main, listen } = await scene()
    const first = listen(undefined).listener
    await vi.waitFor(() => expect(first.ids()).toHaveLength(1))
    first.close()
    await receive(main.wallet!, 3)
    const { listener } = listen(undefined, true, first.ids()[0])
    await vi.waitFor(() => expect(listener.of('confirmed')).toHaveLength(3))
    const ids = listener.ids()
    expect(new Set(ids).size).toBe(4)
    expect(ids[0]).toBe(first.ids()[0])
    expect(listener.of('confirmed')[0]).toEqual({
      id: `1000000000/confirmed/${'0'.repeat(64)}/0/0`,
      txid: '0'.repeat(64),
      type: 'in',
      amount: 5,
      height: 1_000_000_000,
      subaddr_index: { major: 0, minor: 0 },
    })
    const rest = listen(undefined, true, ids[2]).listener
    await vi.waitFor(() => expect(rest.of('confirmed')).toEqual([listener.of('confirmed')[2]]))
    for (const one of [listener, rest]) one.close()
  })

  test('resumes at its cursor when a wallet opens again after another', async () => {
    const { main, wallets, listen } = await scene()
    const { listener } = listen(undefined)
    await wallets.call('open_wallet', { filename: 'b' })
    await wallets.call('close_wallet', {})
    await wallets.call('open_wallet', {}, 'a')
    await wallets.use('a', (service) => receive(service.wallet!, 2))
    await wallets.call('close_wallet', {}, 'a')
    expect(listener.of('confirmed')).toEqual([])
    await wallets.call('open_wallet', { filename: 'a' })
    await vi.waitFor(() => expect(listener.of('confirmed')).toHaveLength(2))
    expect(main.wallet!.name).toBe('a')
    listener.close()
  })
})

describe('over HTTP', () => {
  const closing: (() => Promise<void>)[] = []
  afterEach(() => Promise.all(closing.splice(0).map((close) => close())))

  /** The URL of a server of these wallets. */
  async function serve(wallets: Wallets): Promise<string> {
    const app = walletApp({
      access: { ip: '127.0.0.1', hosts: [], origins: [] },
      gate: undefined,
      call: (method, params, wallet) => wallets.call(method, params, wallet),
      limitOf: () => 0,
      turn: async () => {},
      events: (context, wallet) => eventStream(context, wallets, wallet, fail),
      document: () => ({}),
      report: fail,
    })
    const listener = await listen(app, '127.0.0.1', 0)
    closing.push(listener.close)
    return `http://${listener.address}`
  }
  const fail = (error: unknown) => {
    throw error
  }

  test('a stream begins with the open wallet and ends with the connection', async () => {
    const { wallets } = await scene()
    const url = await serve(wallets)
    const answer = await fetch(`${url}/events`)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!text.includes('event: wallet')) text += (await reader.read()).value
    expect(text).toMatch(
      /^retry: 3000\n\nid: \S+\nevent: wallet\ndata: {"open":true,"name":"a"}\n\n/,
    )
    await reader.cancel()
  })

  test('a heartbeat disconnects a client that reads nothing', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { main, wallets } = await scene()
    const { port } = new URL(await serve(wallets))
    const socket = connect(Number(port), '127.0.0.1')
    const ended = new Promise((resolve) => socket.once('close', resolve)).catch(() => {})
    socket.on('error', () => {})
    socket.pause()
    const watched = vi.spyOn(main, 'watch')
    socket.write('GET /events HTTP/1.1\r\nhost: localhost\r\n\r\n')
    await vi.waitFor(() => expect(watched).toHaveBeenCalled())
    // More than the buffers of both sockets.
    for (let at = 0; at < 12; at++) await receive(main.wallet!, many, at)
    vi.advanceTimersByTime(15_000)
    socket.resume()
    await ended
  })

  test('error: restricted mode refuses it', async () => {
    const { main, wallets } = await scene()
    Object.assign(main, { restricted: true })
    const answer = await fetch(`${await serve(wallets)}/events`)
    expect([answer.status, await answer.text()]).toEqual([
      403,
      'Command unavailable in restricted mode.\n',
    ])
  })
})
