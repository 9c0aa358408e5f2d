/** Lies about old blocks, while a range of whole blocks verifies all payments. */
import { expect, test } from 'vitest'
import { ScriptedChain, type Payout } from '../support/chains/scripted-chain.ts'
import { plainDaemon, type PlainDaemon } from '../support/daemons/plain-daemon.ts'
import { scriptedWallet } from '../support/wallets/scripted-wallet.ts'
import { testCrypto } from '../support/wasm/crypto.ts'

const crypto = await testCrypto()
const toUs = (amount: bigint): Payout => ({
  payments: [{ to: { account: 0, address: 0 }, amount }, { amount: 1n }],
})
const foreign: Payout = { payments: [{ amount: 1n }, { amount: 2n }] }

/** A wallet with 100 blocks of a plain daemon. Block 30 contains the first transaction; pruned, the second is sent. */
async function scene(real: Payout, shown = real) {
  const daemon: PlainDaemon = { pruned: new Map(), whole: new Map(), requests: [] }
  const made: { script?: ScriptedChain } = {}
  const { wallet, script, service } = await scriptedWallet(crypto, {
    wrap: (inner) => plainDaemon(inner, () => made.script!, daemon),
  })
  made.script = script
  service.wholeBlocks = false
  for (let height = 1; height < 30; height++) script.mine()
  const tx = script.pay(real)
  if (shown !== real) daemon.pruned.set(tx.txid, script.pay(shown).blob)
  script.mine([tx])
  for (let height = 31; height <= 100; height++) script.mine()
  await wallet.sync.refresh()
  const money = () => [...wallet.store.received.values()].map(({ amount }) => amount)
  /** The daemon sends whole blocks of another chain from now on. */
  const showOther = (other: ScriptedChain) => (made.script = other)
  return { wallet, script, daemon, tx, money, showOther }
}

test('a false payment is removed, the error names the daemon, and the range continues', async () => {
  const { wallet, tx, money } = await scene(foreign, toUs(1000n))
  expect(money()).toEqual([1000n])
  await expect(wallet.sync.verifyHistory(0n, 1000)).rejects.toThrow(
    `the answer of daemon scripted is not to be trusted: transaction ${tx.txid} of block 30 is not the one that the block names`,
  )
  expect(money()).toEqual([])
  // The group of that block is not recorded as verified.
  expect(await wallet.sync.verifyHistory(0n, 0)).toMatchObject({ next: 30n, blocksLeft: 29n })
  await wallet.sync.refresh()
  expect(money()).toEqual([])
  expect(await wallet.sync.verifyHistory(0n, 1000)).toMatchObject({ blocksLeft: 0n })
})

test('a hidden payment is found', async () => {
  const { wallet, money } = await scene(toUs(7n), foreign)
  expect(money()).toEqual([])
  await expect(wallet.sync.verifyHistory(0n, 1000)).rejects.toThrow('choose another daemon')
  await wallet.sync.refresh()
  expect(money()).toEqual([7n])
  const left = await wallet.sync.verifyHistory(0n, 1000)
  expect(left).toMatchObject({ blocksLeft: 0n, unverified: 0 })
})

test('a whole block with another transaction than it names is refused, and the range waits', async () => {
  const { wallet, script, daemon, tx, money } = await scene(toUs(5n))
  daemon.whole.set(tx.txid, script.pay(toUs(9n)).whole)
  await expect(wallet.sync.verifyHistory(0n, 1000)).rejects.toThrow(
    'the answer of daemon scripted is not to be trusted: transaction 0 of block 30 is not the one the block names',
  )
  const { next, unverified } = await wallet.sync.verifyHistory(0n, 0)
  expect([next, unverified]).toEqual([64n, 1])
  expect(money()).toEqual([5n])
  daemon.whole.clear()
  expect(await wallet.sync.verifyHistory(0n, 1000)).toMatchObject({ unverified: 0 })
})

test('old blocks of another chain are refused, although the wallet stores no ids of them', async () => {
  const { wallet, script, tx, money, showOther } = await scene(toUs(5n))
  await wallet.store.commit((change) => wallet.chain.beginAt(change, 90n))
  await wallet.sync.refresh()
  expect(wallet.chain.at(63n)).toBeUndefined()
  await wallet.sync.verifyHistory(0n, 1)
  const other = new ScriptedChain(crypto, script.ours)
  for (let height = 1; height <= 100; height++) other.mine(height === 30 ? [tx] : [])
  showOther(other)
  await expect(wallet.sync.verifyHistory(0n, 64)).rejects.toThrow(
    'the answer of daemon scripted is not to be trusted: block 63 is not the one that block 64 names',
  )
  expect(await wallet.sync.verifyHistory(0n, 0)).toMatchObject({ next: 64n, unverified: 1 })
  expect(money()).toEqual([5n])
})
