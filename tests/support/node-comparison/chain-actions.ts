/**
 * Of what the steps of the twins are made.
 *
 * @module
 */
import { expect } from 'vitest'
import { parseTransaction, type ParsedTransaction } from '#protocol/chain/transaction.ts'
import type { Below } from './chain-contents.ts'
import { shapes, type Forged, type CoinSpender } from './coin-spender.ts'
import type { Side, NodePair } from './node-pair.ts'

export type World = { twins: NodePair; purse: CoinSpender; below: Below }

export type Step = { name: string; run: (world: World) => Promise<void> }

const someSide = ({ below }: World): Side => (below(2) === 0 ? 'monerod' : 'own')

/** Mines on either side, all that waits in the first block. */
export async function mine(world: World, blocks: number): Promise<void> {
  for (let i = 0; i < blocks; i++) await world.twins.mine(someSide(world), 1, world.purse.address)
}

export async function payments({ twins, purse, below }: World, count: number): Promise<Forged[]> {
  const made: Forged[] = []
  for (let i = 0; i < count; i++) {
    const forged = purse.forge(shapes[below(shapes.length)]!)
    await twins.pay(forged.blob)
    made.push(forged)
  }
  return made
}

/** Blocks with so many payments in each. @returns How many were mined. */
export async function fullBlocks(world: World, blocks: number, each: number): Promise<number> {
  const { twins, purse, below } = world
  const cheap = shapes.filter(({ inputs = 1 }) => inputs < 3)
  const made: Forged[] = []
  for (let i = 0; i < blocks; i++) {
    const coins = purse.coins()
    for (let j = 0; j < each; j++) {
      const shape = cheap[below(cheap.length)]!
      const forged = purse.forge({ ...shape, coins: coins.splice(0, shape.inputs) })
      await twins.pay(forged.blob)
      made.push(forged)
    }
    await mine(world, 1)
  }
  return made.filter((one) => isMined(world, one)).length
}

export const parsed = ({ blob }: Forged): ParsedTransaction => parseTransaction(blob)
export const isMined = ({ twins }: World, { id }: Forged) =>
  twins.chain.transaction(id) !== undefined
export const isWaiting = ({ twins }: World, { id }: Forged) => twins.own.context.pool.has(id)

/** Empty blocks on a parent, one on the other. @returns Id of the last. */
export async function branch({ twins }: World, parent: string, blocks: number): Promise<string> {
  let last = parent
  for (let i = 0; i < blocks; i++) last = await twins.add({ parent: last, nonce: i + 1 })
  return last
}

/** The block so many below the top. */
export const ancestor = ({ twins: { chain } }: World, blocks: number) =>
  chain.idAt(chain.height() - 1n - BigInt(blocks))!

/** A transaction is refused by both, who raise the same flags, this one among them. */
export async function expectRefused(
  { twins }: World,
  { blob }: Forged,
  flag: string,
): Promise<void> {
  expect(await twins.send(blob)).toMatchObject({ status: 'Failed', [flag]: true })
}

export async function expectBlockRefused({ twins }: World, blob: Uint8Array): Promise<void> {
  expect((await twins.submit(blob)).error?.message).toBe('Block not accepted')
  await twins.expectSameState()
}
