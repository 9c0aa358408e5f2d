import type { ServerResponse } from 'node:http'
import { Writable } from 'node:stream'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { streamEvents } from '../../../worker/hosts/event-stream.ts'
import { Wallets } from '../../../worker/hosts/wallets.ts'
import { MemoryFiles } from '../../support/memory-files.ts'
import { testService } from '../../support/wallet.ts'

afterEach(() => vi.useRealTimers())

/** What is written to a listener, who reads between turns, or never. */
class Listener extends Writable {
  text = ''
  readonly #reads: boolean

  constructor(reads: boolean) {
    super()
    this.#reads = reads
  }

  writeHead() {}

  override _write(piece: Buffer, _: string, done: () => void) {
    this.text += piece.toString()
    if (this.#reads) setImmediate(done)
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
  const listen = (wallet: string | undefined, reads = true) => {
    const listener = new Listener(reads)
    const ended = wallets.use(wallet, (service) =>
      streamEvents(service, listener as unknown as ServerResponse, undefined, () =>
        wallets.isIn(service, wallet),
      ),
    )
    return { listener, ended }
  }
  return { main, wallets, listen }
}

/** Some two MiB. */
const many = 20_000

describe('a stream of events', () => {
  test('brings all that is written in one turn, however much', async () => {
    const { main, listen } = await scene()
    const { listener } = listen(undefined)
    for (let detached = 1; detached <= many; detached++)
      main.wallet!.events.emit('reorganised', { height: 1n, detached })
    await vi.waitFor(() => expect(listener.writableLength).toBe(0), 4_000)
    expect(listener.of('reorganised')).toHaveLength(many)
    expect(listener.destroyed).toBe(false)
    listener.destroy()
  })

  test('ends at a beat for who reads nothing', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { main, listen } = await scene()
    const { listener, ended } = listen(undefined, false)
    for (let detached = 1; detached <= many; detached++)
      main.wallet!.events.emit('reorganised', { height: 1n, detached })
    vi.advanceTimersByTime(15_000)
    await ended
    expect(listener.destroyed).toBe(true)
  })

  test('without a name goes on with the wallet that takes the place of another', async () => {
    const { wallets, listen } = await scene()
    const { listener } = listen(undefined)
    await wallets.call('open_wallet', { filename: 'b' })
    await vi.waitFor(() => expect(listener.of('wallet')).toHaveLength(2))
    expect(listener.of('wallet')[1]).toEqual({ open: true, name: 'b' })
    listener.destroy()
  })

  test('of a name ends when another wallet takes its place, and tells nothing of that', async () => {
    const { wallets, listen } = await scene()
    const { listener, ended } = listen('a')
    await wallets.call('open_wallet', { filename: 'b' })
    await ended
    expect(listener.of('wallet')).toEqual([
      { open: true, name: 'a' },
      { open: false, name: '' },
    ])
  })

  test('of a name ends at a beat where its wallet was opened elsewhere', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { wallets, listen } = await scene()
    const { listener, ended } = listen('b')
    await wallets.call('open_wallet', { filename: 'b' })
    vi.advanceTimersByTime(15_000)
    await ended
    expect(listener.of('wallet')).toEqual([{ open: false, name: '' }])
  })

  test('of a name stays while its own wallet closes and opens', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { wallets, listen } = await scene()
    const { listener } = listen('b')
    await wallets.call('open_wallet', {}, 'b')
    await wallets.call('close_wallet', {}, 'b')
    vi.advanceTimersByTime(15_000)
    await wallets.call('open_wallet', {}, 'b')
    await vi.waitFor(() => expect(listener.of('wallet')).toHaveLength(4))
    expect(listener.of('wallet')[3]).toEqual({ open: true, name: 'b' })
    listener.destroy()
  })
})
