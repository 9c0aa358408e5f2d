import { describe, expect, test } from 'vitest'
import { balancesOf } from '../../../../worker/engine/ledger/balances.ts'
import type { WalletEvent } from '../../../../worker/engine/base/events.ts'
import type { Daemon } from '../../../../worker/engine/base/ports.ts'
import { lying, withCalls, type BlocksAnswer } from '../../../support/daemons/lying-daemon.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import type { Wallet } from '../../../../worker/engine/wallet.ts'
import type { ScriptedChain } from '../../../support/chains/scripted-chain.ts'
import { scriptedWallet } from '../../../support/wallets/scripted-wallet.ts'

const crypto = await testCrypto()
const ours = { account: 0, address: 0 }

/** Calls `before` with the number of each get_blocks call, from 1 on. */
const watching = (before: (call: number) => void | Promise<void>) => {
  let calls = 0
  return (daemon: Daemon): Daemon =>
    withCalls(daemon, {
      bin: {
        async get_blocks(params) {
          await before(++calls)
          return daemon.bin.get_blocks(params)
        },
      },
    })
}

function mineToUs(script: ScriptedChain, blocks: number) {
  for (let mined = 0; mined < blocks; mined++) script.mine([], ours)
}

describe('applyBlocks', () => {
  test('requests all answers before it commits one, and applies each block once', async () => {
    let commit = () => {}
    const requested = new Promise<void>((resolve) => (commit = resolve))
    const heights: bigint[] = []
    const made = await scriptedWallet(crypto, {
      wrap: watching((call) => {
        heights.push(made.wallet.chain.height)
        if (call === 4) commit()
      }),
    })
    const { wallet, script } = made
    const { store } = wallet
    const committed = store.commit.bind(store)
    store.commit = async (stage) => {
      await requested
      return committed(stage)
    }
    script.perAnswer = 6
    mineToUs(script, 20)
    expect(await wallet.sync.refresh()).toEqual({ blocksFetched: 20n, receivedMoney: true })
    // Each answer repeats one block.
    expect(heights).toEqual([1n, 1n, 1n, 1n])
    expect(wallet.store.outputs.size).toBe(20)
    expect(wallet.chain.height).toBe(21n)
  })

  test('lets reads run at the same time; each sees whole batches', async () => {
    // A time slice ends after every piece.
    let ms = 0
    const clock = { monotonicMs: () => (ms += 20) }
    const { wallet, script } = await scriptedWallet(crypto, { clock })
    script.perAnswer = 4
    mineToUs(script, 24)
    const seen: [outputs: number, total: bigint][] = []
    let isRunning = true
    const refreshed = wallet.sync.refresh().finally(() => (isRunning = false))
    while (isRunning) {
      const total = balancesOf(wallet, { strict: true }).at({ account: 0, address: 0 }).total
      seen.push([wallet.store.outputs.size, total])
      expect(wallet.store.outputs.size).toBe(Number(wallet.chain.height) - 1)
      expect(total).toBe(600_000_000_000n * BigInt(wallet.store.outputs.size))
      await new Promise((resolve) => setImmediate(resolve))
    }
    await refreshed
    expect(new Set(seen.map(([outputs]) => outputs)).size).toBeGreaterThan(3)
  })

  test('keeps applied blocks when it is cancelled, and the next refresh continues there', async () => {
    const { wallet, script } = await scriptedWallet(crypto)
    const unsubscribe = wallet.events.subscribe(({ name }) => {
      if (name === 'received') wallet.sync.cancel()
    })
    script.perAnswer = 6
    mineToUs(script, 20)
    const { blocksFetched } = await wallet.sync.refresh()
    expect(blocksFetched).toBeGreaterThanOrEqual(5n)
    expect(blocksFetched).toBeLessThan(20n)
    expect(wallet.store.outputs.size).toBe(Number(blocksFetched))
    unsubscribe()

    expect((await wallet.sync.refresh()).blocksFetched).toBe(20n - blocksFetched)
    expect(wallet.store.outputs.size).toBe(20)
  })

  test('ends when the wallet is closed, and writes nothing afterwards', async () => {
    let writes = 0
    const made = await scriptedWallet(crypto, { wrap: watching(() => undefined) })
    const { wallet, script, service } = made
    script.perAnswer = 3
    mineToUs(script, 30)
    const refreshed = wallet.sync.refresh()
    const commit = wallet.store.commit.bind(wallet.store)
    wallet.store.commit = (stage) => {
      writes++
      return commit(stage)
    }
    await new Promise((resolve) => setImmediate(resolve))
    await service.close()
    const before = writes
    await refreshed
    expect(writes).toBe(before)
    expect(await wallet.sync.refresh()).toEqual({ blocksFetched: 0n, receivedMoney: false })
  })

  test('error: storage fails; the whole batch is lost, and applied by the next refresh', async () => {
    const { wallet, script } = await scriptedWallet(crypto)
    script.perAnswer = 6
    mineToUs(script, 15)
    const commit = wallet.store.commit.bind(wallet.store)
    let commits = 0
    wallet.store.commit = (stage) =>
      ++commits === 2 ? Promise.reject(new Error('disk full')) : commit(stage)
    await expect(wallet.sync.refresh()).rejects.toThrow('disk full')
    expect(wallet.store.outputs.size).toBe(5)
    expect(wallet.chain.height).toBe(6n)

    await wallet.sync.refresh()
    expect(wallet.store.outputs.size).toBe(15)
  })

  test('error: the connection fails; the blocks before it stay applied', async () => {
    const { wallet, script } = await scriptedWallet(crypto, {
      wrap: watching((call) => {
        if (call === 3) throw new Error('gone')
      }),
    })
    script.perAnswer = 6
    mineToUs(script, 20)
    await expect(wallet.sync.refresh()).rejects.toThrow('gone')
    expect(wallet.store.outputs.size).toBe(10)
  })
})

describe('scanning starts', () => {
  test('at the restore height; blocks are requested from a multiple of 64 on', async () => {
    const asked: bigint[] = []
    const { wallet, script } = await scriptedWallet(crypto, {
      wanted: { restoreHeight: 70n },
      wrap: (daemon) =>
        withCalls(daemon, {
          bin: {
            get_blocks(params) {
              asked.push(params.start_height!)
              return daemon.bin.get_blocks(params)
            },
          },
        }),
    })
    mineToUs(script, 72)
    expect(await wallet.sync.refresh()).toEqual({ blocksFetched: 3n, receivedMoney: true })
    expect(asked).toEqual([64n])
    expect([...wallet.store.outputs.values()].map(({ height }) => height)).toEqual([70n, 71n, 72n])
    expect([wallet.chain.first, wallet.chain.height]).toEqual([64n, 73n])
    expect(wallet.store.info.value.restoreHeight).toBe(70n)
  })

  test('above the top of the chain: lower blocks are followed, not scanned', async () => {
    const { wallet, script } = await scriptedWallet(crypto, { wanted: { restoreHeight: 5n } })
    script.mine([], ours).mine([], ours)
    await wallet.sync.refresh()
    expect(wallet.chain.height).toBe(3n)
    for (let height = 3; height <= 6; height++) script.mine([], ours)
    await wallet.sync.refresh()
    expect([...wallet.store.outputs.values()].map(({ height }) => height)).toEqual([5n, 6n])
  })

  test('again at the restore height when blocks below it are replaced', async () => {
    const { wallet, script } = await scriptedWallet(crypto, { wanted: { restoreHeight: 4n } })
    for (let height = 1; height <= 6; height++) script.mine([], ours)
    await wallet.sync.refresh()
    script.pop(5)
    for (let height = 2; height <= 8; height++) script.mine([], { account: 0, address: 1 })
    await wallet.sync.refresh()
    const found = [...wallet.store.outputs.values()]
    expect(found.map(({ height, subaddress }) => [height, subaddress.address])).toEqual(
      [4n, 5n, 6n, 7n, 8n].map((height) => [height, 1]),
    )
  })

  test('at start_height when that is above the scanned blocks', async () => {
    const { wallet, script } = await scriptedWallet(crypto)
    for (let height = 1; height <= 230; height++) script.mine()
    for (let height = 231; height <= 235; height++) script.mine([], ours)
    expect(await wallet.sync.refresh(233n)).toEqual({ blocksFetched: 103n, receivedMoney: true })
    expect([...wallet.store.outputs.values()].map(({ height }) => height)).toEqual([
      233n,
      234n,
      235n,
    ])
    expect(wallet.chain.height).toBe(236n)
    // Blocks just below are known, so that a reorganisation can be followed.
    expect(wallet.chain.first).toBe(128n)
  })
})

describe('the first blocks from a daemon', () => {
  const other = { address: 'other', trusted: false }
  /** Mines up to a height; few blocks pay us. */
  function extend(script: ScriptedChain, top: number, to: typeof ours) {
    while (script.height <= top) script.mine([], script.height % 5 < 2 ? to : undefined)
  }
  const heights = (wallet: Wallet) =>
    [...wallet.store.outputs.values()].map(({ height, subaddress }) => [height, subaddress.address])

  /** A wallet that scanned 150 blocks, and knows their ids from `first` on. */
  async function scannedWallet(restoreHeight: bigint, first?: bigint) {
    const { wallet, script } = await scriptedWallet(crypto, { wanted: { restoreHeight } })
    extend(script, 150, ours)
    await wallet.sync.refresh()
    const { blocks } = wallet.store
    await wallet.store.commit((change) => {
      const [name, segment] = [...blocks.rows][0]!
      if (first !== undefined)
        change.put(blocks, name, {
          ...segment,
          first,
          ids: segment.ids.slice(32 * Number(first - segment.first)),
        })
    })
    script.perAnswer = 7
    return { wallet, script }
  }

  /** Replaces the blocks from a height on by others that pay the next address. */
  function fork(script: ScriptedChain, height: number) {
    script.pop(script.height - height)
    extend(script, 154, { account: 0, address: 1 })
  }

  test('are read again without being counted or applied again', async () => {
    const { wallet, script } = await scannedWallet(0n)
    const before = [...wallet.store.outputs.values()]
    wallet.setDaemon(other)
    expect(await wallet.sync.refresh()).toEqual({ blocksFetched: 0n, receivedMoney: false })
    script.mine().mine()
    wallet.setDaemon(other)
    expect(await wallet.sync.refresh()).toEqual({ blocksFetched: 2n, receivedMoney: false })
    expect([...wallet.store.outputs.values()]).toEqual(before)
    expect(wallet.chain.height).toBe(153n)
  })

  test.each([
    ['near the top', 100n, undefined, [149, 140]],
    ['at the rounded height', 100n, undefined, [127, 128, 129]],
    ['at the restore height', 100n, undefined, [100]],
    ['at and below the oldest known id', 100n, undefined, [65, 64, 63, 30]],
    ['with an oldest id that is no multiple of 64', 110n, 110n, [149, 128, 111, 110, 109, 30]],
    ['with an oldest id near the top', 140n, 140n, [149, 141, 140, 139, 128, 30]],
  ])('follow a reorganisation %s', async (_, restoreHeight, first, forks) => {
    for (const height of forks) {
      const { wallet, script } = await scannedWallet(restoreHeight, first)
      fork(script, height)
      wallet.setDaemon(other)
      await wallet.sync.refresh()
      const whole = await scriptedWallet(crypto, { script, wanted: { restoreHeight } })
      await whole.wallet.sync.refresh()
      expect(heights(wallet)).toEqual(heights(whole.wallet))
      expect(wallet.chain.height).toBe(155n)
    }
  })

  test.each([64n, 100n, 140n])(
    'are refused where blocks below the oldest known id %i may be replaced',
    async (first) => {
      for (const [height, shorter] of [
        [Number(first), false],
        [30, false],
        [30, true],
      ] as const) {
        const { wallet, script } = await scannedWallet(0n, first)
        if (shorter) script.pop(120)
        else fork(script, height)
        const before = heights(wallet)
        wallet.setDaemon(other)
        await expect(wallet.sync.refresh()).rejects.toThrow('reorg exceeds maximum allowed depth')
        expect(heights(wallet)).toEqual(before)
        expect(wallet.chain.height).toBe(151n)
      }
    },
  )

  test('from a daemon that is behind the restore height change nothing', async () => {
    const { wallet, script } = await scannedWallet(100n)
    script.pop(110)
    script.mine()
    const before = heights(wallet)
    wallet.setDaemon(other)
    expect(await wallet.sync.refresh()).toEqual({ blocksFetched: 0n, receivedMoney: false })
    expect(heights(wallet)).toEqual(before)
  })
})

test('follows a branch that diverges far above the last block id it sends', async () => {
  const { wallet, script } = await scriptedWallet(await testCrypto())
  for (let mined = 0; mined < 200; mined++) script.mine([], mined < 50 ? ours : undefined)
  await wallet.sync.refresh()
  const events: WalletEvent[] = []
  wallet.events.subscribe((event) => events.push(event))
  // The wallet sends the ids of blocks 64 and 128. Of the blocks between, both branches share 36: six answers.
  script.perAnswer = 6
  script.pop(100)
  for (let mined = 0; mined < 110; mined++) script.mine()
  await wallet.sync.refresh()
  expect(wallet.chain.height).toBe(211n)
  expect(wallet.store.outputs.size).toBe(50)
  expect(events.filter(({ name }) => name === 'reorganised')).toEqual([
    { name: 'reorganised', height: 101n, detached: 100 },
  ])
})

describe('error: a daemon that', () => {
  test('returns a wrong last block adds no address that an earlier block paid', async () => {
    let isLying = true
    const { wallet, script } = await scriptedWallet(crypto, {
      wrap: (daemon) => {
        const blocks = (answer: BlocksAnswer) => {
          if (isLying) answer.output_indices.at(-1)!.indices.pop()
          return answer
        }
        return lying({ blocks })(daemon)
      },
    })
    const paid = [4, 8].map((address) =>
      script.pay({ payments: [{ to: { account: 0, address }, amount: 1n }] }),
    )
    for (const tx of paid) script.mine([tx])
    await expect(wallet.sync.refresh()).rejects.toThrow('output indices')
    expect(wallet.addresses.addressCount(0)).toBe(1)
    expect(wallet.store.outputs.size).toBe(0)

    isLying = false
    await wallet.sync.refresh()
    expect(wallet.addresses.addressCount(0)).toBe(9)
    expect(wallet.store.outputs.size).toBe(2)
  })

  test('returns only known blocks is queried at most twice', async () => {
    let asked = 0
    let known: Uint8Array | undefined
    const { wallet, script } = await scriptedWallet(crypto, {
      wrap: (daemon) =>
        withCalls(daemon, {
          bin: {
            get_blocks(params) {
              asked++
              return daemon.bin.get_blocks(known ? { ...params, block_ids: [known] } : params)
            },
          },
        }),
    })
    script.perAnswer = 3
    script.mine([], ours).mine().mine().mine()
    await wallet.sync.refresh()
    script.mine()
    known = script.blocks[0]!.id
    asked = 0
    await expect(wallet.sync.refresh()).rejects.toMatchObject({
      name: 'RpcError',
      reason: 'UNKNOWN_ERROR',
      message: expect.stringContaining('it gives blocks we know again and again'),
    })
    expect(asked).toBe(2)
    expect(wallet.chain.height).toBe(5n)

    known = undefined
    await wallet.sync.refresh()
    expect(wallet.chain.height).toBe(6n)
  })

  test('has another chain below all known blocks is refused', async () => {
    const { wallet, script } = await scriptedWallet(crypto)
    script.mine([], ours).mine().mine()
    await wallet.sync.refresh()
    // Only the genesis block is known below block 3.
    await wallet.store.commit((change) => {
      const [name, segment] = [...wallet.store.blocks.rows][0]!
      const ids = segment.ids.slice(64)
      change.put(wallet.store.blocks, name, { ...segment, first: segment.first + 2n, ids })
    })
    script.pop(3)
    script.mine().mine().mine().mine()
    await expect(wallet.sync.refresh()).rejects.toThrow('reorg exceeds maximum allowed depth')
    expect(wallet.store.outputs.size).toBe(1)
  })
})
