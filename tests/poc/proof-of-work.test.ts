/** A daemon sends blocks that nobody mined. */
import { expect, test } from 'vitest'
import type { Wallet } from '../../worker/engine/wallet.ts'
import type { ScriptedChain } from '../support/chains/scripted-chain.ts'
import { setFrozen } from '../../worker/engine/ledger/frozen.ts'
import { withDifficulty, workedWallet } from '../support/wallets/worked-wallet.ts'

const ours = { account: 0, address: 0 }

const mine = (script: ScriptedChain, count: number) => {
  for (let at = 0; at < count; at++) script.mine()
}

const heightsOf = ({ store }: Wallet) => [...store.outputs.values()].map(({ height }) => height)

const refusal = (block: number, from = block) => ({
  name: 'RpcError',
  reason: 'UNKNOWN_ERROR',
  message:
    `the answer of daemon scripted is not to be trusted: block ${block} has no proof of work for its difficulty; ` +
    `no block from ${from} on is used, choose another daemon`,
})

test('error: a block without proof of work at the tip is removed with its payment, and nothing else is lost', async () => {
  const { wallet, script, hasher } = await workedWallet()
  mine(script, 20)
  script.mine([], ours)
  await wallet.sync.refresh()
  await wallet.addresses.setLabel(ours, 'savings')
  const [kept] = wallet.store.outputs.values()
  await setFrozen(wallet.store, kept!.keyImage!, true)

  script.mine([], ours).mine()
  hasher.fail(script.blocks[21]!)
  await expect(wallet.sync.refresh()).rejects.toMatchObject(refusal(22))
  expect(wallet.chain.height).toBe(22n)
  expect([...wallet.store.outputs.values()]).toEqual([{ ...kept!, frozen: true }])
  expect(wallet.addresses.label(ours)).toBe('savings')

  script.pop(2)
  script.mine().mine([], ours)
  await wallet.sync.refresh()
  expect(wallet.chain.height).toBe(24n)
  expect(heightsOf(wallet)).toEqual([21n, 23n])
})

test('error: the same block is refused at the next refresh before it is applied', async () => {
  const { wallet, script, hasher } = await workedWallet()
  mine(script, 5)
  await wallet.sync.refresh()
  script.mine([], ours)
  hasher.fail(script.blocks[5]!)
  await expect(wallet.sync.refresh()).rejects.toMatchObject(refusal(6))
  const { length } = hasher.calls
  const received: string[] = []
  wallet.events.subscribe(({ name }) => received.push(name))
  await expect(wallet.sync.refresh()).rejects.toMatchObject(refusal(6))
  expect(hasher.calls).toHaveLength(length)
  expect(received).not.toContain('received')
  expect(wallet.chain.height).toBe(6n)
})

test('error: a long chain without work is found by random samples, although its newest blocks have work', async () => {
  const { wallet, script, hasher } = await workedWallet()
  script.perAnswer = 100
  mine(script, 30)
  await wallet.sync.refresh()
  for (let at = 0; at < 300; at++) script.mine([], at % 50 === 0 ? ours : undefined)
  hasher.fail(...script.blocks.slice(30, -10))
  await expect(wallet.sync.refresh()).rejects.toThrow('has no proof of work for its difficulty')
  // Unchecked false blocks are removed too: they could claim more work than the honest branch.
  expect(wallet.chain.height).toBe(31n)
  expect(heightsOf(wallet)).toEqual([])

  script.pop(300)
  mine(script, 300)
  await wallet.sync.refresh()
  expect(wallet.chain.height).toBe(331n)
  expect(wallet.store.outputs.size).toBe(0)
})

test('error: false blocks of an earlier session are found when the wallet opens', async () => {
  const { wallet, script, service, hasher } = await workedWallet({ wanted: { name: 'mine' } })
  hasher.isOn = false
  mine(script, 70)
  script.mine([], ours)
  await wallet.sync.refresh()
  expect(heightsOf(wallet)).toEqual([71n])
  await service.close()

  hasher.isOn = true
  hasher.fail(script.blocks[62]!)
  const opened = await service.open('mine', '')
  withDifficulty(opened)
  await expect(opened.sync.refresh()).rejects.toMatchObject(refusal(63))
  expect(opened.chain.height).toBe(63n)
  expect(opened.store.outputs.size).toBe(0)
})
