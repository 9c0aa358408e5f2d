/**
 * Branches that win, branches that cannot, and what they do to the transactions of the other.
 *
 * @module
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import { expect } from 'vitest'
import {
  ancestor,
  branch,
  expectBlockRefused,
  expectRefused,
  isMined,
  isWaiting,
  mine,
  parsed,
  payments,
  type Step,
} from './chain-actions.ts'

export const branchSteps: readonly Step[] = [
  {
    name: 'a short branch that wins',
    async run(world) {
      const { twins, purse } = world
      const [paid] = await payments(world, 1)
      await mine(world, 1)
      await branch(world, ancestor(world, 1), 2)
      expect(isWaiting(world, paid!)).toBe(true)
      await expectRefused(world, purse.rival(paid!), 'double_spend')
      await twins.expectSameAnswers()
      await mine(world, 1)
      expect(isMined(world, paid!)).toBe(true)
    },
  },
  {
    name: 'a long branch that wins, and what was spent in the other',
    async run(world) {
      const { twins, purse } = world
      const split = twins.chain.topId()
      const [paid] = await payments(world, 1)
      await mine(world, 10)
      await payments(world, 1)
      await mine(world, 1)
      const spent = purse.forge({ inputs: 0, coins: [purse.paid(paid!, 1)] })
      await twins.pay(spent.blob)
      await mine(world, 1)
      await branch(world, split, 13)
      await twins.expectSameAnswers()
      await mine(world, 2)
      expect([isMined(world, paid!), isMined(world, spent)]).toEqual([true, false])
      expect(isWaiting(world, spent)).toBe(true)
      await twins.expectSameAnswers()
      await twins.flush(spent.id)
    },
  },
  {
    name: 'the same transaction in both branches',
    async run(world) {
      const { twins } = world
      await mine(world, 1)
      const [paid] = await payments(world, 1)
      const parent = ancestor(world, 1)
      const beside = await twins.add({ parent, transactions: [parsed(paid!)] })
      await mine(world, 1)
      await twins.expectSameAnswers()
      await branch(world, beside, 2)
      expect(twins.chain.transactionHeight(paid!.id)).toBe(twins.chain.heightOf(beside))
    },
  },
  {
    name: 'rivals in both branches, one of them gone',
    async run(world) {
      const { twins, purse } = world
      await mine(world, 1)
      const [first] = await payments(world, 1)
      const beside = await twins.add({
        parent: ancestor(world, 1),
        transactions: [parsed(first!)],
      })
      await twins.flush(first!.id)
      const second = purse.rival(first!)
      await twins.pay(second.blob)
      await mine(world, 1)
      await expectRefused(world, first!, 'double_spend')
      // It would outweigh the other, but what it spends is nowhere.
      const last = await branch(world, beside, 1)
      await expectBlockRefused(world, twins.madeOn(last))
      expect(isMined(world, second)).toBe(true)
      await twins.expectSameAnswers()
    },
  },
  {
    name: 'rivals in both branches, each in its turn',
    async run(world) {
      const { twins, purse } = world
      await mine(world, 1)
      const [first] = await payments(world, 1)
      const parent = ancestor(world, 1)
      const beside = await twins.add({ parent, transactions: [parsed(first!)] })
      await twins.flush(first!.id)
      const second = purse.rival(first!)
      await twins.pay(second.blob)
      await mine(world, 1)
      const left = twins.chain.topId()
      const leftBlob = await twins.blobOf(left)
      await twins.pop(1)
      await twins.flush(second.id)
      await twins.pay(first!.blob)
      await branch(world, beside, 2)
      expect(isMined(world, first!)).toBe(true)
      await expectRefused(world, second, 'double_spend')
      // The block of the other, which both have taken off and forgotten.
      await expectBlockRefused(world, leftBlob)
      await twins.expectSameAnswers()
    },
  },
  {
    name: 'a branch that wins, loses and wins again',
    async run(world) {
      const { twins } = world
      const split = twins.chain.topId()
      const made = await payments(world, 2)
      await mine(world, 2)
      const first = twins.chain.topId()
      const second = await branch(world, split, 3)
      expect(twins.chain.topId()).toBe(second)
      await branch(world, first, 2)
      expect(made.every((one) => isMined(world, one))).toBe(true)
      await twins.expectSameAnswers()
      await branch(world, second, 2)
      await mine(world, 1)
      expect(made.every((one) => isMined(world, one))).toBe(true)
    },
  },
  {
    name: 'a branch that spends twice',
    async run(world) {
      const { twins } = world
      await mine(world, 1)
      const parent = ancestor(world, 1)
      const [paid] = await payments(world, 1)
      const transactions = [parsed(paid!)]
      const once = await twins.add({ parent, transactions })
      await expectBlockRefused(world, twins.madeOn(once, { transactions }))
      expect(isWaiting(world, paid!)).toBe(true)
      await twins.expectSameAnswers()
      await mine(world, 1)
      expect(isMined(world, paid!)).toBe(true)
    },
  },
  {
    name: 'blocks that stand nowhere, or stand already',
    async run(world) {
      const { twins } = world
      const top = await twins.blobOf(twins.chain.topId())
      await twins.submit(top)
      const orphan = top.slice()
      orphan.set(hexToBytes('07'.repeat(32)), 7)
      await twins.submit(orphan)
      await expectBlockRefused(world, twins.madeOn(twins.chain.topId(), { extraReward: 1n }))
      await mine(world, 1)
    },
  },
]
