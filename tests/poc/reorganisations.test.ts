/** A daemon sends another branch: it replaces the blocks of the wallet only with more work. */
import { describe, expect, test } from 'vitest'
import { keysOfSeed } from '../../worker/engine/keys/account.ts'
import { setFrozen } from '../../worker/engine/ledger/frozen.ts'
import type { Wallet } from '../../worker/engine/wallet.ts'
import { ScriptedChain } from '../support/chains/scripted-chain.ts'
import { withCalls } from '../support/daemons/lying-daemon.ts'
import { allTables } from '../support/wallets/crashing-wallet.ts'
import { scriptedWallet } from '../support/wallets/scripted-wallet.ts'
import { testSeed } from '../support/wallets/test-wallet.ts'
import { testCrypto } from '../support/wasm/crypto.ts'

const crypto = await testCrypto()
const ours = { account: 0, address: 0 }
const keys = keysOfSeed(crypto, testSeed)

/** A multiple of 64 above the pinned blocks of mainnet. */
const first = 3_710_016
const mainnet = { network: 'mainnet', first, difficulty: 684_042_855_887n } as const

/** A wallet on a chain, and what happens before each answer with blocks. */
async function scene({ script = new ScriptedChain(crypto, keys), trusted = false } = {}) {
  const hooks = { requests: 0, before: (_request: number): void => undefined, nowMs: 0 }
  const isMainnet = script.first > 1
  const made = await scriptedWallet(crypto, {
    script,
    trusted,
    clock: { monotonicMs: () => hooks.nowMs },
    wanted: {
      name: 'w',
      ...(isMainnet && { network: 'mainnet', restoreHeight: BigInt(script.first) }),
    },
    wrap: (daemon) =>
      withCalls(daemon, {
        bin: {
          async get_blocks(params) {
            hooks.before(++hooks.requests)
            return daemon.bin.get_blocks(params)
          },
        },
      }),
  })
  return { ...made, hooks }
}

type Blocks = ScriptedChain['blocks']

/** Lets the daemon serve these blocks. */
const show = (script: ScriptedChain, blocks: Blocks) =>
  void script.blocks.splice(0, Infinity, ...blocks)

/** The blocks with others in place of the last `gone` ones, each of which pays the wallet. */
function branch(script: ScriptedChain, gone: number, count: number): Blocks {
  const before = [...script.blocks]
  script.pop(gone)
  for (let at = 0; at < count; at++) script.mine([], ours)
  const made = [...script.blocks]
  show(script, before)
  return made
}

const snapshot = (wallet: Wallet) => structuredClone(allTables(wallet.store))

async function expectRefused(wallet: Wallet, problem: string) {
  const before = snapshot(wallet)
  await expect(wallet.sync.refresh()).rejects.toMatchObject({
    name: 'RpcError',
    reason: 'UNKNOWN_ERROR',
    message: expect.stringContaining(
      `the answer of daemon scripted is not to be trusted: ${problem}`,
    ) as string,
  })
  expect(snapshot(wallet)).toEqual(before)
}

async function expectKept(wallet: Wallet) {
  const before = snapshot(wallet)
  expect(await wallet.sync.refresh()).toEqual({ blocksFetched: 0n, receivedMoney: false })
  expect(snapshot(wallet)).toEqual(before)
}

const heights = (wallet: Wallet) =>
  [...wallet.store.outputs.values()].map(({ height }) => height).sort((a, b) => Number(a - b))

describe('a branch with more blocks and less work', () => {
  test.each([17, 1000])('is refused in answers of %i blocks', async (perAnswer) => {
    const script = new ScriptedChain(crypto, keys, mainnet)
    script.perAnswer = perAnswer
    const { wallet } = await scene({ script })
    script.mine([], ours)
    for (let at = 1; at < 200; at++) script.mine()
    script.spacing = 20n
    for (let at = 0; at < 140; at++) script.mine()
    await wallet.sync.refresh()
    const honest = [...script.blocks]
    // Slow blocks count less: their difficulty falls after 75 of them.
    script.spacing = 900n
    const slow = branch(script, 140, 145)
    show(script, slow)
    const works = script.headers(first + 200, script.height - 1)
    const work = works.reduce((sum, { difficulty }) => sum + difficulty, 0n)
    await expectRefused(wallet, `its branch from block ${first + 200} on has work ${work}, and`)

    show(script, honest)
    script.spacing = 20n
    script.mine()
    await wallet.sync.refresh()
    expect(wallet.chain.height).toBe(BigInt(script.height))
    expect(heights(wallet)).toEqual([BigInt(first)])
  })
})

describe('a short branch', () => {
  test('changes nothing, and is an error when the daemon stays on it for ten minutes', async () => {
    const { wallet, script, hooks } = await scene()
    script.mine().mine([], ours)
    for (let at = 0; at < 60; at++) script.mine()
    await wallet.sync.refresh()
    const [output] = wallet.store.outputs.values()
    await setFrozen(wallet.store, output!.keyImage!, true)

    const honest = [...script.blocks]
    show(script, branch(script, 61, 3))
    await expectKept(wallet)
    hooks.nowMs = 599_999
    await expectKept(wallet)
    hooks.nowMs = 600_000
    await expectRefused(
      wallet,
      'its branch from block 2 on has work 3, and the blocks of the wallet have 61: ' +
        'choose another daemon, or mark it as trusted if it is your own',
    )

    show(script, honest)
    script.mine()
    await wallet.sync.refresh()
    expect(wallet.chain.height).toBe(BigInt(script.height))
    expect([...wallet.store.outputs.values()]).toEqual([{ ...output!, frozen: true }])
    // The time counts anew.
    show(script, branch(script, 20, 3))
    await expectKept(wallet)
  })

  test('is an error at once when the daemon reports more blocks than it has', async () => {
    const { wallet, script } = await scene()
    for (let at = 0; at < 20; at++) script.mine()
    await wallet.sync.refresh()
    show(script, branch(script, 10, 5))
    const { get_info } = wallet.daemon!.rpc
    wallet.daemon!.rpc.get_info = async (params) => ({ ...(await get_info(params)), height: 22n })
    await expectRefused(wallet, 'its branch from block 11 on has work 5, and')
  })

  test('of a trusted daemon is followed', async () => {
    const { wallet, script } = await scene({ trusted: true })
    for (let at = 0; at < 20; at++) script.mine()
    await wallet.sync.refresh()
    show(script, branch(script, 10, 5))
    await wallet.sync.refresh()
    expect(wallet.chain.height).toBe(16n)
    expect(heights(wallet)).toEqual([11n, 12n, 13n, 14n, 15n])
  })
})

test('of two branches with the same work the first one stays, until a block decides', async () => {
  const { wallet, script, hooks } = await scene()
  for (let at = 0; at < 20; at++) script.mine()
  await wallet.sync.refresh()
  show(script, branch(script, 2, 2))
  await expectKept(wallet)
  hooks.nowMs = 3_600_000
  await expectKept(wallet)
  script.mine()
  await wallet.sync.refresh()
  expect(wallet.chain.height).toBe(22n)
  expect(heights(wallet)).toEqual([19n, 20n])
})

describe('a branch with more work, of several answers', () => {
  /** The wallet has 60 blocks, of which 40 are replaced by 45 in answers of ten. */
  async function longScene() {
    const made = await scene()
    const { script, wallet } = made
    script.perAnswer = 10
    for (let at = 0; at < 20; at++) script.mine([], ours)
    for (let at = 0; at < 40; at++) script.mine([], ours)
    await wallet.sync.refresh()
    const honest = [...script.blocks]
    const longer = branch(script, 40, 45)
    made.hooks.requests = 0
    return { ...made, honest, longer }
  }

  test('is read to the block that decides, and then applied', async () => {
    const { wallet, script, longer, hooks } = await longScene()
    show(script, longer)
    await wallet.sync.refresh()
    expect(wallet.chain.height).toBe(66n)
    expect(wallet.chain.at(65n)).toEqual(longer[64]!.id)
    expect(heights(wallet)).toEqual(Array.from({ length: 65 }, (_, at) => BigInt(at + 1)))
    // Five answers, each with a block of the one before. All but the first are requested twice.
    expect(hooks.requests).toBe(9)
  })

  test('error: is served with other ids the second time', async () => {
    const { wallet, script, honest, longer, hooks } = await longScene()
    show(script, longer)
    const other = branch(script, 30, 30)
    // One answer, four that are read ahead, and the first of these again.
    hooks.before = (request) => {
      if (request === 7) show(script, other)
    }
    await expect(wallet.sync.refresh()).rejects.toMatchObject({
      message: expect.stringMatching(
        /block \d+ is not the one that it sent a moment before; refresh again, or choose another daemon$/,
      ) as string,
    })
    hooks.before = () => undefined
    // Blocks that both times were the same are applied; the chain with the most work wins again.
    show(script, honest)
    for (let at = 0; at < 8; at++) script.mine()
    await wallet.sync.refresh()
    expect(wallet.chain.at(60n)).toEqual(honest[59]!.id)
    expect(heights(wallet)).toEqual(Array.from({ length: 60 }, (_, at) => BigInt(at + 1)))
  })

  test('error: ends earlier the second time', async () => {
    const { wallet, script, longer, hooks } = await longScene()
    show(script, longer)
    hooks.before = (request) => {
      if (request === 7) script.pop(30)
    }
    await expect(wallet.sync.refresh()).rejects.toMatchObject({
      message: expect.stringContaining('is not the one that it sent a moment before') as string,
    })
  })

  test.each([2, 6, 8, 10])(
    'leaves nothing half done when it ends at request %i, whichever branch the next daemon has',
    async (request) => {
      for (const next of ['honest', 'longer'] as const) {
        const made = await longScene()
        const { service, script, hooks } = made
        show(script, made.longer)
        hooks.before = (at) => {
          if (at === request) service.wallet!.sync.cancel()
        }
        await service.wallet!.sync.refresh()
        await service.close()
        hooks.before = () => undefined
        const wallet = await service.open('w', '')
        show(script, made[next])
        for (let at = 0; at < 10; at++) script.mine()
        await wallet.sync.refresh()
        expect(wallet.chain.height).toBe(BigInt(script.height))
        const paid = made[next].length
        expect(heights(wallet)).toEqual(Array.from({ length: paid }, (_, at) => BigInt(at + 1)))
      }
    },
  )
})
