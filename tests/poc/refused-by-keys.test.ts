/** A daemon sends payments that only the owner of an address can refuse, to learn from the next requests who owns it. */
import { describe, expect, test } from 'vitest'
import { maxSupply } from '#protocol/rules/supply.ts'
import type { Daemon } from '../../worker/engine/base/ports.ts'
import { keysOfSeed } from '../../worker/engine/keys/account.ts'
import { seedKeys } from '../../worker/engine/keys/new-keys.ts'
import type { NewWallet } from '../../worker/engine/service.ts'
import type { Wallet } from '../../worker/engine/wallet.ts'
import type { ScriptedChain } from '../support/chains/scripted-chain.ts'
import { testCrypto } from '../support/wasm/crypto.ts'
import { allTables } from '../support/wallets/crashing-wallet.ts'
import { scriptedWallet } from '../support/wallets/scripted-wallet.ts'
import { testSeed } from '../support/wallets/test-wallet.ts'

const crypto = await testCrypto()
const ours = { account: 0, address: 0 }
const { spendSecret: _, ...viewing } = keysOfSeed(crypto, testSeed)

/** A wallet with one block, and the requests that its daemons receive. */
async function scene(wanted: Partial<NewWallet> = {}) {
  const requests: string[] = []
  const noted = <T extends object>(table: T): T =>
    new Proxy(table, {
      get: (given, name) => {
        requests.push(String(name))
        return given[name as keyof T]
      },
    })
  const made = await scriptedWallet(crypto, {
    wanted,
    wrap: (daemon): Daemon => ({
      ...daemon,
      rpc: noted(daemon.rpc),
      json: noted(daemon.json),
      bin: noted(daemon.bin),
    }),
  })
  made.script.mine()
  await made.wallet.sync.refresh()
  requests.length = 0
  return { ...made, requests }
}

/** More than exists, for the first address of the wallet. */
const impossible = (script: ScriptedChain) =>
  script.pay({ payments: [{ to: ours, amount: 2n ** 64n - 1n }, { amount: 1n }] })

async function expectRefused(wallet: Wallet) {
  const before = structuredClone(allTables(wallet.store))
  await expect(wallet.sync.refresh()).rejects.toMatchObject({
    reason: 'UNKNOWN_ERROR',
    message: expect.stringMatching(
      /^the answer of daemon \w+ is not to be trusted: the wallet would hold \d+ piconero, and .*\. Nothing more is requested from this daemon: choose another one$/,
    ) as string,
  })
  expect(allTables(wallet.store)).toEqual(before)
}

async function expectSilence(wallet: Wallet, requests: string[]) {
  requests.length = 0
  await expectRefused(wallet)
  await wallet.sync.lookAtPool()
  await expectRefused(wallet)
  expect(requests).toEqual([])
}

describe('an impossible payment to an address of the wallet', () => {
  test('ends the requests to this daemon, as if the wallet were closed', async () => {
    const { wallet, script, requests } = await scene()
    script.mine([impossible(script)])
    await expectRefused(wallet)
    expect(requests).toContain('get_blocks')
    // Also for other payments: each would show another address of the same wallet.
    script.mine([impossible(script)])
    await expectSilence(wallet, requests)
    script.pop(2)
    await expectSilence(wallet, requests)
  })

  test('ends them in the pool too', async () => {
    const { wallet, script, requests } = await scene()
    script.wait(impossible(script))
    await expectRefused(wallet)
    await expectSilence(wallet, requests)
  })

  test('ends them when a list of transfers looks at the pool', async () => {
    const { wallet, script, requests } = await scene()
    script.wait(impossible(script))
    await wallet.sync.lookAtPool()
    expect(requests).toContain('get_transactions')
    await expectSilence(wallet, requests)
  })

  test('is not noticed by another wallet, which goes on', async () => {
    const { wallet, script, requests } = await scene(
      seedKeys(crypto, testSeed.toReversed(), 'English'),
    )
    script.mine([impossible(script)])
    await wallet.sync.refresh()
    requests.length = 0
    script.mine()
    await wallet.sync.refresh()
    expect(requests).toContain('get_blocks')
    expect(wallet.chain.height).toBe(4n)
  })

  test('does not keep another daemon from being used', async () => {
    const { wallet, script } = await scene()
    script.mine([impossible(script)])
    await expectRefused(wallet)
    script.pop(1)
    script.mine([script.pay({ payments: [{ to: ours, amount: 5n }, { amount: 1n }] })])
    wallet.setDaemon({ address: 'other', trusted: false })
    await wallet.sync.refresh()
    expect([...wallet.store.outputs.values()].map(({ amount }) => amount)).toEqual([5n])
  })

  test('does not keep a rescan from asking the daemon again', async () => {
    const { wallet, script } = await scene()
    script.mine([impossible(script)])
    await expectRefused(wallet)
    script.pop(1)
    script.mine([script.pay({ payments: [{ to: ours, amount: 5n }, { amount: 1n }] })])
    await wallet.sync.rescan({ hard: false })
    expect([...wallet.store.outputs.values()].map(({ amount }) => amount)).toEqual([5n])
    script.mine()
    await wallet.sync.refresh()
    expect(wallet.chain.height).toBe(BigInt(script.height))
  })
})

describe('a transaction that pays more than exists in several outputs', () => {
  test.each<[string, Partial<NewWallet>]>([
    ['a wallet', {}],
    ['a view-only wallet, which does not add up its outputs', { secrets: viewing }],
  ])('is refused by %s', async (_, wanted) => {
    const { wallet, script, requests } = await scene(wanted)
    const payments = [maxSupply(3n), 1n].map((amount) => ({ to: ours, amount }))
    script.mine([script.pay({ payments })])
    await expectRefused(wallet)
    await expectSilence(wallet, requests)
  })
})
