import { bytesToHex } from '@noble/hashes/utils.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { seedHeight } from '#protocol/rules/seed-height.ts'
import { keysOfSeed } from '../../../../../worker/engine/keys/account.ts'
import type { WalletEvent } from '../../../../../worker/engine/base/events.ts'
import { ScriptedChain } from '../../../../support/chains/scripted-chain.ts'
import { withCalls } from '../../../../support/daemons/lying-daemon.ts'
import { testCrypto } from '../../../../support/wasm/crypto.ts'
import { testSeed } from '../../../../support/wallets/test-wallet.ts'
import { scriptedWallet } from '../../../../support/wallets/scripted-wallet.ts'
import {
  ScriptedHasher,
  withDifficulty,
  workedWallet,
} from '../../../../support/wallets/worked-wallet.ts'

const crypto = await testCrypto()

const mine = (script: ScriptedChain, count: number) => {
  for (let at = 0; at < count; at++) script.mine()
}

describe('the blocks that are checked', () => {
  test('are the newest ten and eight of the others, then each new one', async () => {
    const { wallet, script, hasher } = await workedWallet()
    mine(script, 100)
    await wallet.sync.refresh()
    expect(hasher.calls.map((inputs) => inputs.length)).toEqual([18])
    expect(script.blocks.slice(-10).every((block) => hasher.had(block))).toBe(true)
    expect(bytesToHex(hasher.calls[0]![0]!.seedId)).toBe(bytesToHex(script.genesis))

    script.mine()
    await wallet.sync.refresh()
    mine(script, 18)
    await wallet.sync.refresh()
    await wallet.sync.refresh()
    expect(hasher.calls.map((inputs) => inputs.length)).toEqual([18, 1, 18])
    expect(script.blocks.slice(-18).every((block) => hasher.had(block))).toBe(true)
  })

  test('are the newest ten of the known ones when a wallet opens, also where nothing is new', async () => {
    const { wallet, script, service, hasher } = await workedWallet({ wanted: { name: 'mine' } })
    // A height above a multiple of 64: the newest ten begin below it.
    mine(script, 66)
    await wallet.sync.refresh()
    await service.close()
    const opened = await service.open('mine', '')
    withDifficulty(opened)
    await opened.sync.refresh()
    expect(hasher.calls).toHaveLength(2)
    expect(script.blocks.slice(-10).every((block) => hasher.had(block))).toBe(true)
  })

  test('are those of the new branch after a reorganisation', async () => {
    const { wallet, script, hasher } = await workedWallet()
    mine(script, 20)
    await wallet.sync.refresh()
    const gone = script.blocks.slice(-2)
    script.pop(2)
    mine(script, 3)
    await wallet.sync.refresh()
    expect(script.blocks.slice(-3).every((block) => hasher.had(block))).toBe(true)
    expect(gone.some((block) => hasher.had(block))).toBe(false)
    expect(hasher.calls.at(-1)).toHaveLength(3)
  })

  test.each<[string, { trusted?: boolean; isOn?: boolean; difficulty?: bigint }]>([
    ['of a trusted daemon', { trusted: true }],
    ['while checks are off', { isOn: false }],
    ['of a difficulty that every hash meets', { difficulty: 1n }],
  ])('are not made %s', async (_, { trusted = false, isOn = true, difficulty = 1000n }) => {
    const { wallet, script, hasher } = await workedWallet({ trusted })
    hasher.isOn = isOn
    withDifficulty(wallet, difficulty)
    mine(script, 3)
    await wallet.sync.refresh()
    expect(hasher.calls).toEqual([])
    expect(wallet.chain.height).toBe(4n)
  })
})

describe('the id of a seed block below the wallet', () => {
  const below = 2048n
  const script = new ScriptedChain(crypto, keysOfSeed(crypto, testSeed))
  script.perAnswer = 1000
  beforeAll(() => mine(script, 2200))

  const walletTold = async (hash: string) => {
    const asked: bigint[] = []
    const made = await workedWallet({
      script,
      wanted: { restoreHeight: 2180n },
      wrap: (daemon) =>
        withCalls(daemon, {
          rpc: {
            get_block_header_by_height: async ({ height }) => {
              asked.push(height!)
              return { block_header: { hash } } as never
            },
          },
        }),
    })
    return { ...made, asked }
  }

  test('is requested once by its height', async () => {
    const { wallet, hasher, asked } = await walletTold('ab'.repeat(32))
    await wallet.sync.refresh()
    script.mine()
    await wallet.sync.refresh()
    expect(asked).toEqual([below])
    expect(new Set(hasher.calls.flat().map(({ seedId }) => bytesToHex(seedId)))).toEqual(
      new Set(['ab'.repeat(32)]),
    )
  })

  test('is requested before blocks are applied, whose difficulties follow from their times', async () => {
    const first = 3_710_016
    const publicChain = { network: 'mainnet', first, difficulty: 684_042_855_887n } as const
    const mainnet = new ScriptedChain(crypto, keysOfSeed(crypto, testSeed), publicChain)
    mine(mainnet, 30)
    const asked: [height: bigint, walletHeight: bigint][] = []
    const hasher = new ScriptedHasher()
    const { wallet } = await scriptedWallet(crypto, {
      script: mainnet,
      trusted: false,
      workHasher: hasher,
      wanted: { network: 'mainnet', restoreHeight: BigInt(first) },
      wrap: (daemon) =>
        withCalls(daemon, {
          rpc: {
            get_block_header_by_height: async ({ height }) => {
              asked.push([height!, wallet.chain.height])
              return { block_header: { hash: 'cd'.repeat(32) } } as never
            },
          },
        }),
    })
    await wallet.sync.refresh()
    expect(asked).toEqual([[seedHeight(BigInt(first)), 1n]])
    expect(hasher.calls.map((inputs) => inputs.length)).toEqual([18])

    mainnet.mine()
    hasher.fail(mainnet.blocks.at(-1)!)
    await expect(wallet.sync.refresh()).rejects.toThrow('has no proof of work')
    expect(wallet.chain.height).toBe(BigInt(first + 30))
    expect(asked).toHaveLength(1)
  })

  test('error: it is no id', async () => {
    const { wallet } = await walletTold('nothing')
    await expect(wallet.sync.refresh()).rejects.toThrow('the id of block 2048 is not 64 hex digits')
  })
})

describe('a check', () => {
  test('error: that fails is repeated at the next refresh, and removes nothing', async () => {
    const { wallet, script, hasher } = await workedWallet()
    mine(script, 3)
    hasher.instead = () => Promise.reject(new Error('no memory'))
    await expect(wallet.sync.refresh()).rejects.toMatchObject({
      reason: 'UNKNOWN_ERROR',
      message:
        'the proofs of work of daemon scripted cannot be checked: no memory; ' +
        'free memory and refresh again, or switch the check off',
    })
    expect(wallet.chain.height).toBe(4n)
    await wallet.sync.refresh()
    await wallet.sync.refresh()
    expect(hasher.calls.map((inputs) => inputs.length)).toEqual([3, 3])
  })

  test.each(['cancelled', 'closed'])('ends when the wallet is %s', async (how) => {
    const { wallet, script, hasher, service } = await workedWallet()
    mine(script, 3)
    const begun = new Promise<void>((resolve) => {
      hasher.instead = () => {
        resolve()
        return new Promise(() => undefined)
      }
    })
    const refresh = wallet.sync.refresh()
    await begun
    if (how === 'closed') await service.close()
    else wallet.sync.cancel()
    expect(await refresh).toMatchObject({ blocksFetched: 3n })
    expect(hasher.ended).toBe(1)
    if (how === 'closed') return
    await wallet.sync.refresh()
    expect(hasher.calls.map((inputs) => inputs.length)).toEqual([3, 3])
  })

  test('is reported until it ends', async () => {
    const { wallet, script } = await workedWallet()
    mine(script, 3)
    const events: Extract<WalletEvent, { name: 'progress' }>[] = []
    wallet.events.subscribe((event) => event.name === 'progress' && events.push(event))
    await wallet.sync.refresh()
    const atTop = events.filter(({ height, target }) => height === target)
    expect(atTop.length).toBeGreaterThan(1)
    expect(atTop.slice(0, -1).every(({ checking }) => checking === true)).toBe(true)
    expect(atTop.at(-1)).not.toHaveProperty('checking')
  })
})
