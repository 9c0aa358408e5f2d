/**
 * `/events` and `/wallets/NAME`: two wallets of one service on a real chain, told of what happens to them.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../support/programs/test.ts'
import { jsonRpc } from '../support/network/http-client.ts'
import { startMonerod, type Monerod, type Result } from '../support/programs/monerod.ts'
import { startOurWalletRpc, type OurWalletRpc } from '../support/programs/nightjar.ts'
import { temporaryFolder } from '../support/storage/temporary-folder.ts'
import { poll } from '../support/programs/process.ts'

/** `id`: of the place to go on from. */
type Event = { id?: string; name: string; data: Result }

/** What was told since it listens. */
type Listener = {
  events: Event[]
  /** Of what happened. */
  ids: () => string[]
  stop: () => void
}

let monerod: Monerod
let service: OurWalletRpc

beforeAll(async () => {
  monerod = await startMonerod()
  service = await start()
  for (const name of ['a', 'b'])
    await call(name, 'create_wallet', { language: 'English', password: name })
})

/** Writes its argument down. */
const notes = join(temporaryFolder('notify'), 'notes')
const notify = join(temporaryFolder('notify'), 'notify')
writeFileSync(notify, `#!/bin/sh\necho "$1" >> ${notes}\n`, { mode: 0o700 })

const start = (walletDir?: string) =>
  startOurWalletRpc({
    daemon: monerod.address,
    flags: ['--no-auto-refresh', '--tx-notify', `${notify} %s`],
    ...(walletDir !== undefined && { walletDir }),
  })

const call = (wallet: string, method: string, params: object = {}) =>
  jsonRpc(`${service.url}/wallets/${wallet}/json_rpc`, method, params)

const addressOf = async (wallet: string): Promise<string> =>
  (await call(wallet, 'get_address')).address

/** Listens to a wallet's events. */
async function listen(wallet: string, lastId?: string): Promise<Listener> {
  const events: Event[] = []
  const headers = lastId === undefined ? {} : { 'Last-Event-ID': lastId }
  const sent = request(`${service.url}/wallets/${wallet}/events`, { headers })
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve).on('error', reject).end()
  })

  expect(response.headers['content-type']).toBe('text/event-stream')
  let text = ''
  response.setEncoding('utf8').on('data', (piece: string) => {
    const blocks = (text + piece).split('\n\n')
    text = blocks.pop()!
    for (const block of blocks) if (block.includes('event: ')) events.push(eventOf(block))
  })

  response.on('error', () => undefined)
  const ids = () => events.flatMap(({ data }) => data.id ?? [])
  await poll(async () => events.some(({ name }) => name === 'wallet'))
  return { events, ids, stop: () => void sent.destroy() }
}

function eventOf(block: string): Event {
  const fields = block.split('\n').map((line) => /^(\w+): (.*)$/.exec(line)!.slice(1))
  const { id, event, data } = Object.fromEntries(fields)
  return { ...(id !== undefined && { id }), name: event, data: JSON.parse(data) }
}

/** Until the wallet's height has been told. */
async function refresh(wallet: string, listener: Listener) {
  await call(wallet, 'refresh')
  const height = Number((await call(wallet, 'get_height')).height)
  await poll(async () =>
    listener.events.some(({ name, data }) => name === 'progress' && data.height === height),
  )
}

/** Events that tell what happened, each with its place. */
const happenings = ({ events }: Listener) =>
  events.filter(({ data }) => data.id !== undefined) as Required<Event>[]

/** What is told after an event, and stands: not what was told of a block that was replaced. */
function after(listener: Listener, event: Event): string[] {
  const events = happenings(listener)
  const from = events.indexOf(event as Required<Event>)
  const replaced = events.findLast(({ name }) => name === 'reorganised')!
  const [at, { height }] = [events.indexOf(replaced), replaced.data]
  const stands = ({ data }: Event, place: number) =>
    place >= at || Number.parseInt(data.id) < height
  return events
    .filter((each, place) => place > from && stands(each, place))
    .map(({ data }) => data.id)
}

const of = ({ events }: Listener, name: string) =>
  events.filter((event) => event.name === name).map(({ data }) => data)

describe('events', () => {
  let a: Listener
  let b: Listener

  beforeAll(async () => {
    ;[a, b] = [await listen('a'), await listen('b')]
  })

  test('name the open wallet', () => {
    const id = expect.stringMatching(/^[0-9a-f]{8}-1-0-\d+$/)
    expect(a.events[0]).toEqual({ id, name: 'wallet', data: { open: true, name: 'a' } })
  })

  test('a reward is confirmed at once and unlocked sixty blocks later', async () => {
    await monerod.mine(2, await addressOf('a'))
    await monerod.mine(57)
    await refresh('a', a)
    const [first, second] = of(a, 'confirmed')
    expect([first.height, second.height]).toEqual([1, 2])
    expect(first).toMatchObject({ type: 'block', subaddr_index: { major: 0, minor: 0 } })
    const { transfers } = await call('a', 'incoming_transfers', { transfer_type: 'all' })
    expect(transfers.map(({ amount }: Result) => Number(amount))).toContain(first.amount)
    expect(of(a, 'unlocked')).toEqual([])
    await monerod.mine(1)
    await refresh('a', a)
    const { id: _, ...movement } = first
    expect(of(a, 'unlocked')).toEqual([expect.objectContaining(movement)])
    await monerod.mine(1)
    await refresh('a', a)
    expect(of(a, 'unlocked').map(({ txid }) => txid)).toEqual([first.txid, second.txid])
  })

  test('a payment is received in the pool, confirmed in a block, and unlocked ten blocks later', async () => {
    // As many others as a ring has members.
    await monerod.mine(20)
    for (const [name, listener] of [
      ['a', a],
      ['b', b],
    ] as const)
      await refresh(name, listener)
    const destinations = [{ amount: 5_000_000_000n, address: await addressOf('b') }]
    const { tx_hash: txid } = await call('a', 'transfer', { destinations })
    await call('b', 'refresh')
    await poll(async () => of(b, 'received').length > 0)
    const received = { txid, type: 'in', amount: 5_000_000_000 }
    expect(of(b, 'received')).toEqual([expect.objectContaining({ ...received, height: 0 })])
    const height = (await monerod.mine(1)) - 1
    await refresh('a', a)
    await refresh('b', b)
    expect(of(b, 'confirmed')).toEqual([expect.objectContaining({ ...received, height })])
    const sent = of(a, 'confirmed').filter((data) => data.txid === txid)
    expect(sent.map(({ type }) => type).sort()).toEqual(['out'])
    expect(sent[0]).toMatchObject({ amount: 5_000_000_000, height })
    await monerod.mine(8)
    await refresh('b', b)
    expect(of(b, 'unlocked')).toEqual([])
    await monerod.mine(1)
    await refresh('b', b)
    expect(of(b, 'unlocked')).toEqual([expect.objectContaining({ ...received, height })])
    expect(of(b, 'received')).toHaveLength(1)
  })

  test('replaced blocks are reported, followed by the events of the new blocks', async () => {
    const height = Number((await monerod.call('get_info')).height)
    const nblocks = 11
    await monerod.post('/pop_blocks', { nblocks })
    await poll(async () => (await monerod.get('/get_transaction_pool')).transactions?.length === 1)
    await monerod.mine(12)
    await refresh('b', b)
    const split = height - nblocks
    const id = expect.stringMatching(new RegExp(`^${split}/reorganised/`))
    expect(of(b, 'reorganised')).toEqual([{ id, height: split, detached: nblocks }])
    expect(of(b, 'confirmed').slice(1)).toEqual([expect.objectContaining({ height: split })])
    expect(of(b, 'unlocked').slice(1)).toEqual([expect.objectContaining({ height: split })])
  })

  test('the command of --tx-notify was run in the pool and for each block', async () => {
    const { txid } = of(b, 'received')[0]
    const times = () =>
      readFileSync(notes, 'utf8')
        .split('\n')
        .filter((line) => line === txid).length
    // For the payee in the pool and in two blocks; for the payer, who looked at the first alone, with its change.
    await poll(async () => times() >= 4)
    expect(times()).toBe(4)
  })

  test('a client that reconnects receives all missed events, also of the pool and of replaced blocks', async () => {
    const names = ['received', 'confirmed', 'unlocked', 'reorganised', 'confirmed', 'unlocked']
    expect(happenings(b).map(({ name }) => name)).toEqual(names)
    for (const event of happenings(b)) {
      const again = await listen('b', event.id)
      const rest = after(b, event)
      await poll(async () => again.ids().length >= rest.length)
      expect(again.ids()).toEqual(rest)
      again.stop()
    }
  })

  test('an event id returns all later events, also after a restart of the service', async () => {
    await refresh('a', a)
    const events = { a: happenings(a), b: happenings(b) }
    expect(events.a.map(({ name }) => name)).toEqual([
      'confirmed',
      'confirmed',
      'unlocked',
      'unlocked',
      'confirmed',
      'reorganised',
      'confirmed',
    ])
    for (const one of [a, b]) one.stop()
    await service.program.stop()
    service = await start(service.walletDir)
    for (const [name, before] of [
      ['a', a],
      ['b', b],
    ] as const) {
      await call(name, 'open_wallet', { password: name })
      for (const event of events[name]) {
        const again = await listen(name, event.id)
        const rest = after(before, event)
        await poll(async () => again.ids().length >= rest.length)
        expect([...again.ids()].sort()).toEqual([...rest].sort())
        again.stop()
      }
      // As ids were once: all of the wallet.
      const all = await listen(name, '0/confirmed/')
      const stands = after(before, before.events[0]!)
      await poll(async () => all.ids().length >= stands.length)
      expect([...all.ids()].sort()).toEqual([...stands].sort())
      all.stop()
    }
    await call('b', 'close_wallet')
  })

  test('a wallet that opens during the stream is reported', async () => {
    const early = await listen('b')
    expect(early.events).toEqual([{ name: 'wallet', data: { open: false, name: '' } }])
    await call('b', 'open_wallet', { password: 'b' })
    await poll(async () => early.events.length === 2)
    expect(early.events[1]!.data).toEqual({ open: true, name: 'b' })
    await call('b', 'close_wallet')
    await poll(async () => early.events.length === 3)
    early.stop()
  })
})
