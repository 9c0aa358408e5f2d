import type { ServerResponse } from 'node:http'
import { Writable } from 'node:stream'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { streamEvents } from '../../../server/wallet-rpc/event-stream.ts'
import { nextNumber } from '../../../worker/engine/store/history.ts'
import type { ReceivedRecord } from '../../../worker/engine/store/records.ts'
import type { Wallet } from '../../../worker/engine/wallet.ts'
import { Wallets } from '../../../server/wallet-rpc/wallets.ts'
import { MemoryFiles } from '../../support/storage/memory-files.ts'
import { testService } from '../../support/wallets/test-wallet.ts'

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
      streamEvents(service, listener as unknown as ServerResponse, lastId, () =>
        wallets.isIn(service, wallet),
      ),
    )
    return { listener, ended }
  }
  return { main, wallets, listen }
}

/** More than a MiB. */
const many = 4_000

/** Payments in a block that the wallet has not seen. */
async function receive({ store, events }: Wallet, payments: number): Promise<void> {
  await store.commit((change) => {
    for (let at = 0; at < payments; at++) {
      const txid = `${at}`.padStart(64, '0')
      const found = nextNumber(change, store, 1_800_000_000n)
      change.put<ReceivedRecord>(store.received, `${txid}:0:0`, {
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
  test('brings all that is written in one turn, however much', async () => {
    const { main, listen } = await scene()
    const { listener } = listen(undefined)
    await receive(main.wallet!, many)
    await vi.waitFor(() => expect(listener.writableLength).toBe(0), 4_000)
    expect(listener.of('confirmed')).toHaveLength(many)
    expect(listener.destroyed).toBe(false)
    listener.destroy()
  })

  test('ends at a beat for who reads nothing', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { main, listen } = await scene()
    const { listener, ended } = listen(undefined, false)
    await receive(main.wallet!, many)
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

  test('has an id from its beginning on, from which who comes back hears all', async () => {
    const { main, listen } = await scene()
    const first = listen(undefined).listener
    await vi.waitFor(() => expect(first.ids()).toHaveLength(1))
    first.destroy()
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
    for (const one of [listener, rest]) one.destroy()
  })

  test('goes on where it left a wallet that opens again, whichever was open meanwhile', async () => {
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
    listener.destroy()
  })
})
