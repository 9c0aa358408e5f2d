/**
 * Ten clients of one service at once, each calling whatever comes to its mind: no answer is wrong, nothing
 * that was answered is lost, neither then nor when the service is started again.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { count, seed } from '../support/counts.ts'
import { CallError } from '../support/http.ts'
import type { Result } from '../support/monerod.ts'
import { startOurWalletRpc, type OurWalletRpc } from '../support/nightjar.ts'
import { seededBelow } from '../support/seeded.ts'
import { servedNode, type ServedNode } from '../support/served-node.ts'

const clients = 10
/** Of each client; more of them until so much time has gone by. */
const rounds = 12
const proofMs = count(0, 300_000)
const coin = 1_000_000_000_000n

let node: ServedNode
let service: OurWalletRpc
let address: string
let mined: bigint

beforeAll(async () => {
  node = await servedNode()
  service = await start()
  await call('create_wallet', { filename: 'shared', password: 'p', language: 'English' })
  address = (await call('get_address')).address
  await node.mine(40, address)
  await node.mine(60)
  await call('refresh')
  mined = (await call('get_balance')).balance
  expect(mined).toBeGreaterThan(0n)
})
afterAll(async () => {
  await service?.program.stop()
  await node?.stop()
})

const start = (walletDir?: string) =>
  startOurWalletRpc({
    ...{ daemon: node.address, flags: ['--no-initial-sync', '--trusted-daemon'] },
    ...(walletDir !== undefined && { walletDir }),
  })

const call = (method: string, params: object = {}) => service.call(method, params)

/** What the service answered, and has to know from then on. */
const told = {
  /** By index in account 0. */
  labels: new Map<bigint, string>(),
  /** By index. */
  book: new Map<bigint, string>(),
  attributes: new Map<string, string>(),
  notes: new Map<string, string>(),
  /** Fees by id. */
  sent: new Map<string, bigint>(),
}

const feesTold = () => [...told.sent.values()].reduce((sum, fee) => sum + fee, 0n)

/** One of ten: what it has seen can only grow. */
type Client = { name: string; number: number; height: bigint; below: (bound: number) => number }

type Action = (client: Client, round: number) => Promise<void>

const actions: Record<string, Action> = {
  async 'keeps an attribute'({ name }, round) {
    const [key, value] = [`key of ${name}`, `${name}, ${round}`]
    await call('set_attribute', { key, value })
    told.attributes.set(key, value)
    expect(await call('get_attribute', { key })).toEqual({ value })
  },
  async 'makes an address'({ name }, round) {
    const label = `${name}, ${round}`
    const made = await call('create_address', { account_index: 0, label })
    expect(told.labels.has(made.address_index)).toBe(false)
    told.labels.set(made.address_index, label)
    expect(await call('get_address_index', { address: made.address })).toEqual({
      index: { major: 0n, minor: made.address_index },
    })
  },
  async 'writes in the address book'({ name }, round) {
    const description = `${name}, ${round}`
    const { index } = await call('add_address_book', { address, description })
    expect(told.book.has(index)).toBe(false)
    told.book.set(index, description)
  },
  async 'notes something'({ name, number }, round) {
    const txid = `${number}`.padStart(64, '0')
    const note = `${name}, ${round}`
    await call('set_tx_notes', { txids: [txid], notes: [note] })
    told.notes.set(txid, note)
    expect(await call('get_tx_notes', { txids: [txid] })).toEqual({ notes: [note] })
  },
  async pays({ below }) {
    const amount = coin / BigInt(10 + below(1000))
    try {
      const sent = await call('transfer', { destinations: [{ address, amount }] })
      expect(sent.amount).toBe(amount)
      expect(told.sent.has(sent.tx_hash)).toBe(false)
      told.sent.set(sent.tx_hash, sent.fee)
      const { transfer } = await call('get_transfer_by_txid', { txid: sent.tx_hash })
      expect(transfer.fee).toBe(sent.fee)
    } catch (error) {
      // What is not on its way for the others is too little.
      if (!(error instanceof CallError) || ![-16, -37].includes(error.code)) throw error
    }
  },
  async 'looks at the balance'() {
    const before = feesTold()
    const { balance, unlocked_balance, per_subaddress } = await call('get_balance')
    const sum = per_subaddress.reduce((all: bigint, each: Result) => all + each.balance, 0n)
    expect(sum).toBe(balance)
    expect(unlocked_balance).toBeLessThanOrEqual(balance)
    expect(balance).toBeLessThanOrEqual(mined - before)
    // Some payments are on their way, and their fees not told yet.
    expect(balance).toBeGreaterThan(mined - feesTold() - coin)
  },
  async 'lists transfers'() {
    const kinds = { in: true, out: true, pending: true, pool: true, failed: true }
    const { out = [], pending = [], failed = [] } = await call('get_transfers', kinds)
    const ids = [...out, ...pending].map(({ txid }: Result) => txid)
    expect(new Set(ids).size).toBe(ids.length)
    expect(failed).toEqual([])
  },
  async refreshes(client) {
    await call('refresh')
    const { height } = await call('get_height')
    expect(height).toBeGreaterThanOrEqual(client.height)
    client.height = height
  },
  async mines({ number, below }) {
    if (number % 3 === 0) await node.mine(1 + below(3))
  },
  async stores() {
    await call('store')
  },
  async 'asks for what there is none of'() {
    await expect(call('no_such_method')).rejects.toMatchObject({ code: -32601 })
    await expect(call('get_address', { account_index: 7 })).rejects.toMatchObject({ code: -14 })
  },
  async 'asks for the version'() {
    expect(await call('get_version')).toMatchObject({ release: true })
    const { uri } = await call('make_uri', { address, amount: coin })
    expect((await call('parse_uri', { uri })).uri).toMatchObject({ address, amount: coin })
  },
}

async function spendTime(client: Client) {
  const names = Object.keys(actions)
  const end = Date.now() + proofMs
  for (let round = 0; round < rounds || Date.now() < end; round++) {
    const name = names[client.below(names.length)]!
    await actions[name]!(client, round).catch((error: unknown) => {
      throw new Error(`${client.name}, round ${round}, ${name}`, { cause: error })
    })
  }
}

/** All of it, to the last word. */
async function expectKept() {
  const { addresses } = await call('get_address')
  for (const [index, label] of told.labels)
    expect(addresses.find((each: Result) => each.address_index === index).label).toBe(label)
  expect(addresses).toHaveLength(told.labels.size + 1)
  const { entries = [] } = await call('get_address_book')
  expect(entries).toHaveLength(told.book.size)
  for (const { index, description } of entries) expect(description).toBe(told.book.get(index))
  for (const [key, value] of told.attributes)
    expect(await call('get_attribute', { key })).toEqual({ value })
  for (const [txid, note] of told.notes)
    expect(await call('get_tx_notes', { txids: [txid] })).toEqual({ notes: [note] })
  const { out = [] } = await call('get_transfers', { out: true })
  const fees = new Map<string, bigint>(out.map(({ txid, fee }: Result) => [txid, fee]))
  expect(fees).toEqual(told.sent)
  expect((await call('get_balance')).balance).toBe(mined - feesTold())
}

describe('ten clients at once', () => {
  test('get no wrong answer, and lose nothing', async () => {
    const all = Array.from({ length: clients }, (_, number) => ({
      ...{ name: `client ${number}`, number, height: 0n, below: seededBelow(seed() + number) },
    }))
    await Promise.all(all.map(spendTime))
    // Each of them at least once, whatever chance had in mind.
    for (const [at, action] of Object.values(actions).entries())
      await action(all[at % clients]!, -1)
    await node.mine(1)
    await call('refresh')
    await expectKept()
  }, 900_000)

  test('find all of it when the service is started again', async () => {
    const { walletDir } = service
    expect(await service.program.stop()).toBe(0)
    service = await start(walletDir)
    await call('open_wallet', { filename: 'shared', password: 'p' })
    await expectKept()
  })
})
