/**
 * A daemon whose answers are cut short or garbled: a clear error, and nothing has changed.
 */
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Daemon } from '../../../worker/engine/base/ports.ts'
import type { Wallet } from '../../../worker/engine/wallet.ts'
import { dispatch } from '../../../worker/rpc/dispatch.ts'
import { count, seed } from '../../support/random/case-counts.ts'
import { minerAddress } from '../../support/programs/monerod.ts'
import {
  createWallet,
  allTables,
  clearOutputCounts,
  repeatableScript,
  startProcess,
  type Process,
} from '../../support/wallets/crashing-wallet.ts'
import { seededRandom } from '../../support/random/keccak-random.ts'
import type { ScriptedChain } from '../../support/chains/scripted-chain.ts'
import { encodedDaemon, type Spoil } from '../../support/daemons/encoded-daemon.ts'

const xmr = 1_000_000_000_000n
const honest: Spoil = (_, answer) => answer
const random = seededRandom(seed())

let process: Process
let wallet: Wallet
let script: ScriptedChain
let spoil: Spoil = honest

/** Coins in blocks that were seen, in blocks that are new, and in the pool. */
async function begin() {
  spoil = honest
  script = await repeatableScript(1)
  const pay = (amount: bigint) =>
    script.pay({ payments: [{ to: { account: 0, address: 0 }, amount }, { amount: 3n }] })
  script.mine([pay(9n * xmr)]).mine([pay(8n * xmr)])
  while (script.height < 40) script.mine()
  const wrap = (daemon: Daemon) => encodedDaemon(daemon, (name, answer) => spoil(name, answer))
  process = await startProcess(script, 2, { wrap })
  wallet = await createWallet(process)
  await wallet.sync.refresh()
  script.mine([pay(7n * xmr)], { account: 0, address: 0 }).mine()
  script.wait(pay(6n * xmr))
}

beforeEach(begin)
afterEach(() => process.service.close())

const call = (method: string, params: object = {}) => dispatch(process.service, method, params)
const pay = (more: object = {}) =>
  call('transfer', {
    destinations: [{ address: minerAddress, amount: xmr }],
    priority: 1,
    ...more,
  })

/** What failed must name the daemon as the cause, never be a failure of ours. */
const daemonFault = { code: expect.toSatisfy((code: number) => [-1, -3, -4, -38].includes(code)) }

/** Changes the answers to one call and leaves the others as they are. */
const only =
  (wanted: string, change: (answer: Uint8Array) => Uint8Array): Spoil =>
  (name, answer) =>
    name === wanted ? change(answer) : answer

/**
 * Does `attempt` with the answer to `name` spoiled at one place after the other.
 *
 * @param spoiled - The answer as it is for this place.
 * @param step - From one place to the next; the first and last bytes are all places.
 */
async function atEveryPlace(
  name: string,
  spoiled: (answer: Uint8Array, at: number) => Uint8Array,
  attempt: (at: number) => Promise<void>,
  step = 1,
) {
  let length = 1
  for (let at = 0; at < length; at += at < 40 || at > length - 40 ? 1 : step) {
    spoil = only(name, (answer) => {
      length = Math.max(length, answer.length)
      return spoiled(answer, at)
    })
    await attempt(at)
  }
  spoil = honest
  expect(length).toBeGreaterThan(30)
}

const cut = (answer: Uint8Array, at: number) => answer.subarray(0, at)

const flipped = (answer: Uint8Array, at: number) =>
  answer.map((byte, index) => (index === at ? byte ^ (1 << (random(1)[0]! & 7)) : byte))

const books = () => {
  const { accounts, ...rest } = allTables(wallet.store)
  return { ...rest, accounts, height: wallet.chain.height }
}

/** Expects the ledger and the pool that an honest daemon produces. */
async function expectMended() {
  spoil = honest
  script.mine()
  await wallet.sync.refresh()
  const fresh = await startProcess(script, 3)
  const restored = await createWallet(fresh)
  await restored.sync.refresh()
  const { outputs, received, pool, blocks } = allTables(restored.store)
  expect(allTables(wallet.store)).toMatchObject({ outputs, received, pool, blocks })
}

describe('a refresh', () => {
  test.each(['get_info', 'get_transaction_pool_hashes', 'get_blocks', 'get_transactions'])(
    'error: the answer to %s ends at any byte',
    async (name) => {
      // What comes before the pool is entered before it is asked for.
      if (name === 'get_transactions') {
        spoil = only(name, () => new Uint8Array())
        await call('refresh')
      }
      const before = books()
      await atEveryPlace(name, cut, async (at) => {
        expect(await call('refresh'), `${at} bytes`).toMatchObject({ error: daemonFault })
      })
      expect(books()).toEqual(before)
      expect(await call('refresh')).toMatchObject({ result: {} })
      expect(wallet.store.pool.size).toBe(1)
      await expectMended()
    },
  )

  // Only the next block proves some parts of an answer; it must correct errors that went unnoticed.
  test.each([
    ['get_info', 1],
    ['get_transaction_pool_hashes', 1],
    ['get_transactions', count(5, 1)],
    ['get_blocks', count(5, 1)],
  ])('error: any byte of the answer to %s has a bit flipped', async (name, step) => {
    let unnoticed = 0
    await atEveryPlace(
      name,
      flipped,
      async (at) => {
        const before = books()
        const outcome = await call('refresh')
        if ('error' in outcome) {
          expect(outcome.error, `byte ${at}`).toMatchObject(daemonFault)
          if (name !== 'get_transactions') expect(books(), `byte ${at}`).toEqual(before)
          return
        }
        unnoticed++
        await expectMended()
        await process.service.close()
        await begin()
      },
      step,
    )
    expect(unnoticed).toBeGreaterThan(0)
  })
})

describe('a payment', () => {
  test.each([
    ['hard_fork_info', 1],
    ['get_fee_estimate', 1],
    ['get_output_distribution', 1],
    ['get_outs', count(997, 1)],
  ])(
    'error: the answer to %s ends at any byte',
    async (name, step) => {
      await call('refresh')
      if (name === 'get_output_distribution') await clearOutputCounts(wallet.store)
      // What was asked for a ring is recorded, whatever the answer.
      const money = () => ({ ...books(), rings: [] })
      const before = money()
      const attempt = async (at: number) => {
        const outcome = await pay()
        expect(outcome, `${at} bytes`).toMatchObject({ error: daemonFault })
      }
      await atEveryPlace(name, cut, attempt, step)
      expect(money()).toEqual(before)
      expect(await pay()).toMatchObject({ result: { amount: xmr } })
    },
    600_000,
  )

  test('error: stays recorded without a readable answer, and is found in the pool later', async () => {
    await call('refresh')
    for (const said of ['', '<html>Bad Gateway</html>']) {
      // The pool has no readable answer either.
      const replies = new Map([
        ['send_raw_transaction', said],
        ['get_transaction_pool_hashes', ''],
      ])
      spoil = (name, answer) => {
        const reply = replies.get(name)
        return reply === undefined ? answer : utf8ToBytes(reply)
      }
      expect(await pay()).toMatchObject({ error: { code: -38 } })
    }
    const sent = [...wallet.store.sent.values()]
    expect(sent.map(({ state }) => state)).toEqual(['journaled', 'journaled'])
    expect(new Set(sent.flatMap(({ keyImages }) => keyImages)).size).toBe(2)
    spoil = honest
    await call('refresh')
    expect([...wallet.store.sent.values()].map(({ state }) => state)).toEqual(
      sent.map(() => 'pending'),
    )
    expect([...script.pool.keys()]).toEqual(expect.arrayContaining(sent.map(({ txid }) => txid)))
  })
})
