/** A daemon serves a false history below the blocks that the program knows. */
import { expect, test } from 'vitest'
import { keysOfSeed } from '../../worker/engine/keys/account.ts'
import { setFrozen } from '../../worker/engine/ledger/frozen.ts'
import type { Daemon } from '../../worker/engine/base/ports.ts'
import type { Wallet } from '../../worker/engine/wallet.ts'
import { pinsOf } from '../support/chains/pinned-chain.ts'
import { ScriptedChain } from '../support/chains/scripted-chain.ts'
import { lying } from '../support/daemons/lying-daemon.ts'
import { testSeed } from '../support/wallets/test-wallet.ts'
import { scriptedWallet } from '../support/wallets/scripted-wallet.ts'
import { testCrypto } from '../support/wasm/crypto.ts'

const crypto = await testCrypto()
const ours = { account: 0, address: 0 }

/** Two groups of 512 blocks and the block at this height are pinned. */
const checkpoint = 1026
/** Blocks of every branch. */
const height = 1031

/** The chain that is pinned: block 550 pays the wallet. */
const script = new ScriptedChain(crypto, keysOfSeed(crypto, testSeed))
script.perAnswer = 100
while (script.height < height) script.mine([], script.height === 550 ? ours : undefined)
const honest = [...script.blocks]
const pins = pinsOf(script, checkpoint)

/** Another branch from this height on, in which each block pays the wallet. */
function branchFrom(first: number) {
  show(honest)
  script.pop(height - first)
  while (script.height < height) script.mine([], ours)
  return [...script.blocks]
}

/** Lets the daemon serve these blocks. */
function show(blocks: typeof honest) {
  script.blocks.splice(0, Infinity, ...blocks)
}

/** A wallet before its first refresh. */
async function pinnedWallet({
  restoreHeight = 0n,
  info = ({ daemon }: { daemon: Daemon }) => daemon,
} = {}) {
  show(honest)
  return scriptedWallet(crypto, {
    script,
    pinnedBlocks: pins,
    trusted: false,
    wanted: { name: 'pinned', restoreHeight },
    wrap: (daemon) => info({ daemon }),
  })
}

const snapshot = ({ store }: Wallet) =>
  structuredClone([...store.tables()].map(([name, { rows }]) => [name, [...rows]]))

const refusal = (message: string) => ({
  name: 'RpcError',
  reason: 'UNKNOWN_ERROR',
  message: expect.stringMatching(new RegExp(message)) as string,
})

const falseRest = branchFrom(600)
const wrongGroup = 'blocks 512 to 1023 of daemon scripted are not those of fakechain'

test('the pinned chain is accepted, and the pins are loaded once', async () => {
  const { wallet } = await pinnedWallet()
  const before = pins.loads
  await wallet.sync.refresh()
  expect(wallet.chain.height).toBe(BigInt(height))
  expect(wallet.store.outputs.size).toBe(1)
  expect(pins.loads).toBe(before + 1)

  script.pop(2)
  script.mine().mine([], ours).mine()
  await wallet.sync.refresh()
  expect(wallet.chain.height).toBe(BigInt(height) + 1n)
  expect(wallet.store.outputs.size).toBe(2)
  expect(pins.loads).toBe(before + 1)
  // Every branch has the same number of outputs.
  script.pop(1)
})

test('error: a false group is refused, and the wallet returns to the last proven block', async () => {
  const { wallet } = await pinnedWallet()
  show(falseRest)
  await expect(wallet.sync.refresh()).rejects.toMatchObject(refusal(wrongGroup))
  expect(wallet.chain.height).toBe(512n)
  expect(wallet.store.outputs.size).toBe(0)
  await expect(wallet.sync.refresh()).rejects.toMatchObject(refusal(wrongGroup))

  show(honest)
  await wallet.sync.refresh()
  expect(wallet.chain.height).toBe(BigInt(height))
  expect([...wallet.store.outputs.values()].map((output) => output.height)).toEqual([550n])
})

test('error: a false block at a checkpoint above the groups is refused', async () => {
  const { wallet } = await pinnedWallet()
  show(branchFrom(1024))
  await expect(wallet.sync.refresh()).rejects.toMatchObject(
    refusal('block 1026 of daemon scripted is not the one of fakechain'),
  )
  // Nothing of the piece with the false block was applied.
  expect(wallet.chain.height).toBe(512n)
})

test('error: a wallet that begins within a group is bound by the next pin', async () => {
  const { wallet } = await pinnedWallet({ restoreHeight: 590n })
  show(falseRest)
  await expect(wallet.sync.refresh()).rejects.toMatchObject(
    refusal('block 1026 of daemon scripted'),
  )
  expect(wallet.chain.height).toBe(1n)
  expect(wallet.store.outputs.size).toBe(0)

  show(honest)
  await wallet.sync.refresh()
  expect(wallet.chain.height).toBe(BigInt(height))
})

test('after a restart within a group, a false rest is refused; labels and frozen outputs stay', async () => {
  const { wallet: first, service } = await pinnedWallet()
  first.events.subscribe(({ name }) => {
    if (name === 'received') first.sync.cancel()
  })
  await first.sync.refresh()
  const partial = first.chain.height
  expect(partial > 550n && partial < 1024n).toBe(true)
  const [output] = first.store.outputs.values()
  await setFrozen(first.store, output!.keyImage!, true)
  await first.addresses.setLabel(ours, 'savings')
  await service.close()

  const wallet = await service.open('pinned', '')
  expect(wallet.chain.height).toBe(partial)
  show(branchFrom(900))
  await expect(wallet.sync.refresh()).rejects.toMatchObject(refusal(wrongGroup))
  expect(wallet.chain.height).toBe(512n)
  expect(wallet.store.outputs.size).toBe(0)

  show(honest)
  await wallet.sync.refresh()
  expect(wallet.chain.height).toBe(BigInt(height))
  expect([...wallet.store.outputs.values()]).toEqual([{ ...output!, frozen: true }])
  expect(wallet.addresses.label(ours)).toBe('savings')
})

test('error: a branch that begins below a proven pin changes nothing', async () => {
  const { wallet } = await pinnedWallet()
  await wallet.sync.refresh()
  const before = snapshot(wallet)
  show(branchFrom(900))
  await expect(wallet.sync.refresh()).rejects.toMatchObject(
    refusal('block 900 of daemon scripted is not the one of fakechain'),
  )
  expect(snapshot(wallet)).toEqual(before)
})

test('error: a chain that ends below the newest pin is refused, and changes nothing', async () => {
  const { wallet } = await pinnedWallet()
  await wallet.sync.refresh()
  const before = snapshot(wallet)
  show(honest.slice(0, 700))
  const expected = 'daemon scripted has 701 blocks, fakechain has at least 1027'
  await expect(wallet.sync.refresh()).rejects.toMatchObject(refusal(expected))
  await expect(wallet.sync.rescan({ hard: false })).rejects.toMatchObject(refusal(expected))
  expect(snapshot(wallet)).toEqual(before)
})

test('error: a chain that ends below its reported height is refused, and its unproven blocks are removed', async () => {
  const { wallet } = await pinnedWallet({
    info: ({ daemon }) => lying({ info: (info) => ({ ...info, height: 5000n }) })(daemon),
  })
  show(falseRest.slice(0, 700))
  await expect(wallet.sync.refresh()).rejects.toMatchObject(
    refusal('the blocks of daemon scripted end at 700, below its height'),
  )
  expect(wallet.chain.height).toBe(512n)
  expect(wallet.store.outputs.size).toBe(0)
})
