import { describe, expect, test } from 'vitest'
import { balancesOf } from '../../../../worker/engine/ledger/balances.ts'
import type { WalletEvent } from '../../../../worker/engine/base/events.ts'
import type { Daemon } from '../../../../worker/engine/base/ports.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import type { ScriptedChain } from '../../../support/chains/scripted-chain.ts'
import { scriptedWallet } from '../../../support/wallets/scripted-wallet.ts'

const crypto = await testCrypto()
const ours = { account: 0, address: 0 }

/** Calls `before` with the number of each get_blocks call, from 1 on. */
const watching = (before: (call: number) => void | Promise<void>) => {
  let calls = 0
  return (daemon: Daemon): Daemon => ({
    ...daemon,
    bin: new Proxy(daemon.bin, {
      get: (bin, name) =>
        name === 'get_blocks'
          ? async (params: never) => {
              await before(++calls)
              return bin.get_blocks(params)
            }
          : bin[name as 'get_blocks'],
    }),
  })
}

function mineToUs(script: ScriptedChain, blocks: number) {
  for (let mined = 0; mined < blocks; mined++) script.mine([], ours)
}

describe('a refresh of many answers', () => {
  test('asks for the next while it looks at one, and enters each block once', async () => {
    const heights: bigint[] = []
    const made = await scriptedWallet(crypto, {
      wrap: watching(() => void heights.push(made.wallet.chain.height)),
    })
    const { wallet, script } = made
    script.perAnswer = 6
    mineToUs(script, 20)
    expect(await wallet.sync.refresh()).toEqual({ blocksFetched: 20n, receivedMoney: true })
    // Each answer repeats one block. The second was asked for before the first was entered.
    expect(heights).toEqual([1n, 1n, 6n, 11n])
    expect(wallet.store.outputs.size).toBe(20)
    expect(wallet.chain.height).toBe(21n)
  })

  test('answers reads meanwhile, each with whole batches', async () => {
    // However quick the machine is, time is up after every piece.
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

  test('cancelled, keeps what it entered, and the next goes on from there', async () => {
    const made = await scriptedWallet(crypto, {
      wrap: watching((call) => {
        if (call === 3) made.wallet.sync.cancel()
      }),
    })
    const { wallet, script } = made
    script.perAnswer = 6
    mineToUs(script, 20)
    const { blocksFetched } = await wallet.sync.refresh()
    expect(blocksFetched).toBeGreaterThanOrEqual(5n)
    expect(blocksFetched).toBeLessThan(20n)
    expect(wallet.store.outputs.size).toBe(Number(blocksFetched))

    expect((await wallet.sync.refresh()).blocksFetched).toBe(20n - blocksFetched)
    expect(wallet.store.outputs.size).toBe(20)
  })

  test('ends when the wallet is closed, and writes nothing after', async () => {
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

  test('error: storage fails; the batch is lost whole, and entered by the next refresh', async () => {
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

  test('error: the daemon goes away; what came before stays', async () => {
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

describe('refreshes at the same time', () => {
  test('take turns', async () => {
    const { wallet, script } = await scriptedWallet(crypto)
    mineToUs(script, 5)
    const both = await Promise.all([wallet.sync.refresh(), wallet.sync.refresh()])
    expect(both.map(({ blocksFetched }) => blocksFetched)).toEqual([5n, 0n])
    expect(wallet.store.outputs.size).toBe(5)
  })
})

describe('a refresh tells', () => {
  test('how far it is, what arrived, and that the daemon answered', async () => {
    const { wallet, script } = await scriptedWallet(crypto)
    const told: WalletEvent[] = []
    wallet.events.subscribe((event) => told.push(event))
    const paid = script.pay({ payments: [{ to: { account: 0, address: 2 }, amount: 9n }] })
    script.mine([paid])
    await wallet.sync.refresh()
    const named = (name: WalletEvent['name']) => told.filter((event) => event.name === name)
    expect(named('connection')).toEqual([{ name: 'connection', online: true }])
    expect(named('received')).toEqual([
      { name: 'received', txid: paid.txid, amount: 9n, account: 0, address: 2 },
    ])
    expect(named('progress').at(-1)).toMatchObject({ height: 2n, target: 2n })
    expect(new Set(named('changed').map((event) => 'what' in event && event.what))).toEqual(
      new Set(['height', 'balance', 'transfers', 'addresses']),
    )
  })

  test('that nothing came of what the daemon answered, until something does', async () => {
    let nettype = 'stagenet'
    const { wallet, script } = await scriptedWallet(crypto, {
      wrap: (daemon) => ({
        ...daemon,
        json: {
          ...daemon.json,
          get_info: async () => ({ ...(await daemon.json.get_info({})), nettype }),
        },
      }),
    })
    script.mine()
    const told: WalletEvent[] = []
    wallet.events.subscribe((event) => event.name === 'connection' && told.push(event))
    for (let i = 0; i < 2; i++) await expect(wallet.sync.refresh()).rejects.toThrow('stagenet')
    const problem = { code: -1, message: expect.stringContaining('the daemon is on stagenet') }
    const trouble = { name: 'connection', online: false, problem }
    expect(told.splice(0)).toEqual([trouble, trouble])
    nettype = ''
    await wallet.sync.refresh()
    expect(told).toEqual([{ name: 'connection', online: true }])
  })

  test('nothing of money when nothing came', async () => {
    const { wallet, script } = await scriptedWallet(crypto)
    script.mine()
    await wallet.sync.refresh()
    const told: WalletEvent[] = []
    wallet.events.subscribe((event) => told.push(event))
    await wallet.sync.refresh()
    expect(told.map(({ name }) => name)).toEqual(['connection', 'progress'])
  })
})

describe('a refresh with nothing new', () => {
  /** Names of the calls made. */
  const counting = (calls: string[]) => (daemon: Daemon) => {
    const noted = <T extends object>(table: T): T =>
      new Proxy(table, {
        get: (given, name) => (params: never) => {
          calls.push(String(name))
          return (given as Record<string, (params: never) => unknown>)[String(name)]!(params)
        },
      })
    return { ...daemon, json: noted(daemon.json), bin: noted(daemon.bin) }
  }

  test('takes one request, two while something waits in the pool', async () => {
    const calls: string[] = []
    const { wallet, script } = await scriptedWallet(crypto, { wrap: counting(calls) })
    script.mine().mine()
    await wallet.sync.refresh()
    calls.length = 0
    await wallet.sync.refresh()
    expect(calls).toEqual(['get_info'])

    script.wait(script.pay({ payments: [{ to: ours, amount: 9n }] }))
    await wallet.sync.refresh()
    expect(wallet.store.pool.size).toBe(1)
    calls.length = 0
    await wallet.sync.refresh()
    expect(calls).toEqual(['get_transaction_pool_hashes', 'get_info'])
  })

  test('takes up what is replaced at the same height', async () => {
    const { wallet, script } = await scriptedWallet(crypto)
    script.mine().mine([], ours)
    await wallet.sync.refresh()
    script.pop(1)
    script.mine()
    await wallet.sync.refresh()
    expect(wallet.store.outputs.size).toBe(0)
    expect(wallet.chain.at(2n)).toEqual(script.blocks[1]!.id)
  })

  test('finds in a block what leaves the pool meanwhile', async () => {
    let meanwhile = () => {}
    const { wallet, script } = await scriptedWallet(crypto, {
      wrap: (daemon) => ({
        ...daemon,
        bin: new Proxy(daemon.bin, {
          get: (bin, name) => async (params: never) => {
            if (name === 'get_transaction_pool_hashes') meanwhile()
            return bin[name as 'get_blocks'](params)
          },
        }),
      }),
    })
    const paid = script.pay({ payments: [{ to: ours, amount: 9n }] })
    script.mine().wait(paid)
    meanwhile = () => script.pool.has(paid.txid) && script.mine([paid])
    await wallet.sync.refresh()
    expect(wallet.store.outputs.size).toBe(1)
  })
})

describe('the pool', () => {
  const paid = (script: ScriptedChain) => script.pay({ payments: [{ to: ours, amount: 9n }] })

  test('is shown until its transactions are mined or gone, and each is asked for once', async () => {
    const asked: string[][] = []
    const { wallet, script } = await scriptedWallet(crypto, {
      wrap: (daemon) => ({
        ...daemon,
        json: new Proxy(daemon.json, {
          get: (json, name) =>
            name === 'get_transactions'
              ? (params: { txs_hashes: string[] }) => {
                  asked.push(params.txs_hashes)
                  return json.get_transactions(params)
                }
              : json[name as 'get_info'],
        }),
      }),
    })
    const [first, second, foreign] = [
      paid(script),
      paid(script),
      script.pay({ payments: [{ amount: 1n }] }),
    ]
    script.wait(first!, second!, foreign!)
    await wallet.sync.refresh()
    await wallet.sync.refresh()
    expect(asked).toEqual([[first!.txid, second!.txid, foreign!.txid]])
    expect([...wallet.store.pool.values()].map(({ amount }) => amount)).toEqual([9n, 9n])
    expect(wallet.store.outputs.size).toBe(0)

    script.mine([first!])
    script.pool.delete(second!.txid)
    await wallet.sync.refresh()
    expect(wallet.store.pool.size).toBe(0)
    expect(wallet.store.outputs.size).toBe(1)
  })

  test('is looked at by lists of transfers; without a daemon what is known stays', async () => {
    const made = await scriptedWallet(crypto)
    const { wallet, script } = made
    script.wait(paid(script))
    await wallet.sync.lookAtPool()
    expect(wallet.store.pool.size).toBe(1)
    wallet.setDaemon({ address: 'away', trusted: false })
    script.pool.clear()
    await wallet.sync.lookAtPool()
    expect(wallet.store.pool.size).toBe(1)
  })
})
