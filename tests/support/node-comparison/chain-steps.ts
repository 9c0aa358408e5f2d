/**
 * What befalls a chain and its pool: payments, double spends, blocks taken off.
 *
 * @module
 */
import { expect } from 'vitest'
import { expectRefused, isMined, isWaiting, mine, payments, type Step } from './chain-actions.ts'
import { branchSteps } from './branch-steps.ts'
import { shapes, type Forged } from './coin-spender.ts'

export const steps: readonly Step[] = [
  {
    name: 'payments of every shape',
    async run(world) {
      const { twins, purse } = world
      const made: Forged[] = []
      for (const shape of shapes) {
        const forged = purse.forge(shape)
        await twins.pay(forged.blob)
        made.push(forged)
      }
      await twins.expectSameAnswers()
      await mine(world, 1)
      expect(made.every((one) => isMined(world, one))).toBe(true)
    },
  },
  {
    name: 'payments that are kept back',
    async run(world) {
      const { twins, purse } = world
      const kept = purse.forge({ inputs: 2 })
      await twins.pay(kept.blob, { do_not_relay: true })
      await payments(world, 1)
      await twins.expectSameAnswers()
      await twins.alike({ call: 'relay_tx', params: { txids: [kept.id] } })
      await twins.settle()
      await mine(world, 1)
      expect(isMined(world, kept)).toBe(true)
    },
  },
  {
    name: 'double spends',
    async run(world) {
      const { twins, purse } = world
      const paid = purse.forge({ inputs: 2 })
      await twins.pay(paid.blob)
      await expectRefused(world, purse.rival(paid), 'double_spend')
      expect(await twins.send(paid.blob)).toMatchObject({ status: 'OK', not_relayed: true })
      // One input is spent, the other is not.
      const [coin] = paid.plan.spends.map((spend) => spend.coin)
      const half = purse.forge({ inputs: 0, coins: [coin!, purse.coins()[0]!] })
      await expectRefused(world, half, 'double_spend')
      await twins.expectSameAnswers()
      await mine(world, 1)
      await expectRefused(world, half, 'double_spend')
      await expectRefused(world, purse.rival(paid), 'double_spend')
      expect(await twins.send(paid.blob)).toMatchObject({ status: 'OK', not_relayed: true })
    },
  },
  {
    name: 'dropped transactions',
    async run(world) {
      const { twins, purse } = world
      const [first, second] = await payments(world, 2)
      await twins.flush(first!.id)
      await twins.pay(purse.rival(first!).blob)
      await twins.flush()
      expect(isWaiting(world, second!)).toBe(false)
      await twins.pay(second!.blob)
      await mine(world, 1)
    },
  },
  {
    name: 'blocks taken off',
    async run(world) {
      const { twins, purse, below } = world
      const made = await payments(world, 2)
      await mine(world, 1)
      made.push(...(await payments(world, 1)))
      await mine(world, 2)
      await twins.pop(3 + below(3))
      expect(made.every((one) => isWaiting(world, one))).toBe(true)
      await expectRefused(world, purse.rival(made[0]!), 'double_spend')
      await twins.expectSameAnswers()
      await mine(world, 2)
      expect(made.every((one) => isMined(world, one))).toBe(true)
    },
  },
  ...branchSteps,
]
