/** Blocks whose transactions ask for far more work than their bytes suggest: the wallet passes them with bounded memory. */
import { hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { parseExtra, publicKeys } from '#protocol/chain/extra.ts'
import type { ParsedTransaction } from '#protocol/chain/transaction.ts'
import type { Crypto } from '#wasm/types.ts'
import type { WalletEvent } from '../../worker/engine/base/events.ts'
import { systemClock } from '../../worker/adapters/platform.ts'
import { dispatch } from '../../worker/rpc/dispatch.ts'
import { mineCrowd, poison, type Crowd } from '../support/chains/crowded-transactions.ts'
import { testCrypto } from '../support/wasm/crypto.ts'
import { hasKey, trap, trappingCrypto } from '../support/wasm/trapping-crypto.ts'
import { pageClient } from '../support/wallets/page-client.ts'
import { scriptedWallet } from '../support/wallets/scripted-wallet.ts'
import type { TestPorts } from '../support/wallets/test-wallet.ts'

const base = await testCrypto()
const ours = { account: 0, address: 0 }
/** Rows of one call of the module. */
const mostRows = 4096
const MB = 2 ** 20

/** A wallet whose calls of the scanning module are counted; `during` runs before each. */
async function scene(crypto: Crypto = base) {
  const seen = { calls: 0, rows: 0, mostRows: 0, keys: 0, during: () => {} }
  const counting: Crypto = {
    ...crypto,
    scan(viewSecret, batch) {
      seen.during()
      seen.calls++
      seen.rows += batch.outputIndices.length
      seen.mostRows = Math.max(seen.mostRows, batch.outputIndices.length)
      seen.keys += batch.firstRow.length - 1
      return crypto.scan(viewSecret, batch)
    },
  }
  const made = await scriptedWallet(base, { ports: { crypto: counting } })
  const warnings: WalletEvent[] = []
  made.wallet.events.subscribe((event) => event.name === 'warning' && warnings.push(event))
  const pay = (amount: bigint) =>
    made.script.pay({ payments: [{ to: ours, amount }, { amount: 1n }] })
  const amounts = () => [...made.wallet.store.outputs.values()].map(({ amount }) => amount)
  return { ...made, seen, warnings, pay, amounts }
}

/** Turns of the event loop until `work` ends. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let [turns, isRunning] = [0, true]
  const turn = () => {
    turns++
    if (isRunning) setImmediate(turn)
  }
  setImmediate(turn)
  await work.finally(() => (isRunning = false))
  return turns
}

describe('a block that no pool would relay', () => {
  test.each<[string, Omit<Crowd, 'to'>]>([
    ['100 keys and 100 outputs', { keys: 100, outputs: 100 }],
    ['1000 keys and 1000 outputs', { keys: 1000, outputs: 1000 }],
    ['3000 keys and 5 outputs', { keys: 3000, outputs: 5 }],
    ['5000 keys and one output', { keys: 5000, outputs: 1 }],
    ['5 keys and 5000 outputs', { keys: 5, outputs: 5000 }],
    ['one key and 6000 outputs', { keys: 1, outputs: 6000 }],
    ['16 600 outputs, at the limit of weight', { keys: 1, outputs: 16_600 }],
    ['18 000 keys, at the limit of weight', { keys: 18_000, outputs: 2 }],
    ['60 000 fields', { keys: 10, outputs: 2, nonces: 60_000 }],
    ['50 keys and 50 outputs without view tags', { keys: 50, outputs: 50, viewTags: false }],
  ])('of %s is scanned, and the payment in it is found', async (_, crowd) => {
    const { wallet, script, seen, pay, amounts } = await scene()
    const before = mineCrowd(script.mine([pay(3n)]), crowd).outputs.at(-1)!.amount
    script.mine([pay(7n)])
    await wallet.sync.refresh()
    expect([wallet.chain.height, amounts()]).toEqual([4n, [3n, before, 7n]])
    expect(seen.mostRows).toBeLessThanOrEqual(mostRows)
    expect(seen.rows).toBeGreaterThanOrEqual(crowd.keys * crowd.outputs)
    // Each key once for every 4096 outputs; those of the other transactions are few.
    expect(seen.keys).toBeLessThan(crowd.keys * Math.ceil(crowd.outputs / mostRows) + 20)
  })

  test('of 16.7 million rows keeps memory flat and the event loop running', async () => {
    const { wallet, script, seen, amounts } = await scene()
    mineCrowd(script, poison)
    script.mine([], ours)
    const before = process.memoryUsage().rss
    let most = before
    seen.during = () => {
      if (seen.calls % 100 === 0) most = Math.max(most, process.memoryUsage().rss)
    }
    const turns = await turnsDuring(wallet.sync.refresh())
    expect([wallet.chain.height, amounts()]).toEqual([3n, [5n, 600_000_000_000n]])
    expect(seen.rows).toBeGreaterThanOrEqual(poison.keys * poison.outputs)
    expect(seen.mostRows).toBeLessThanOrEqual(mostRows)
    expect(turns).toBeGreaterThan(500)
    expect(most - before).toBeLessThan(300 * MB)
  })

  test('with one key many times is scanned with it once', async () => {
    const { wallet, script, seen, pay, amounts } = await scene()
    const tx = pay(3n)
    script.mine([tx])
    await wallet.sync.refresh()
    const once = seen.keys
    const block = mineCrowd(script, { keys: 1, outputs: 10, repeats: 500 })
    await wallet.sync.refresh()
    expect(seen.keys - once).toBe(1)
    expect(amounts()).toEqual([3n, block.outputs.at(-1)!.amount])
  })

  test('of 2500 inputs is read, and a spend in it is found', async () => {
    const { wallet, script, pay } = await scene()
    const paid = pay(3n)
    script.mine([paid])
    await wallet.sync.refresh()
    const foreign = Array.from({ length: 2499 }, (_, at) => at.toString(16).padStart(64, '0'))
    const spends = [...foreign, paid.keyImages[0]!]
    const spend = script.pay({ payments: [{ amount: 1n }, { amount: 1n }], spends })
    script.mine([spend])
    await wallet.sync.refresh()
    expect([...wallet.store.outputs.values()].map(({ spent }) => spent?.txid)).toEqual([spend.txid])
  })

  test('ends its scan soon after a refresh is cancelled, and is scanned by the next', async () => {
    const { wallet, script, seen, amounts } = await scene()
    mineCrowd(script, { keys: 1000, outputs: 1000 })
    seen.during = () => {
      if (seen.calls === 10) wallet.sync.cancel()
    }
    await wallet.sync.refresh()
    const { calls } = seen
    expect(calls).toBeGreaterThanOrEqual(10)
    expect(calls).toBeLessThan(60)
    for (let turn = 0; turn < 100; turn++) await systemClock.sleep(0)
    expect(seen.calls).toBe(calls)
    expect([wallet.chain.height, amounts()]).toEqual([1n, []])
    seen.during = () => {}
    await wallet.sync.refresh()
    expect([wallet.chain.height, amounts()]).toEqual([2n, [5n]])
  })
})

describe('a transaction on which the module traps', () => {
  const keyOf = (tx: ParsedTransaction) => publicKeys(parseExtra(tx.extra).fields)[0]!

  /** Three payments of which the middle one cannot be scanned, while `state.bad` is its key. */
  async function trapped() {
    const state: { bad: Uint8Array | undefined } = { bad: undefined }
    const crypto = trappingCrypto(
      base,
      (batch) => state.bad !== undefined && hasKey(batch, state.bad),
    )
    const made = await scene(crypto)
    const txs = [3n, 5n, 7n].map(made.pay)
    state.bad = keyOf(txs[1]!.tx)
    made.script.mine([txs[0]!]).mine([txs[1]!]).mine([txs[2]!])
    const { txid } = txs[1]!
    const warning = { problem: 'unscanned', txid, amount: 0n, height: 2n }
    const open = () => [...made.wallet.store.warnings.values()].filter((each) => !each.dismissed)
    return { ...made, state, txid, warning, open }
  }

  test('is reported with its block, and the blocks after it are applied', async () => {
    const { wallet, service, warnings, warning, open, amounts, txid } = await trapped()
    await wallet.sync.refresh()
    expect([wallet.chain.height, amounts()]).toEqual([4n, [3n, 7n]])
    expect(warnings).toEqual([{ name: 'warning', ...warning }])
    expect(open()).toMatchObject([warning])
    const overview = await pageClient(service).get_overview({ account_index: 0 })
    expect(overview.warnings).toEqual([{ id: `unscanned:${txid}`, ...warning }])
    const line = `warning: sync: transaction ${txid} of block 2 is not scanned completely`
    expect((service.ports as TestPorts).lines).toContain(line)
  })

  test('is scanned again by a rescan, which finds the payment', async () => {
    const { wallet, service, state, open, amounts } = await trapped()
    await wallet.sync.refresh()
    state.bad = undefined
    await dispatch(service, 'rescan_blockchain', {})
    expect([amounts(), open()]).toEqual([[3n, 5n, 7n], []])
  })

  test('is reported again by a rescan that fails on it, also when the warning was dismissed', async () => {
    const { wallet, service, open, warning } = await trapped()
    await wallet.sync.refresh()
    await pageClient(service).dismiss_warnings({ ids: [...wallet.store.warnings.keys()] })
    expect(open()).toEqual([])
    await dispatch(service, 'rescan_blockchain', {})
    expect(open()).toMatchObject([warning])
  })

  test('does not stop the refresh while it is in the pool', async () => {
    const { wallet, script, state, pay, amounts } = await trapped()
    await wallet.sync.refresh()
    const waiting = pay(9n)
    state.bad = keyOf(waiting.tx)
    script.wait(waiting)
    await wallet.sync.refresh()
    expect(wallet.store.pool.size).toBe(0)
    state.bad = undefined
    script.mine([waiting])
    await wallet.sync.refresh()
    expect(amounts()).toEqual([3n, 7n, 9n])
  })

  test('error: a module that always traps changes nothing', async () => {
    const state = { isBroken: true }
    const { wallet, script, pay, amounts } = await scene(trappingCrypto(base, () => state.isBroken))
    script.mine([pay(3n)])
    await expect(wallet.sync.refresh()).rejects.toMatchObject({
      name: 'RpcError',
      message: expect.stringMatching(
        /^transaction [0-9a-f]{64} of block 1 cannot be scanned: the cryptography module fails/,
      ) as string,
    })
    expect([wallet.chain.height, wallet.store.warnings.size]).toEqual([1n, 0])
    state.isBroken = false
    await wallet.sync.refresh()
    expect(amounts()).toEqual([3n])
  })

  test('is recognised by the error of a real module', () => {
    const unreachable = hexToBytes(
      '0061736d0100000001040160000003020100070501017400000a05010300000b',
    )
    const { exports } = new WebAssembly.Instance(
      new WebAssembly.Module(Uint8Array.from(unreachable)),
    )
    let thrown: unknown
    try {
      ;(exports.t as () => void)()
    } catch (error) {
      thrown = error
    }
    expect((thrown as Error).name).toBe(trap().name)
  })
})

describe('a transaction beyond the limits of consensus', () => {
  const refused = (problem: string) => ({
    name: 'RpcError',
    reason: 'UNKNOWN_ERROR',
    message: `the answer of daemon scripted is not to be trusted: ${problem}`,
  })
  const images = (count: number) =>
    Array.from({ length: count }, (_, at) => at.toString(16).padStart(64, '0'))

  test('error: heavier than a transaction can be', async () => {
    const { wallet, script, pay } = await scene()
    const tx = script.pay({ payments: [{ amount: 1n }, { amount: 1n }], spends: images(3000) })
    script.mine([pay(3n), tx])
    await expect(wallet.sync.refresh()).rejects.toMatchObject(
      refused(
        `transaction 1 of block 1 has ${tx.blob.length} bytes, and its weight may be at most 149400`,
      ),
    )
    expect([wallet.chain.height, wallet.store.outputs.size]).toEqual([1n, 0])
  })

  test('error: more outputs than its proof can cover', async () => {
    const { wallet, script } = await scene()
    const payments = Array.from({ length: 16 }, () => ({ amount: 1n }))
    script.mine([script.pay({ payments })])
    await wallet.sync.refresh()
    script.mine([script.pay({ payments: [...payments, { amount: 1n }] })])
    await expect(wallet.sync.refresh()).rejects.toMatchObject(
      refused('transaction 0 of block 2 has 17 outputs, and one range proof covers at most 16'),
    )
    expect(wallet.chain.height).toBe(2n)
  })

  test('error: in the pool', async () => {
    const { wallet, script } = await scene()
    const tx = script.pay({ payments: [{ amount: 1n }, { amount: 1n }], spends: images(3000) })
    script.mine().wait(tx)
    await expect(wallet.sync.refresh()).rejects.toMatchObject(
      refused(
        `pool transaction ${tx.txid} has ${tx.blob.length} bytes, and its weight may be at most 149400`,
      ),
    )
  })
})
