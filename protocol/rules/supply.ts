/**
 * Upper bounds of emission by height, for programs that do not know the coins emitted before.
 *
 * A penalty only lowers a reward, and a lower reward only raises what is left for later blocks. So no chain
 * is ahead of the emission without penalties, and the bounds below hold for every honest chain.
 *
 * @module
 * @see monero src/cryptonote_basic/cryptonote_basic_impl.cpp get_block_reward
 */
import { max, min } from '../bigint.ts'
import { max64 } from '../fields.ts'
import { baseReward } from './emission.ts'
import { heightOf, versionAt, type Network } from './forks.ts'
import { coin } from './limits.ts'

/** Tail reward of blocks with a target of 120 s. */
const tailReward = baseReward(max64, 2)

/** Coins left at the start of the tail, rounded up: less than this would be paid as a smaller reward. */
const leftAtTail = (tailReward + 1n) << 19n

/** Logarithm of the part of the coins left that remains after a block of 60 s, and of 120 s. */
const [perBlockV1, perBlockV2] = [Math.log1p(-(2 ** -20)), Math.log1p(-(2 ** -19))] as const

/**
 * The tail of mainnet began in May or June 2022, before the fork to version 15 in August.
 *
 * @see https://www.getmonero.org/resources/moneropedia/tail-emission.html
 */
const tailVersion = 15

/**
 * The largest reward of the block at a height, without fees, in piconero.
 *
 * On mainnet it is exact from the tail on, and at most 10 % above the true reward before. The emission of test
 * networks is not known: theirs is the reward of a first block.
 */
export function maxBaseReward(network: Network, height: bigint): bigint {
  const version = versionAt(network, height)
  const tailHeight = network === 'mainnet' ? heightOf(network, tailVersion)! : undefined
  if (tailHeight === undefined) return baseReward(0n, version)
  if (height >= tailHeight) return tailReward
  const left = roundedUp(Number(leftAtTail) / remaining(network, height, tailHeight))
  return baseReward(max64 - min(left, max64), version)
}

/**
 * The most coins that exist below a height, in piconero. The bound holds on all networks: it counts the reward
 * of 120 s for every block.
 */
export function maxSupply(height: bigint): bigint {
  const left = Number(max64) * Math.exp(Number(height) * perBlockV2)
  const blocksToTail = Math.log(Number(leftAtTail) / Number(max64)) / perBlockV2
  const supply = max64 - max(BigInt(Math.floor(left)), leftAtTail)
  const blocksInTail = max(0n, height - BigInt(Math.floor(blocksToTail)))
  // Two coins are far more than the error of floating point.
  return supply + blocksInTail * tailReward + 2n * coin
}

/** The least part of the coins left at `from` that remains at `to`. */
function remaining(network: Network, from: bigint, to: bigint): number {
  const v2Height = heightOf(network, 2)!
  const ofV1 = max(0n, min(to, v2Height) - from)
  return Math.exp(Number(ofV1) * perBlockV1 + Number(to - from - ofV1) * perBlockV2)
}

/** A floating-point result that no error lowered. */
const roundedUp = (value: number) => BigInt(Math.ceil(value * (1 + 1e-9)))
