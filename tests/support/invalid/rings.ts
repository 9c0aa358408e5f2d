/**
 * Rings of the wrong size, in the wrong order, or of outputs that cannot be spent.
 *
 * @module
 */
import { writeExtra } from '#protocol/chain/extra.ts'
import type { RefusalFlag } from '../../../proxy/node/types.ts'
import { forge, type Coin } from '../transactions/forge.ts'
import type { ForgeParts, ForgeScene } from '../transactions/forge-scene.ts'
import { genesisAmount, keyInput, kind, type Kind } from './rule-violation.ts'

const size = (ringSize: number) =>
  kind(`rings of ${ringSize}`, ['low_mixin', 'invalid_input'], (scene) => scene.forge({ ringSize }))

const wrong = (
  name: string,
  make: Kind['make'],
  flags: readonly RefusalFlag[] = ['invalid_input'],
) => kind(name, flags, make)

/** One that spends an output which is not for spending. */
const spending =
  (coinOf: (parts: ForgeParts) => Coin): Kind['make'] =>
  (scene) =>
    scene.forge({ coin: coinOf(scene.parts) })

/** One that has it among the decoys. */
const beside =
  (coinOf: (parts: ForgeParts) => Coin): Kind['make'] =>
  (scene) => {
    const plan = scene.plan()
    const spend = plan.spends[0]!
    const decoy = spend.indices.find((index) => index !== spend.coin.index)!
    const kept = spend.indices.filter((index) => index !== decoy)
    const indices = [...kept, coinOf(scene.parts).index].sort((a, b) => (a < b ? -1 : 1))
    Object.assign(spend, scene.ring(indices))
    return forge(scene.crypto, plan)
  }

/**
 * Spends the genesis block's output, which has nothing to hide among, and others: all with rings of one
 * size, and signatures of nothing.
 */
const inTheClear =
  (inputs: number, ringSize: number): Kind['make'] =>
  (scene) =>
    scene.forge(
      { inputs },
      {
        prefix(prefix) {
          prefix.inputs.forEach((_, i) => {
            const input = keyInput(prefix, i)
            input.keyOffsets = Array.from({ length: ringSize }, (_, at) => (at > 0 ? 1n : 0n))
            if (i === 0) input.amount = genesisAmount
          })
        },
        prunable: ({ clsags }) =>
          clsags.forEach((clsag) => {
            clsag.s = Array.from({ length: ringSize }, () => clsag.c1)
          }),
      },
    )

export const rings: readonly Kind[] = [
  kind('one output', ['too_few_outputs', 'invalid_input'], (scene) => scene.forge({ outputs: 1 })),
  size(1),
  size(2),
  size(11),
  size(15),
  size(17),
  wrong(
    'rings of different sizes',
    (scene) => scene.forge({}, { prefix: (prefix) => void keyInput(prefix, 1).keyOffsets.pop() }),
    ['low_mixin', 'invalid_input'],
  ),
  wrong(
    'an empty ring',
    (scene) => scene.forge({}, { prefix: (prefix) => void (keyInput(prefix, 1).keyOffsets = []) }),
    ['low_mixin', 'invalid_input'],
  ),
  kind(
    'rings of one, two of which could be larger',
    ['low_mixin', 'invalid_input'],
    inTheClear(3, 1),
  ),
  kind('a ring of 17 in the clear', ['low_mixin', 'invalid_input'], inTheClear(2, 17)),
  wrong('a ring in the clear of what is not there', inTheClear(2, 16)),
  wrong('rings of one, one of which could be larger, unsigned', inTheClear(2, 1)),
  wrong('inputs in the wrong order', (scene) => {
    const plan = scene.plan()
    plan.spends.reverse()
    return forge(scene.crypto, plan)
  }),
  wrong('a ring member that is not there', (scene) =>
    scene.forge({}, { prefix: (prefix) => void (keyInput(prefix).keyOffsets[15]! += 1_000_000n) }),
  ),
  wrong('a ring that ends before it begins', (scene) =>
    scene.forge(
      {},
      { prefix: (prefix) => void (keyInput(prefix).keyOffsets[15] = 2n ** 64n - 1n) },
    ),
  ),
  wrong('a ring of an amount that is not there', (scene) =>
    scene.forge({}, { prefix: (prefix) => void (keyInput(prefix).amount = 77n) }),
  ),
  wrong(
    'spends a coinbase too early',
    spending(({ unripe }) => unripe.coinbase),
  ),
  wrong(
    'a young coinbase for a decoy',
    beside(({ unripe }) => unripe.coinbase),
  ),
  wrong(
    'spends an output too early',
    spending(({ unripe }) => unripe.young),
  ),
  wrong(
    'a young output for a decoy',
    beside(({ unripe }) => unripe.young),
  ),
  wrong(
    'spends an output locked until a height',
    spending(({ unripe }) => unripe.lockedByHeight),
  ),
  wrong(
    'an output locked until a height for a decoy',
    beside(({ unripe }) => unripe.lockedByHeight),
  ),
  wrong(
    'spends an output locked until a time',
    spending(({ unripe }) => unripe.lockedByTime),
  ),
  wrong(
    'an output locked until a time for a decoy',
    beside(({ unripe }) => unripe.lockedByTime),
  ),
  kind(
    'spends what the chain has spent',
    ['double_spend', 'invalid_input'],
    spending(({ spent }) => spent),
  ),
  kind(
    'spends what the pool spends',
    ['double_spend'],
    spending(({ pending }) => pending),
  ),
  kind(
    'an extra of 1061 bytes',
    ['tx_extra_too_big'],
    (scene) => scene.forge({ extra: extraOf(scene, 1061) }),
    { old: 'accepted' },
  ),
]

/** So many bytes that all readers understand, but for padding to the end. */
export function extraOf({ crypto }: ForgeScene, size: number): Uint8Array {
  const extra = new Uint8Array(size)
  extra.set(writeExtra([{ kind: 'publicKey', key: crypto.multiplyBase(crypto.randomScalar()) }]))
  return extra
}
