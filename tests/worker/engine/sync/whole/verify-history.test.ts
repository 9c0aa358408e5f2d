import { describe, expect, test } from 'vitest'
import { ConnectionError } from '#protocol/daemon/errors.ts'
import type { Daemon } from '../../../../../worker/engine/base/ports.ts'
import type { NewWallet } from '../../../../../worker/engine/service.ts'
import { dispatch } from '../../../../../worker/rpc/dispatch.ts'
import type { Payout, ScriptedChain } from '../../../../support/chains/scripted-chain.ts'
import { withCalls } from '../../../../support/daemons/lying-daemon.ts'
import { plainDaemon, type PlainDaemon } from '../../../../support/daemons/plain-daemon.ts'
import { scriptedWallet } from '../../../../support/wallets/scripted-wallet.ts'
import { testCrypto } from '../../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
const toUs: Payout = {
  payments: [{ to: { account: 0, address: 0 }, amount: 5n }, { amount: 1n }],
}
const foreign: Payout = { payments: [{ amount: 1n }, { amount: 2n }] }

/** Blocks with a payment. The chain has 150 blocks. */
const paidAt = [5, 70, 100, 130]

/** Requests of the three groups of this chain, each from its lowest block up. */
const groups = [
  ['whole 128 to 143', 'whole 144 to 150'],
  ['whole 64 to 79', 'whole 80 to 95', 'whole 96 to 111', 'whole 112 to 127'],
  ['whole 1 to 16', 'whole 17 to 32', 'whole 33 to 48', 'whole 49 to 63'],
]
const all = groups.flat()

/**
 * A wallet that received payments from a plain daemon, which did not prove them.
 *
 * @param payout - What is paid in each of these blocks. @param request - Called before each request for whole blocks.
 */
async function scene(
  payout: Payout = toUs,
  { wanted = {}, request = () => {} }: { wanted?: Partial<NewWallet>; request?: () => void } = {},
) {
  const daemon: PlainDaemon = { pruned: new Map(), whole: new Map(), requests: [] }
  const made: { script?: ScriptedChain } = {}
  const watched = (inner: Daemon) =>
    withCalls(inner, {
      bin: {
        get_blocks_by_height: async (params) => {
          request()
          return inner.bin.get_blocks_by_height(params)
        },
      },
    })
  const { wallet, script, service } = await scriptedWallet(crypto, {
    wanted,
    wrap: (inner) => watched(plainDaemon(inner, () => made.script!, daemon)),
  })
  made.script = script
  service.wholeBlocks = false
  for (let height = 1; height <= 150; height++)
    script.mine(paidAt.includes(height) ? [script.pay(payout)] : [])
  await wallet.sync.refresh()
  daemon.requests.length = 0
  const unproved = () =>
    [...service.wallet!.store.received.values()]
      .filter(({ proved }) => proved !== true)
      .map(({ height }) => Number(height))
  return { wallet, script, service, requests: daemon.requests, unproved }
}

describe('the whole range', () => {
  test('is requested in groups from the top down, and proves all payments', async () => {
    const { wallet, requests, unproved } = await scene()
    expect(unproved()).toEqual(paidAt)
    const left = await wallet.sync.verifyHistory(0n, 1000)
    expect(left).toMatchObject({ next: 151n, top: 151n, blocksLeft: 0n, unverified: 0 })
    expect(unproved()).toEqual([])
    expect(requests).toEqual(all)
  })

  test('is requested alike by wallets with different money', async () => {
    const play = async (payout: Payout) => {
      const { wallet, script, requests } = await scene(payout)
      for (const blocks of [1, 1, 100]) await wallet.sync.verifyHistory(0n, blocks)
      script.mine([script.pay(payout)]).mine()
      await wallet.sync.refresh()
      await wallet.sync.verifyHistory(0n, 100)
      return requests
    }
    const requests = await play(foreign)
    expect(requests).toEqual([...all, expect.any(String), 'whole 128 to 143', 'whole 144 to 152'])
    expect(await play(toUs)).toEqual(requests)
  })

  test('is requested alike where payments are proved already', async () => {
    const { wallet, requests } = await scene()
    await wallet.sync.verifyBlocks(70n, 71n)
    requests.length = 0
    await wallet.sync.verifyHistory(0n, 1000)
    expect(requests).toEqual(all)
  })

  test('does not show the restore height, and ends there', async () => {
    const { wallet, requests, unproved } = await scene(toUs, { wanted: { restoreHeight: 71n } })
    expect(unproved()).toEqual([100, 130])
    const { first, blocksLeft } = await wallet.sync.verifyHistory(0n, 1000)
    expect([first, blocksLeft]).toEqual([71n, 0n])
    expect(requests).toEqual([...groups[0]!, ...groups[1]!])
    expect(unproved()).toEqual([])
    // Blocks below were requested, and not scanned.
    expect(wallet.store.received.size).toBe(2)
    expect(wallet.chain.height).toBe(151n)
  })

  test('continues with the blocks that came since', async () => {
    const { wallet, script, requests, unproved } = await scene()
    await wallet.sync.verifyHistory(0n, 1000)
    for (let i = 0; i < 9; i++) script.mine()
    script.mine([script.pay(toUs)])
    await wallet.sync.refresh()
    expect(await wallet.sync.verifyHistory(0n, 0)).toMatchObject({ next: 161n, blocksLeft: 10n })
    expect(unproved()).toEqual([160])
    requests.length = 0
    await wallet.sync.verifyHistory(0n, 1000)
    expect(requests).toEqual(['whole 128 to 143', 'whole 144 to 159', 'whole 160 to 160'])
    expect(unproved()).toEqual([])
  })
})

describe('a part of the range', () => {
  test('is at least one group, and the next call continues', async () => {
    const { wallet, requests, unproved } = await scene()
    const left = await wallet.sync.verifyHistory(0n, 1)
    expect(left).toMatchObject({ first: 1n, next: 128n, top: 151n, blocksLeft: 127n })
    expect(unproved()).toEqual([5, 70, 100])
    expect(requests).toEqual(groups[0])
    await wallet.sync.verifyHistory(0n, 64)
    expect(unproved()).toEqual([5])
    expect(requests).toEqual([...groups[0]!, ...groups[1]!])
  })

  test('of no blocks requests nothing', async () => {
    const { wallet, requests } = await scene()
    expect(await wallet.sync.verifyHistory(0n, 0)).toMatchObject({
      next: 151n,
      blocksLeft: 150n,
      unverified: 4,
    })
    expect(requests).toEqual([])
    expect(wallet.store.verified.isStored).toBe(false)
  })

  test('survives a restart', async () => {
    const { wallet, service, requests, unproved } = await scene(toUs, {
      wanted: { name: 'mine', password: 'p' },
    })
    await wallet.sync.verifyHistory(0n, 1)
    await dispatch(service, 'close_wallet', {})
    await dispatch(service, 'open_wallet', { filename: 'mine', password: 'p' })
    requests.length = 0
    await service.wallet!.sync.verifyHistory(0n, 1000)
    expect(requests).toEqual([...groups[1]!, ...groups[2]!])
    expect(unproved()).toEqual([])
  })

  test('survives a failed connection', async () => {
    let calls = 0
    const { wallet, requests, unproved } = await scene(toUs, {
      request: () => {
        calls++
        if (calls === 5) throw new ConnectionError('away')
      },
    })
    await expect(wallet.sync.verifyHistory(0n, 1000)).rejects.toMatchObject({
      reason: 'NO_DAEMON_CONNECTION',
    })
    expect(unproved()).toEqual([5, 70, 100])
    requests.length = 0
    await wallet.sync.verifyHistory(0n, 1000)
    expect(requests).toEqual([...groups[1]!, ...groups[2]!])
    expect(unproved()).toEqual([])
  })

  test('survives a cancellation, which is no error', async () => {
    const scenes: { cancel: () => void } = { cancel: () => {} }
    let calls = 0
    const { wallet, unproved } = await scene(toUs, {
      request: () => {
        calls++
        if (calls === 4) scenes.cancel()
      },
    })
    scenes.cancel = () => wallet.sync.cancel()
    const left = await wallet.sync.verifyHistory(0n, 1000)
    expect(left).toMatchObject({ next: 128n, blocksLeft: 127n })
    expect(unproved()).toEqual([5, 70, 100])
    expect(await wallet.sync.verifyHistory(0n, 1000)).toMatchObject({ blocksLeft: 0n })
  })

  test('begins again after a rescan', async () => {
    const { wallet, requests, unproved } = await scene()
    await wallet.sync.verifyHistory(0n, 1)
    await wallet.sync.rescan({ hard: false })
    expect(unproved()).toEqual(paidAt)
    requests.length = 0
    await wallet.sync.verifyHistory(0n, 1000)
    expect(requests).toEqual(all)
  })

  test('begins again with another start', async () => {
    const { wallet, requests } = await scene()
    await wallet.sync.verifyHistory(0n, 1)
    requests.length = 0
    expect(await wallet.sync.verifyHistory(100n, 1)).toMatchObject({ first: 100n, next: 128n })
    expect(requests).toEqual(groups[0])
  })
})

describe('a reorganisation', () => {
  test('of verified blocks leaves the new ones for the next range', async () => {
    const { wallet, script, requests, unproved } = await scene()
    await wallet.sync.verifyHistory(0n, 1)
    script.pop(10)
    for (let i = 0; i < 12; i++) script.mine([script.pay(toUs)])
    await wallet.sync.refresh()
    requests.length = 0
    await wallet.sync.verifyHistory(0n, 127)
    expect(requests).toEqual([...groups[1]!, ...groups[2]!])
    expect(unproved()).toHaveLength(12)
    await wallet.sync.verifyHistory(0n, 1000)
    expect(requests.slice(8)).toEqual(['whole 128 to 143', 'whole 144 to 152'])
    expect(unproved()).toEqual([])
  })

  test('of blocks that are left continues below the new ones', async () => {
    const { wallet, script, requests, unproved } = await scene()
    await wallet.sync.verifyHistory(0n, 1)
    script.pop(50)
    for (let i = 0; i < 52; i++) script.mine()
    await wallet.sync.refresh()
    requests.length = 0
    expect(await wallet.sync.verifyHistory(0n, 1)).toMatchObject({ next: 64n, top: 101n })
    expect(requests).toEqual(['whole 64 to 79', 'whole 80 to 95', 'whole 96 to 100'])
    expect(unproved()).toEqual([5])
    await wallet.sync.verifyHistory(0n, 1000)
    expect(unproved()).toEqual([])
  })

  test('that the wallet has not seen ends the call', async () => {
    const { wallet, script, unproved } = await scene()
    script.pop(10)
    for (let i = 0; i < 12; i++) script.mine()
    await expect(wallet.sync.verifyHistory(0n, 1000)).rejects.toThrow(
      'the blocks of the daemon changed: refresh and try again',
    )
    expect(unproved()).toEqual(paidAt)
    await wallet.sync.refresh()
    expect(await wallet.sync.verifyHistory(0n, 1000)).toMatchObject({ unverified: 0 })
  })
})
