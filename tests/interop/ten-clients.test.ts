/**
 * Ten clients of one service at once, each calling whatever comes to its mind: no answer is wrong, nothing
 * that was answered is lost, neither then nor when the service is started again.
 */
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../support/programs/test.ts'
import { count, seed } from '../support/random/case-counts.ts'
import { CallError, jsonRpc } from '../support/network/http-client.ts'
import type { Result } from '../support/programs/monerod.ts'
import { startOurWalletRpc, type OurWalletRpc } from '../support/programs/nightjar.ts'
import { seededBelow } from '../support/random/sfc32.ts'
import { servedNode, type ServedNode } from '../support/daemons/served-node.ts'
import { SharedValues } from '../support/wallet-comparison/concurrent-values.ts'

const clients = 10
/** Of each client; more of them until so much time has gone by. */
const rounds = 12
const proofMs = count(0, 300_000)
const coin = 1_000_000_000_000n

let node: ServedNode
let service: OurWalletRpc
let address: string
/** Of account 1, which is swept into account 0. */
let savings: string
/** Of outputs that clients freeze and thaw. */
let images: readonly string[]
/** What they are worth: no balance counts what is frozen. */
let freezable: bigint
/** Of the wallet that is open beside this one now and then. */
let otherAddress: string
let mined: bigint

beforeAll(async () => {
  node = await servedNode()
  service = await start()
  await call('create_wallet', { filename: 'shared', password: 'p', language: 'English' })
  address = (await call('get_address')).address
  for (const label of ['one', 'two', 'three']) await call('create_account', { label })
  savings = (await call('get_address', { account_index: 1 })).address
  answered.book.set((await call('add_address_book', { address, description: 'all' })).index, shared)
  await node.mine(40, address)
  await node.mine(60)
  await call('refresh')
  mined = (await call('get_balance')).balance
  expect(mined).toBeGreaterThan(0n)
  const { transfers } = await call('incoming_transfers', { transfer_type: 'all' })
  images = transfers.slice(0, 4).map((each: Result) => each.key_image)
  freezable = sumOf(transfers.slice(0, 4))
  await onOther('create_wallet', { password: 'o', language: 'English' })
  otherAddress = (await onOther('get_address')).address
  await onOther('close_wallet')
})

const start = (walletDir?: string) =>
  startOurWalletRpc({
    daemon: node.address,
    flags: ['--no-auto-refresh', '--trusted-daemon'],
    ...(walletDir !== undefined && { walletDir }),
  })

const call = (method: string, params: object = {}) => service.call(method, params)
const onOther = (method: string, params: object = {}): Promise<Result> =>
  jsonRpc(`${service.url}/wallets/other/json_rpc`, method, params)

/** What stands in a row that all of them write. */
const shared = Symbol('shared')

/** What all of them write, as it is now. */
const read = {
  book: async () =>
    (await call('get_address_book', { entries: [0] })).entries[0].description as string,
  attribute: async () => (await call('get_attribute', { key: 'all' })).value as string,
  note: async () => (await call('get_tx_notes', { txids: [noted] })).notes[0] as string,
  frozen: (key_image: string) => async () =>
    (await call('frozen', { key_image })).frozen as boolean,
  account: (index: number, field: 'label' | 'tag') => async () => {
    const { subaddress_accounts } = await call('get_accounts')
    expect(subaddress_accounts).toHaveLength(4)
    return subaddress_accounts[index][field] as string
  },
}
const message = 'for the rent of May'
const noted = 'f'.repeat(64)

/** What the service answered, and has to know from then on. */
const answered = {
  /** By index in account 0. */
  labels: new Map<bigint, string>(),
  /** By index. */
  book: new Map<bigint, string | typeof shared>(),
  attributes: new Map<string, string>(),
  notes: new Map<string, string>(),
  /** Fees by id. */
  sent: new Map<string, bigint>(),
  /** What several write, by its name. */
  shared: new SharedValues(),
}

const sumOf = (outputs: readonly Result[]): bigint =>
  outputs.reduce((sum, { amount }) => sum + amount, 0n)

const feesAnswered = () => [...answered.sent.values()].reduce((sum, fee) => sum + fee, 0n)

/** One of ten: what it has seen can only grow. */
type Client = { name: string; number: number; height: bigint; below: (bound: number) => number }

/** Remembers what was sent, which nothing else has sent. */
function keepSent({ tx_hash, fee }: Result) {
  expect(answered.sent.has(tx_hash)).toBe(false)
  answered.sent.set(tx_hash, fee)
}

/**
 * What a payment may answer while other clients' payments wait: the outputs it needs are locked or spent, or what is
 * unlocked does not pay for the fee.
 */
const refusals: { readonly [method: string]: readonly (readonly [code: number, text: string])[] } =
  {
    transfer: [
      [-37, 'not enough unlocked money'],
      [-16, 'tx not possible'],
    ],
    sweep_single: [
      [-37, 'not enough unlocked money'],
      [-1, 'No outputs found'],
    ],
    sweep_all: [
      [-37, 'not enough unlocked money'],
      [-4, 'No unlocked balance in the specified account'],
    ],
  }

const unlessLocked = (method: string, spend: () => Promise<void>) =>
  spend().catch((error: unknown) => {
    const isExpected =
      error instanceof CallError &&
      refusals[method]!.some(
        ([code, text]) => error.code === code && error.message === `${method}: ${text}`,
      )
    if (!isExpected) throw error
  })

/** An output may be worth less than its fee: nothing else is refused so. */
async function sweepOne({ key_image, amount }: Result) {
  try {
    keepSent(await call('sweep_single', { address, key_image }))
  } catch (error) {
    const isRefused = error instanceof CallError && /cannot pay for itself/.test(error.message)
    if (!isRefused || amount > coin / 100n) throw error
  }
}

type Action = (client: Client, round: number) => Promise<void>

const actions: Record<string, Action> = {
  async 'keeps an attribute'({ name }, round) {
    const [key, value] = [`key of ${name}`, `${name}, ${round}`]
    await call('set_attribute', { key, value })
    answered.attributes.set(key, value)
    expect(await call('get_attribute', { key })).toEqual({ value })
  },
  async 'makes an address'({ name }, round) {
    const label = `${name}, ${round}`
    const made = await call('create_address', { account_index: 0, label })
    expect(answered.labels.has(made.address_index)).toBe(false)
    answered.labels.set(made.address_index, label)
    expect(await call('get_address_index', { address: made.address })).toEqual({
      index: { major: 0n, minor: made.address_index },
    })
  },
  async 'writes in the address book'({ name }, round) {
    const description = `${name}, ${round}`
    const { index } = await call('add_address_book', { address, description })
    expect(answered.book.has(index)).toBe(false)
    answered.book.set(index, description)
  },
  async 'edits a shared row'({ name }, round) {
    const description = `${name}, ${round}`
    await answered.shared.write('book', description, () =>
      call('edit_address_book', { index: 0, set_description: true, description }),
    )
    await answered.shared.expectOne('book', read.book)
  },
  async 'writes a shared attribute and note'({ name }, round) {
    const value = `${name}, ${round}`
    await answered.shared.write('attribute', value, () =>
      call('set_attribute', { key: 'all', value }),
    )
    await answered.shared.expectOne('attribute', read.attribute)
    await answered.shared.write('note', value, () =>
      call('set_tx_notes', { txids: [noted], notes: [value] }),
    )
    await answered.shared.expectOne('note', read.note)
  },
  async 'tags an account'({ below }) {
    const [account, tag] = [1 + below(3), ['rent', 'food', 'fun'][below(3)]!]
    await answered.shared.write(`tag ${account}`, tag, () =>
      call('tag_accounts', { tag, accounts: [account] }),
    )
    const { account_tags } = await call('get_account_tags')
    const tagged = account_tags.flatMap((each: Result) => each.accounts as bigint[])
    expect(new Set(tagged).size).toBe(tagged.length)
  },
  async 'labels an account'({ name, below }, round) {
    const [account_index, label] = [1 + below(3), `${name}, ${round}`]
    await answered.shared.write(`label ${account_index}`, label, () =>
      call('label_account', { account_index, label }),
    )
  },
  async 'freezes or thaws'({ below }) {
    const [key_image, method] = [images[below(images.length)]!, ['freeze', 'thaw'][below(2)]!]
    await answered.shared.write(key_image, method === 'freeze', () => call(method, { key_image }))
    await answered.shared.expectOne(key_image, read.frozen(key_image))
  },
  async sweeps({ below }) {
    const one = below(2) === 0
    const { transfers = [] } = await call('incoming_transfers', {
      transfer_type: 'available',
      account_index: 1,
    })
    const output = transfers.find((each: Result) => each.unlocked)
    if (!output) return
    await unlessLocked(one ? 'sweep_single' : 'sweep_all', async () => {
      if (one) await sweepOne(output)
      else {
        const swept = await call('sweep_all', { address, account_index: 1 })
        for (const [at, tx_hash] of swept.tx_hash_list.entries())
          keepSent({ tx_hash, fee: swept.fee_list[at] })
      }
    })
  },
  async proves() {
    const [txid] = [...answered.sent.keys()].slice(-1)
    const signature = (await call('sign', { data: message })).signature
    expect(await call('verify', { data: message, address, signature })).toMatchObject({
      good: true,
    })
    if (txid === undefined) return
    const proof = await call('get_tx_proof', { txid, address, message })
    const checked = { txid, address, message, signature: proof.signature }
    expect(await call('check_tx_proof', checked)).toMatchObject({ good: true })
    const reserve = await call('get_reserve_proof', { all: true, message })
    expect(
      await call('check_reserve_proof', { address, message, signature: reserve.signature }),
    ).toMatchObject({ good: true })
  },
  async 'opens another wallet'() {
    // Other clients close it as well.
    const ifClosed = (error: unknown) => {
      if (!(error instanceof CallError) || error.code !== -13) throw error
      return undefined
    }
    await onOther('open_wallet', { password: 'o' })
    const found = await onOther('get_address').catch(ifClosed)
    if (found) expect(found.address).toBe(otherAddress)
    await onOther('close_wallet').catch(ifClosed)
    expect((await call('get_address')).address).toBe(address)
  },
  async 'writes a note'({ name, number }, round) {
    const txid = `${number}`.padStart(64, '0')
    const note = `${name}, ${round}`
    await call('set_tx_notes', { txids: [txid], notes: [note] })
    answered.notes.set(txid, note)
    expect(await call('get_tx_notes', { txids: [txid] })).toEqual({ notes: [note] })
  },
  async pays({ below }) {
    const amount = coin / BigInt(10 + below(1000))
    const to = below(2) === 0 ? address : savings
    await unlessLocked('transfer', async () => {
      const sent = await call('transfer', { destinations: [{ address: to, amount }] })
      expect(sent.amount).toBe(amount)
      keepSent(sent)
      const { transfer } = await call('get_transfer_by_txid', { txid: sent.tx_hash })
      expect(transfer.fee).toBe(sent.fee)
    })
  },
  async 'reads the balance'() {
    const before = feesAnswered()
    const { balance, unlocked_balance, per_subaddress } = await call('get_balance', {
      all_accounts: true,
    })
    const sum = per_subaddress.reduce((all: bigint, each: Result) => all + each.balance, 0n)
    expect(sum).toBe(balance)
    expect(unlocked_balance).toBeLessThanOrEqual(balance)
    expect(balance).toBeLessThanOrEqual(mined - before)
    // Some payments are on their way, and their fees not told yet.
    expect(balance).toBeGreaterThan(mined - feesAnswered() - freezable - coin)
  },
  async 'lists transfers'() {
    const kinds = { in: true, out: true, pending: true, pool: true, failed: true }
    const all = { ...kinds, all_accounts: true }
    const { out = [], pending = [], failed = [] } = await call('get_transfers', all)
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
  async 'requests an unknown method and account'() {
    await expect(call('no_such_method')).rejects.toMatchObject({ code: -32601 })
    await expect(call('get_address', { account_index: 7 })).rejects.toMatchObject({ code: -14 })
  },
  async 'reads the version'() {
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

async function mineAndLook(blocks: number) {
  await node.mine(blocks)
  await call('refresh')
}

/** All of it, to the last word. */
async function expectKept() {
  const { addresses } = await call('get_address')
  for (const [index, label] of answered.labels)
    expect(addresses.find((each: Result) => each.address_index === index).label).toBe(label)
  expect(addresses).toHaveLength(answered.labels.size + 1)
  const { entries = [] } = await call('get_address_book')
  expect(entries).toHaveLength(answered.book.size)
  for (const { index, description } of entries)
    if (answered.book.get(index) !== shared) expect(description).toBe(answered.book.get(index))
  await answered.shared.expectOne('book', read.book)
  await answered.shared.expectOne('attribute', read.attribute)
  await answered.shared.expectOne('note', read.note)
  for (const image of images) await answered.shared.expectOne(image, read.frozen(image))
  for (const account of [1, 2, 3]) {
    await answered.shared.expectOne(`label ${account}`, read.account(account, 'label'))
    await answered.shared.expectOne(`tag ${account}`, read.account(account, 'tag'))
  }
  for (const [key, value] of answered.attributes)
    expect(await call('get_attribute', { key })).toEqual({ value })
  for (const [txid, note] of answered.notes)
    expect(await call('get_tx_notes', { txids: [txid] })).toEqual({ notes: [note] })
  const { out = [] } = await call('get_transfers', { out: true, all_accounts: true })
  const fees = new Map<string, bigint>(out.map(({ txid, fee }: Result) => [txid, fee]))
  expect(fees).toEqual(answered.sent)
  const { transfers } = await call('incoming_transfers', { transfer_type: 'available' })
  const frozen = transfers.filter((each: Result) => each.frozen)
  const { balance } = await call('get_balance', { all_accounts: true })
  expect(balance).toBe(mined - feesAnswered() - sumOf(frozen))
}

describe('ten clients at once', () => {
  test('get no wrong answer, and lose no record', async () => {
    const all = Array.from({ length: clients }, (_, number) => ({
      name: `client ${number}`,
      number,
      height: 0n,
      below: seededBelow(seed() + number),
    }))
    await Promise.all(all.map(spendTime))
    // Each of them at least once, whatever chance had in mind.
    for (const [at, action] of Object.values(actions).entries())
      await action(all[at % clients]!, -1)
    // All sweep what there is, of which each output goes once.
    await mineAndLook(11)
    keepSent(await call('transfer', { destinations: [{ address: savings, amount: coin }] }))
    await mineAndLook(11)
    const before = answered.sent.size
    await Promise.all(all.map((client) => actions.sweeps!(client, -1)))
    expect(answered.sent.size).toBeGreaterThan(before)
    await mineAndLook(1)
    await expectKept()
  }, 900_000)

  test('find all records after a restart of the service', async () => {
    const { walletDir } = service
    expect(await service.program.stop()).toBe(0)
    service = await start(walletDir)
    await call('open_wallet', { filename: 'shared', password: 'p' })
    await expectKept()
  })
})
