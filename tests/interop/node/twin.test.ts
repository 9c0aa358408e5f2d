/**
 * NodePair: a real monerod and a node of our own that are given the same blocks and transactions, mined
 * on either, agree on all that they say after each.
 */
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../../support/programs/test.ts'
import { count, seed } from '../../support/random/case-counts.ts'
import { testCrypto } from '../../support/wasm/crypto.ts'
import { daemonCases } from '../../support/node-comparison/scene-cases.ts'
import { minerAddress, startMinerWallet, type WalletRpc } from '../../support/programs/monerod.ts'
import { restoreOurs, type OurWallet } from '../../support/wallet-comparison/restore-both.ts'
import { seededBelow } from '../../support/random/sfc32.ts'
import { fullBlocks, type World } from '../../support/node-comparison/chain-actions.ts'
import { everyCall, gone } from '../../support/node-comparison/contract-cases.ts'
import { CoinSpender } from '../../support/node-comparison/coin-spender.ts'
import { steps } from '../../support/node-comparison/chain-steps.ts'
import { NodePair } from '../../support/node-comparison/node-pair.ts'
import {
  payAndMine,
  payerOf,
  payments,
  type Payer,
} from '../../support/node-comparison/paying-wallets.ts'

let world: World
let ours: OurWallet
let theirs: WalletRpc
let payers: Payer[]

beforeAll(async () => {
  const below = seededBelow(seed())
  const crypto = await testCrypto()
  const twins = await NodePair.start({ below, own: { crypto } })
  world = { twins, below, purse: new CoinSpender(twins.own.context, crypto, below) }
  theirs = await startMinerWallet(twins.monerod.address)
  ours = await restoreOurs(twins.monerod.address)
  payers = [await payerOf(theirs, ours.wallet.primaryAddress), await payerOf(ours, minerAddress)]
  await twins.expectSameState()
  await twins.grow('monerod', 5, minerAddress)
  await twins.grow('own', 5, ours.wallet.primaryAddress)
  await twins.grow('monerod', count(5, 40), world.purse.address)
  await twins.grow('own', count(135, 100), world.purse.address)
  await twins.expectSameState()
})

const wallets = ['monero-wallet-rpc', 'our wallet'].slice(0, count(1, 2))

describe.each(Array.from({ length: count(1, 2) }, (_, round) => round + 1))('round %i', () => {
  describe('both nodes agree after', () => {
    test.each(steps.map((step) => [step.name, step] as const))('%s', async (_, step) => {
      await step.run(world)
    })
  })

  describe.each(wallets.map((name, at) => [name, at] as const))('%s pays', (name, at) => {
    test.each(
      payments
        .slice(0, count(2, payments.length))
        .filter(({ isPossible }) => isPossible?.(name) ?? true)
        .map((payment) => [payment.name, payment] as const),
    )('%s', async (_, payment) => {
      await payAndMine(world, payers[at]!, payment)
    })
  })

  test('blocks full of payments', async () => {
    const [blocks, each] = [count(1, 10), count(3, 10)]
    expect(await fullBlocks(world, blocks, each)).toBe(blocks * each)
  })
})

test('every call was sent to both nodes', async () => {
  const { twins } = world
  await twins.alike({ call: 'prune_blockchain', params: { check: true } })
  const id = '00'.repeat(32)
  for (const one of daemonCases({ genesis: id, block: id, mined: id, waiting: id, spent: id }))
    if (/mining$|hash_rate$|bootstrap/.test(one.call)) await twins.alike(one)
  await twins.end()
  const asked = everyCall.map(({ call }) => call).filter((call) => twins.asked.has(call))
  expect(asked).toEqual(everyCall.map(({ call }) => call).filter((call) => !gone.includes(call)))
})
