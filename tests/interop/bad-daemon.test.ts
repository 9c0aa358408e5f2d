/**
 * A real node behind a connection that spoils what it says: clear errors, and nothing has changed.
 */
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { afterEach, describe, expect } from 'vitest'
import { beforeAll, test } from '../support/programs/test.ts'
import { bin } from '#protocol/daemon/calls.ts'
import { epeeFrom, epeeTo } from '#protocol/epee/epee.ts'
import { connectDaemon, type ConnectOptions } from '../../worker/adapters/daemon.ts'
import type { Service } from '../../worker/engine/service.ts'
import type { Wallet } from '../../worker/engine/wallet.ts'
import { dispatch, type Outcome } from '../../worker/rpc/dispatch.ts'
import {
  unchanged,
  startTamperingProxy,
  type TamperingProxy,
  type Tamper,
  type Reply,
} from '../support/network/tampering-proxy.ts'
import { minerAddress } from '../support/programs/monerod.ts'
import { allTables, clearOutputCounts } from '../support/wallets/crashing-wallet.ts'
import { startRegtest, type Regtest } from '../support/programs/regtest-node.ts'
import { testService, testWallet } from '../support/wallets/test-wallet.ts'
import { atFileEnd } from '../support/programs/file-end.ts'

let node: Regtest
let tampering: TamperingProxy
let service: Service
let wallet: Wallet
/** How the next connection is made. */
let patience: ConnectOptions = {}

/** A connection about which the wallet remembers no answers. */
const reconnect = () => wallet.setDaemon({ address: tampering.address, trusted: true })

beforeAll(async () => {
  node = await startRegtest()
  tampering = await startTamperingProxy(node.url)
  service = await testService(
    { network: 'fakechain', daemon: { address: tampering.address, trusted: true } },
    { connect: (target) => connectDaemon(target, patience) },
  )
  atFileEnd(() => service.close())
  wallet = await testWallet({ network: 'fakechain', name: 'w' }, service)
  await node.mine(4, wallet.primaryAddress)
  await node.mine(110)
  await wallet.sync.refresh()
  // News that the wallet has not heard of, and something in the pool to ask for.
  await node.mine(2, wallet.primaryAddress)
  expect(await pay()).toMatchObject({ result: {} })
})

afterEach(() => {
  tampering.tamper = unchanged
  tampering.asked = []
})

const call = (method: string, params: object = {}) => dispatch(service, method, params)
const pay = () =>
  call('transfer', { destinations: [{ address: minerAddress, amount: 1_000_000_000_000n }] })

/** Spoils the answers to one call. */
const to =
  (wanted: string, reply: (bytes: Uint8Array) => Reply): Tamper =>
  async (path, forward) =>
    path === wanted ? reply(await forward()) : { bytes: await forward() }

const page = utf8ToBytes('<html><body><h1>502 Bad Gateway</h1></body></html>')
const manners: [name: string, reply: (bytes: Uint8Array) => Reply][] = [
  ['a page of HTML', () => ({ type: 'text/html', bytes: page })],
  ['a page of HTML and 502', () => ({ status: 502, type: 'text/html', bytes: page })],
  ['500', () => ({ status: 500, bytes: new Uint8Array() })],
  ['404', () => ({ status: 404, bytes: page })],
  ['a redirect', () => ({ status: 302, bytes: new Uint8Array() })],
  ['nothing', () => ({ bytes: new Uint8Array() })],
  ['half of the answer', (bytes) => ({ bytes: bytes.subarray(0, bytes.length >> 1) })],
  ['all but the last byte', (bytes) => ({ bytes: bytes.subarray(0, -1) })],
  ['half, then a closed connection', (bytes) => ({ half: bytes })],
  ['a closed connection', () => 'close'],
  ['null', () => ({ bytes: utf8ToBytes('null') })],
  ['a list', () => ({ bytes: utf8ToBytes('[{"status":"OK"}]') })],
  ['BUSY', () => ({ bytes: utf8ToBytes('{"status":"BUSY"}') })],
  ['zeros', (bytes) => ({ bytes: new Uint8Array(bytes.length) })],
]

/** A refusal that names the daemon as the cause: no connection, busy, or what its answer lacks. */
function expectDaemonFault(outcome: Outcome) {
  expect(outcome).toMatchObject({
    error: { code: expect.any(Number), message: expect.any(String) },
  })

  const { code, message } = (outcome as Extract<Outcome, { error: unknown }>).error
  expect([-1, -3, -4, -38]).toContain(code)
  expect(message).toMatch(/daemon|failed to get|hard fork/i)
  expect(message).not.toContain('<')
}

const refreshCalls = ['/json_rpc:get_info', '/get_transaction_pool_hashes.bin', '/get_blocks.bin']
const payCalls = ['/json_rpc:hard_fork_info', '/json_rpc:get_fee_estimate', '/get_outs.bin']
const countsCall = '/get_output_distribution.bin'

type Spoiled = [path: string, reply: (bytes: Uint8Array) => Reply]

async function expectRefreshRefused(...[path, reply]: Spoiled) {
  const before = allTables(wallet.store)
  tampering.tamper = to(path, reply)
  expectDaemonFault(await call('refresh'))
  expect(allTables(wallet.store)).toEqual(before)
  expect(tampering.asked).toContain(path)
}

/** All that a refused payment must not change. */
function moneyTables() {
  const { rings: _, ...tables } = allTables(wallet.store)
  return tables
}

async function expectPaymentRefused(...[path, reply]: Spoiled) {
  const before = moneyTables()
  reconnect()
  tampering.tamper = to(path, reply)
  expectDaemonFault(await pay())
  expect(moneyTables()).toEqual(before)
  expect(tampering.asked).toContain(path)
  expect(tampering.asked).not.toContain('/send_raw_transaction')
}

describe.each(refreshCalls)('a refresh, when %s is answered', (path) => {
  test.each(manners)('error: with %s', (_, reply) => expectRefreshRefused(path, reply))
})

describe.each(payCalls)('a payment, when %s is answered', (path) => {
  test.each(manners)('error: with %s', (_, reply) => expectPaymentRefused(path, reply))
})

describe(`a payment of a wallet without output counts, when ${countsCall} is answered`, () => {
  test.each(manners)('error: with %s', async (_, reply) => {
    await clearOutputCounts(wallet.store)
    await expectPaymentRefused(countsCall, reply)
  })

  test('correctly afterwards, has them', async () => {
    const sums = await wallet.outputCounts.sums(wallet.daemon!)
    expect(sums).toHaveLength(Number(wallet.chain.height))
  })
})

describe('a daemon that stops responding', () => {
  beforeAll(() => {
    patience = { answerMs: 1500 }
    reconnect()
  })
  test.each(refreshCalls)('error: in a refresh, at %s', (path) =>
    expectRefreshRefused(path, () => 'hang'),
  )
  test.each(payCalls)('error: in a payment, at %s', (path) =>
    expectPaymentRefused(path, () => 'hang'),
  )
})

describe('a daemon that returns false outputs', () => {
  const lie = (change: (outs: { key: Uint8Array; mask: Uint8Array }[]) => void) =>
    to('/get_outs.bin', (bytes) => {
      const answer = epeeTo(bin.get_outs.result, bytes)
      change(answer.outs)
      return { bytes: epeeFrom(bin.get_outs.result, answer) }
    })

  test.each(['key', 'mask'] as const)('error: the %s of every output', async (part) => {
    const before = moneyTables()
    const { crypto } = service.ports
    const another = crypto.multiplyBase(crypto.randomScalar())
    tampering.tamper = lie((outs) => outs.forEach((out) => (out[part] = another)))
    expect(await pay()).toMatchObject({
      error: {
        code: -4,
        message: expect.stringContaining(`daemon ${tampering.address} gave a wrong answer`),
        data: 'daemon: wrong ring candidates',
      },
    })
    expect(moneyTables()).toEqual(before)
  })

  test('error: one output fewer than requested', async () => {
    const before = moneyTables()
    tampering.tamper = lie((outs) => outs.pop())
    expectDaemonFault(await pay())
    expect(moneyTables()).toEqual(before)
  })
})

describe('a correct daemon afterwards', () => {
  // The other one is not asked again about these outputs.
  beforeAll(() => {
    const [, port] = tampering.address.split(':')
    wallet.setDaemon({ address: `localhost:${port}`, trusted: true })
  })

  test('is trusted, and accepts the payment', async () => {
    expect(await call('refresh')).toMatchObject({ result: { received_money: true } })
    expect(await pay()).toMatchObject({ result: { amount: 1_000_000_000_000n } })
  })
})

describe('a payment whose response is lost', () => {
  const silent: Tamper = async (path, forward) => {
    if (path === '/send_raw_transaction') await forward()
    return path === '/send_raw_transaction' || path === '/get_transaction_pool_hashes.bin'
      ? 'close'
      : { bytes: await forward() }
  }

  test('error: the payment and its inputs are kept, and it is found in the pool later', async () => {
    const sent = () => [...wallet.store.sent.values()].map(({ state }) => state)
    const before = sent().length
    tampering.tamper = silent
    const outcome = await pay()
    expect(outcome).toMatchObject({
      error: { code: -38, message: expect.stringContaining('do not pay a second time') },
    })
    expect(sent().filter((state) => state === 'journaled')).toHaveLength(1)
    tampering.tamper = unchanged
    await call('refresh')
    expect(sent()).toEqual(new Array(before + 1).fill('pending'))
    await node.mine(1)
    await call('refresh')
    expect(sent()).toEqual(new Array(before + 1).fill('mined'))
  })
})

describe('a payment that the daemon refuses', () => {
  /** Reports a refusal, whether or not the node gets the transaction. */
  const refuse =
    (passesOn: boolean): Tamper =>
    async (path, forward) => {
      if (path !== '/send_raw_transaction') return { bytes: await forward() }
      if (passesOn) await forward()
      return { bytes: utf8ToBytes('{"status":"Failed","invalid_input":true}') }
    }

  /** States of the newest payments, and whether they can be mined. */
  async function newest(count: number) {
    const { result } = (await call('get_transfers', {
      out: true,
      pending: true,
      failed: true,
    })) as {
      result: Record<string, { txid: string; type: string; can_be_mined?: boolean }[]>
    }
    const order = [...wallet.store.sent.keys()].slice(-count)
    const all = Object.values(result).flat()
    return order.map((txid) => {
      const { type, can_be_mined = false } = all.find((each) => each.txid === txid)!
      return can_be_mined ? `${type}, can be mined` : type
    })
  }

  const expectRefused = async (reason: string) =>
    expect(await pay()).toMatchObject({
      error: { code: -4, message: 'transaction was rejected by daemon', data: reason },
    })

  beforeAll(async () => {
    await node.mine(12)
    await call('refresh')
  })

  test('and passes on excludes a second one, and is found in the pool with its recipient', async () => {
    tampering.tamper = refuse(true)
    await expectRefused('invalid input')
    expect(await newest(1)).toEqual(['failed, can be mined'])
    const [refused] = [...wallet.store.sent.keys()].slice(-1)
    tampering.tamper = unchanged
    // The node has the first one in its pool.
    await expectRefused('double spend')
    await call('refresh')
    expect(await newest(2)).toEqual(['pending', 'failed, can be mined'])
    await node.mine(1)
    await call('refresh')
    expect(await newest(2)).toEqual(['out', 'failed'])
    expect(wallet.store.sent.get(refused!)).toMatchObject({
      destinations: [{ address: minerAddress, amount: 1_000_000_000_000n }],
      txKeys: [expect.any(Uint8Array)],
    })
  })

  test('and drops is replaced by the next one, and can be given up', async () => {
    await node.mine(12)
    await call('refresh')
    tampering.tamper = refuse(false)
    await expectRefused('invalid input')
    await expectRefused('invalid input')
    expect(await newest(2)).toEqual(['failed, can be mined', 'failed, can be mined'])
    const [first] = [...wallet.store.sent.keys()].slice(-2)
    expect(await call('abandon_tx', { txid: first })).toEqual({ result: {} })
    expect(await newest(2)).toEqual(['failed', 'failed, can be mined'])
    tampering.tamper = unchanged
    expect(await pay()).toMatchObject({ result: {} })
    await node.mine(1)
    await call('refresh')
    expect(await newest(3)).toEqual(['failed', 'failed', 'out'])
  })
})
