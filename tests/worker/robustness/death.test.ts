/**
 * A process that dies, at every moment that matters: each write to storage, each question to the
 * daemon, before and after it is done.
 */
import { describe, expect, test } from 'vitest'
import type { Daemon } from '../../../worker/engine/base/ports.ts'
import type { SentRecord } from '../../../worker/engine/store/records.ts'
import type { Wallet } from '../../../worker/engine/wallet.ts'
import { seed } from '../../support/random/case-counts.ts'
import { minerAddress } from '../../support/programs/monerod.ts'
import {
  call,
  createWallet,
  allTables,
  unresolved,
  CrashingFiles,
  reopen,
  repeatableScript,
  startProcess,
  storedState,
  type Process,
} from '../../support/wallets/crashing-wallet.ts'
import { keyImagesOf } from '../../support/chains/spendable-chain.ts'

const xmr = 1_000_000_000_000n
const chosen = seed()

/** A life: what a wallet does while its chain grows, step by step. */
const life: ((process: Process) => Promise<unknown>)[] = [
  (process) => createWallet(process),
  ({ service }) => service.wallet!.sync.refresh(),
  ({ service }) =>
    call(service, 'transfer', {
      destinations: [{ address: minerAddress, amount: 5n * xmr }],
      priority: 1,
    }),
  ({ service }) => service.wallet!.sync.refresh(),
  async ({ service, script }) => {
    script.mine([...script.pool.values()])
    for (let block = 0; block < 3; block++) script.mine()
    await service.wallet!.sync.refresh()
  },
  async ({ service, script }) => {
    script.wait(...script.pop(4))
    for (let block = 0; block < 6; block++) script.mine()
    await service.wallet!.sync.refresh()
  },
  ({ service }) => call(service, 'create_address', { label: 'shop' }),
  ({ service }) =>
    call(service, 'change_wallet_password', { old_password: 'p', new_password: 'p' }),
]

/** Coins of several blocks, an address beyond those watched at first, and enough to hide among. */
async function newChain() {
  const script = await repeatableScript(chosen)
  script.perAnswer = 16
  const pay = (account: number, address: number, amount: bigint) =>
    script.pay({ payments: [{ to: { account, address }, amount }] })
  script.mine([pay(0, 0, 9n * xmr)]).mine([], { account: 0, address: 0 })
  while (script.height < 20) script.mine()
  script.mine([pay(0, 0, 2n * xmr), pay(0, 4, xmr)]).mine([pay(1, 2, 3n * xmr), pay(0, 7, xmr)])
  while (script.height < 50) script.mine()
  return script
}

/** Lives until the end, or until `moment` never comes; resolves to whether it came to the end. */
async function live(process: Process, moment: Promise<unknown> = unresolved()): Promise<boolean> {
  for (const step of life) {
    const died = await Promise.race([step(process).then(() => false), moment.then(() => true)])
    if (died) return false
  }
  return true
}

/** A promise and what fulfils it. */
function signal() {
  let give!: () => void
  const given = new Promise<void>((resolve) => (give = resolve))
  return { give, given }
}

/** What must not depend on how often the process died. */
function money({ store, chain }: Wallet) {
  const { outputs, received, sent } = allTables(store) as Record<string, [string, object][]>
  return {
    height: chain.height,
    outputs,
    received,
    sent: sent!.map(([txid, record]) => {
      const { state, fee, amountIn, keyImages, height } = record as SentRecord
      return { txid, state, fee, amountIn, keyImages, height }
    }),
  }
}

/** Opens what a dead process left, and holds it against a wallet restored from its seed. */
async function expectSound(process: Process) {
  const { service, script } = process
  const wallet = await service.open('w', 'p')
  await wallet.sync.refresh()
  await expectNothingOfferedTwice(process)
  for (const { txid, state } of wallet.store.sent.values())
    if (state === 'journaled') await wallet.spend.resend(txid)
  script.mine([...script.pool.values()])
  for (let block = 0; block < 10; block++) script.mine()
  await wallet.sync.refresh()

  const restored = await startProcess(script, chosen + 1000)
  const fresh = await createWallet(restored)
  await fresh.sync.refresh()
  expect(money(wallet)).toEqual(money(fresh))
  expect(script.pool.size).toBe(0)
}

/** What the wallet would spend now must not be spent by anything in pool or journal. */
async function expectNothingOfferedTwice({ service, script }: Process) {
  const { sent } = service.wallet!.store
  const taken = new Set([
    ...[...script.pool.values()].flatMap(keyImagesOf),
    ...[...sent.values()].flatMap(({ keyImages }) => keyImages),
  ])
  const swept = (await call(service, 'sweep_all', {
    address: minerAddress,
    do_not_relay: true,
    priority: 1,
  })) as { spent_key_images_list: { key_images: string[] }[] }
  const offered = swept.spent_key_images_list.flatMap(({ key_images }) => key_images)
  expect(offered.length).toBeGreaterThan(0)
  expect(offered.filter((image) => taken.has(image))).toEqual([])
  expect(new Set(offered).size).toBe(offered.length)
}

/** Questions to a daemon, numbered; `before` and `after` may hold one up for ever. */
function numbered(daemon: Daemon, at: { before?: At; after?: At }, asked: string[]): Daemon {
  const table = (calls: object) =>
    new Proxy(calls, {
      get: (given, name) => async (params: unknown) => {
        const number = asked.push(String(name))
        await at.before?.(number)
        const answer = (given as Calls)[name as string]!(params)
        await answer.catch(() => undefined)
        await at.after?.(number)
        return answer
      },
    })
  const { rpc, json, bin, close } = daemon
  return { rpc: table(rpc), json: table(json), bin: table(bin), close } as Daemon
}

type At = (number: number) => Promise<void> | void
type Calls = Record<string, (params: unknown) => Promise<unknown>>

/** Lives until something is reached that never comes to an end; what is left then. */
async function leftAt(place: (end: At) => Parameters<typeof startProcess>[2], n: number) {
  const dead = signal()
  const end: At = (number) => {
    if (number < n) return
    dead.give()
    return unresolved()
  }
  const process = await startProcess(await newChain(), chosen, place(end))
  expect(await live(process, dead.given)).toBe(false)
  return reopen(process, chosen + n)
}

function files(at: { before?: At; after?: At }) {
  return { files: Object.assign(new CrashingFiles(), at) }
}

const asked: string[] = []
const calm = await startProcess(await newChain(), chosen, {
  wrap: (daemon) => numbered(daemon, {}, asked),
})
await live(calm)
/** What is stored after each write of a life without accidents: nothing else may ever be found. */
const boundaries = await Promise.all(calm.files.history.map(storedState))
const writes = boundaries.map((_, at) => at + 1)
const questions = asked.map((name, at): [number, string] => [at + 1, name])

describe('a wallet whose process dies', () => {
  test('makes at least 12 writes and sends a transaction', () => {
    expect(writes.length).toBeGreaterThanOrEqual(12)
    expect(asked).toContain('send_raw_transaction')
  })

  test.each(writes)('before write %i keeps all earlier writes', async (n) => {
    const left = await leftAt((before) => files({ before }), n)
    if (n === 1) return expect(left.service.open('w', 'p')).rejects.toMatchObject({ code: -1 })
    expect(await storedState(left.files.contents.get('w')!)).toEqual(boundaries[n - 2])
    await expectSound(left)
  })

  test.each(writes)('after write %i keeps that write', async (n) => {
    const left = await leftAt((after) => files({ after }), n)
    expect(await storedState(left.files.contents.get('w')!)).toEqual(boundaries[n - 1])
    await expectSound(left)
  })

  test.each(questions)('before request %i, %s, has the state after a whole write', async (n) => {
    const places: string[] = []
    const left = await leftAt(
      (before) => ({ wrap: (daemon) => numbered(daemon, { before }, places) }),
      n,
    )
    expect(boundaries).toContainEqual(await storedState(left.files.contents.get('w')!))
    await expectSound(left)
  })

  test.each(questions)('after request %i, %s, has the state after a whole write', async (n) => {
    const places: string[] = []
    const left = await leftAt(
      (after) => ({ wrap: (daemon) => numbered(daemon, { after }, places) }),
      n,
    )
    expect(boundaries).toContainEqual(await storedState(left.files.contents.get('w')!))
    await expectSound(left)
  })
})

describe('a wallet whose storage fails', () => {
  test.each(writes)('error: at write %i nothing changes, and later writes succeed', async (n) => {
    // Until it is opened again: a payment that was sent outlives the write that failed after it.
    let full = true
    const failing = files({
      before: (write) => {
        if (full && write >= n) throw new Error('disk full')
      },
    })
    const process = await startProcess(await newChain(), chosen, failing)
    await live(process).catch(() => undefined)
    const { wallet, ports } = process.service
    if (!wallet) return expect(await ports.files.list()).toEqual([])
    expect(allTables(wallet.store)).toEqual(boundaries[n - 2])
    expect(await storedState(failing.files.contents.get('w')!)).toEqual(boundaries[n - 2])
    await process.service.close()
    full = false
    await expectSound(await reopen(process, chosen + n))
  })
})
