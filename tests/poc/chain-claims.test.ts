/** What a daemon claims in blocks, and the wallet can hold against consensus rules, its own clock and its own records. */
import { describe, expect, test } from 'vitest'
import { blockId, parseBlock, writeBlock, type ParsedBlock } from '#protocol/chain/block.ts'
import { baseReward } from '#protocol/rules/emission.ts'
import { maxSupply } from '#protocol/rules/supply.ts'
import { dispatch } from '../../worker/rpc/dispatch.ts'
import type { Wallet } from '../../worker/engine/wallet.ts'
import { minerPaying } from '../support/chains/false-blocks.ts'
import type { ScriptedChain } from '../support/chains/scripted-chain.ts'
import { lying, withCalls, type Lie } from '../support/daemons/lying-daemon.ts'
import { testCrypto } from '../support/wasm/crypto.ts'
import { allTables } from '../support/wallets/crashing-wallet.ts'
import { scriptedWallet } from '../support/wallets/scripted-wallet.ts'

const crypto = await testCrypto()
const ours = { account: 0, address: 0 }
/** What the clock of these wallets shows. */
const now = 1_800_000_000n

/** Changes the top block, and its id with it. */
function rewriteTop(script: ScriptedChain, edit: (block: ParsedBlock) => object) {
  const top = script.blocks.at(-1)!
  const block = parseBlock(top.blob)
  top.blob = writeBlock({ ...block, ...edit(block) })
  top.id = blockId(parseBlock(top.blob))
}

/** Expects that a refresh is refused in words that name the daemon and the rule, and changes nothing. */
async function expectRefused(wallet: Wallet, problem: string) {
  const before = structuredClone(allTables(wallet.store))
  await expect(wallet.sync.refresh()).rejects.toMatchObject({
    name: 'RpcError',
    reason: 'UNKNOWN_ERROR',
    message: expect.stringContaining(
      `the answer of daemon scripted is not to be trusted: ${problem}`,
    ) as string,
  })
  expect(allTables(wallet.store)).toEqual(before)
}

/** The daemon takes its last block back and mines an honest one. */
async function expectHonestAccepted(wallet: Wallet, script: ScriptedChain) {
  script.pop(1)
  script.mine()
  await wallet.sync.refresh()
  expect(wallet.chain.height).toBe(BigInt(script.height))
}

describe('the version of a block', () => {
  test.each([15, 1])('is refused when it is %i where version 16 applies', async (majorVersion) => {
    const { wallet, script } = await scriptedWallet(crypto)
    script.mine().mine()
    rewriteTop(script, () => ({ majorVersion }))
    await expectRefused(
      wallet,
      `block 2 has version ${majorVersion}, and version 16 applies at its height`,
    )
    await expectHonestAccepted(wallet, script)
  })

  test('of a private chain is not accepted for a chain as long as mainnet', async () => {
    const { wallet, script } = await scriptedWallet(crypto, {
      wanted: { network: 'mainnet' },
      wrap: (daemon) =>
        withCalls(daemon, {
          rpc: {
            get_info: async () => ({ ...(await daemon.rpc.get_info({})), height: 1_009_827n }),
          },
        }),
    })
    script.mine()
    await expectRefused(wallet, 'it reports a private chain of 1009827 blocks')
  })
})

describe('the timestamp of a block', () => {
  test('is refused more than two hours ahead of our clock', async () => {
    const { wallet, script } = await scriptedWallet(crypto)
    script.mine()
    rewriteTop(script, () => ({ timestamp: now + 7200n }))
    await wallet.sync.refresh()
    expect(wallet.chain.height).toBe(2n)
    script.mine()
    rewriteTop(script, () => ({ timestamp: now + 7201n }))
    await expectRefused(
      wallet,
      'the timestamp of block 2 is more than two hours ahead of the clock',
    )
    await expectHonestAccepted(wallet, script)
  })

  test('is accepted while our clock is not set, or was set back', async () => {
    let time = 0n
    const { wallet, script } = await scriptedWallet(crypto, { clock: { now: () => time } })
    script.mine()
    await wallet.sync.refresh()
    expect(wallet.chain.height).toBe(2n)
    // After the last fork, but long before the block that was accepted.
    time = 1_660_000_000n
    script.mine()
    await wallet.sync.refresh()
    expect(wallet.chain.height).toBe(3n)
  })

  test('is refused beyond all clocks even then', async () => {
    const { wallet, script } = await scriptedWallet(crypto, { clock: { now: () => 0n } })
    script.mine()
    rewriteTop(script, () => ({ timestamp: 2n ** 62n }))
    await expectRefused(wallet, 'the timestamp of block 1 is more than two hours ahead')
  })

  test('is refused below the median of the last 60 blocks, across answers', async () => {
    const { wallet, script } = await scriptedWallet(crypto)
    script.perAnswer = 25
    for (let at = 0; at < 80; at++) script.mine()
    await wallet.sync.refresh()
    // Blocks 21 to 80 are 120 s apart: the median is between blocks 50 and 51.
    const median = 1_700_000_000n + 50n * 120n + 60n
    script.mine()
    rewriteTop(script, () => ({ timestamp: median - 1n }))
    await expectRefused(
      wallet,
      'the timestamp of block 81 is below the median of the 60 blocks before it',
    )
    rewriteTop(script, () => ({ timestamp: median }))
    await wallet.sync.refresh()
    expect(wallet.chain.height).toBe(82n)
  })
})

describe('the miner transaction of a block', () => {
  const reward = baseReward(0n, 16)

  test('is refused above the reward of the chain', async () => {
    const { wallet, script } = await scriptedWallet(crypto)
    script.mine().mine([], ours)
    rewriteTop(script, (block) => minerPaying(block, 2n ** 64n - 1n))
    await expectRefused(
      wallet,
      `block 2 pays its miner ${2n ** 64n - 1n} piconero, and reward and fees are at most ${reward}`,
    )
    await expectHonestAccepted(wallet, script)
  })

  test('is refused when its sum has more than 64 bits', async () => {
    const { wallet, script } = await scriptedWallet(crypto)
    script.mine([], ours)
    rewriteTop(script, (block) => minerPaying(block, 2n ** 64n - 1n, 1n))
    await expectRefused(wallet, `a block pays its miner ${2n ** 64n} piconero`)
  })

  test.each([
    ['one fee', [1000n]],
    ['many fees', [1000n, 7n, 90_000_000n]],
    ['a fee that floating point cannot hold', [2n ** 53n + 1n, 1n]],
  ])('may pay the whole reward and %s, and not more', async (_, fees) => {
    const { wallet, script } = await scriptedWallet(crypto)
    const pay = (fee: bigint) => script.pay({ payments: [{ amount: 1n }], fee })
    const most = fees.reduce((sum, fee) => sum + fee, reward)
    script.mine(fees.map(pay))
    rewriteTop(script, (block) => minerPaying(block, most + 1n))
    await expectRefused(wallet, `block 1 pays its miner ${most + 1n} piconero`)
    rewriteTop(script, (block) => minerPaying(block, most))
    await wallet.sync.refresh()
    expect([wallet.chain.height, wallet.chain.lastReward]).toEqual([2n, most])
  })
})

describe('an amount above the supply', () => {
  test.each([
    ['in one output', [maxSupply(3n) + 1n]],
    ['in several outputs together', [maxSupply(3n), 1n]],
  ])('is refused %s', async (_, amounts) => {
    const { wallet, script } = await scriptedWallet(crypto)
    script.mine()
    await wallet.sync.refresh()
    script.mine([script.pay({ payments: amounts.map((amount) => ({ to: ours, amount })) })])
    await expectRefused(wallet, 'the wallet would hold')
    // The refusal depends on own keys: this daemon receives no further request.
    wallet.setDaemon({ address: 'other', trusted: false })
    await expectHonestAccepted(wallet, script)
  })

  test('is refused over several blocks', async () => {
    const { wallet, script } = await scriptedWallet(crypto)
    const half = maxSupply(2n) / 2n
    script.mine([script.pay({ payments: [{ to: ours, amount: half }, { amount: 1n }] })])
    await wallet.sync.refresh()
    script.mine([script.pay({ payments: [{ to: ours, amount: maxSupply(3n) }, { amount: 1n }] })])
    await expectRefused(wallet, `the wallet would hold ${half + maxSupply(3n)} piconero`)
  })

  test('is refused in the pool', async () => {
    const { wallet, script } = await scriptedWallet(crypto)
    script.mine()
    await wallet.sync.refresh()
    script.wait(
      script.pay({ payments: [{ to: ours, amount: maxSupply(2n) + 1n }, { amount: 1n }] }),
    )
    await expectRefused(wallet, 'the wallet would hold')
  })
})

test('an adjusted time of 2033 does not end a time lock', async () => {
  const { wallet, script, service } = await scriptedWallet(crypto, {
    wrap: lying({ info: (info) => ({ ...info, adjusted_time: 2_000_000_000n }) }),
  })
  const unlockTime = now + 86_400n
  script.mine([script.pay({ payments: [{ to: ours, amount: 5000n }, { amount: 1n }], unlockTime })])
  for (let at = 0; at < 15; at++) script.mine()
  await wallet.sync.refresh()
  expect(wallet.sync.view().time).toBe(now + 7200n + 120n)
  expect(await dispatch(service, 'get_balance', {})).toMatchObject({
    result: { balance: 5000n, unlocked_balance: 0n },
  })
})

describe('global output indices', () => {
  /** All indices of an answer are shifted. */
  const shifted = (by: () => bigint): Lie => ({
    blocks: (answer) => ({
      ...answer,
      output_indices: answer.output_indices.map(({ indices }) => ({
        indices: indices.map(({ indices: each }) => ({ indices: each.map((at) => at + by()) })),
      })),
    }),
  })

  async function scene(restoreHeight = 0n) {
    const lie = { shift: 0n }
    const made = await scriptedWallet(crypto, {
      wanted: { restoreHeight, name: 'w' },
      wrap: lying(shifted(() => lie.shift)),
    })
    const pay = () => made.script.pay({ payments: [{ to: ours, amount: 5n }, { amount: 1n }] })
    return { ...made, lie, pay }
  }

  test('of the first block begin with 0', async () => {
    const { wallet, script, lie, pay } = await scene()
    lie.shift = 1000n
    script.mine([pay()])
    await expectRefused(
      wallet,
      'output indices do not run on from one output to the next: expected 0 in block 1, got 1000',
    )
  })

  test.each(['refreshes', 'restarts'])('run on across %s', async (what) => {
    const { script, service, lie, pay } = await scene()
    const reopen = async () => {
      await dispatch(service, 'close_wallet')
      await dispatch(service, 'open_wallet', { filename: 'w' })
    }
    script.mine([pay()]).mine()
    await service.wallet!.sync.refresh()
    if (what === 'restarts') await reopen()
    lie.shift = 1n
    script.mine([pay()])
    await expectRefused(service.wallet!, 'output indices do not run on')
    lie.shift = 0n
    await service.wallet!.sync.refresh()
    const indices = [...service.wallet!.store.outputs.values()].map(
      ({ globalIndex }) => globalIndex,
    )
    expect(indices).toEqual([1n, 5n])
  })

  test('run on across a reorganisation', async () => {
    const { wallet, script, lie, pay } = await scene()
    script.mine([pay()]).mine().mine([pay()]).mine()
    await wallet.sync.refresh()
    script.pop(3)
    script.mine().mine([pay()]).mine().mine()
    lie.shift = 2n
    await expectRefused(wallet, 'output indices do not run on')
    lie.shift = 0n
    await wallet.sync.refresh()
    expect(wallet.chain.height).toBe(6n)
    expect([...wallet.store.outputs.values()].map(({ globalIndex }) => globalIndex)).toEqual([
      1n,
      5n,
    ])
  })

  test('are learned from the first blocks that a wallet scans', async () => {
    const { wallet, script, lie, pay } = await scene(5n)
    for (let at = 0; at < 6; at++) script.mine()
    await wallet.sync.refresh()
    script.mine([pay()])
    lie.shift = 1n
    await expectRefused(wallet, 'output indices do not run on')
    lie.shift = 0n
    await wallet.sync.refresh()
    expect([...wallet.store.outputs.values()].map(({ globalIndex }) => globalIndex)).toEqual([7n])
  })

  test('are learned by a wallet of an earlier version at its next blocks', async () => {
    const { wallet, script, lie, pay } = await scene()
    script.mine([pay()]).mine()
    await wallet.sync.refresh()
    const { first, ids, reward } = wallet.store.blocks.get('0')!
    await wallet.store.commit((change) =>
      change.put(wallet.store.blocks, '0', { first, ids, reward }),
    )
    script.mine()
    await wallet.sync.refresh()
    lie.shift = 1n
    script.mine([pay()])
    await expectRefused(wallet, 'output indices do not run on')
  })
})

describe('frozen outputs', () => {
  async function scene() {
    const made = await scriptedWallet(crypto)
    const { wallet, script, service } = made
    const paid = script.pay({ payments: [{ to: ours, amount: 5000n }, { amount: 1n }] })
    script.mine().mine([paid]).mine()
    await wallet.sync.refresh()
    await dispatch(service, 'freeze', { key_image: paid.keyImages[0]! })
    const isFrozen = () => [...wallet.store.outputs.values()].map(({ frozen }) => frozen)
    return { ...made, paid, isFrozen }
  }

  test('stay frozen when a false reorganisation removes them', async () => {
    const { wallet, script, isFrozen } = await scene()
    const honest = [...script.blocks]
    script.pop(2)
    script.mine().mine().mine()
    await wallet.sync.refresh()
    expect(isFrozen()).toEqual([])
    script.blocks.splice(0, Infinity, ...honest)
    await wallet.sync.refresh()
    expect([isFrozen(), wallet.store.frozen.size]).toEqual([[true], 0])
  })

  test.each([{}, { hard: true }])('stay frozen through a rescan with %o', async (params) => {
    const { service, isFrozen, paid, wallet } = await scene()
    await dispatch(service, 'rescan_blockchain', params)
    expect([isFrozen(), wallet.store.frozen.size]).toEqual([[true], 0])
    await dispatch(service, 'thaw', { key_image: paid.keyImages[0]! })
    await dispatch(service, 'rescan_blockchain', params)
    expect(isFrozen()).toEqual([false])
  })
})
