/**
 * Lies to a new wallet of mainnet: a private chain under its name.
 *
 * @module
 */
import { minerPaying, relinked } from '../chains/false-blocks.ts'
import { ofBin, ofJson, together, type Lie } from './lie.ts'

export type MainnetLie = Lie & { restoreHeight: bigint }

/** Claims of `get_info`. */
const info = (claims: object): Lie['tamper'] =>
  ofJson('/json_rpc:get_info', '', '', () => claims).tamper

const named = info({ nettype: 'mainnet', mainnet: true })
const long = info({ nettype: 'mainnet', mainnet: true, height: 4_000_000 })

/** All blocks follow the rules of mainnet at their heights, as far as a wallet sees. */
const oldBlocks = ofBin('get_blocks', ({ blocks }) => {
  const blobs = relinked(
    blocks.map(({ block }: { block: Uint8Array }) => block),
    (block) => ({ majorVersion: 1, ...minerPaying(block, 1n) }),
  )
  return { blocks: blocks.map((entry: object, at: number) => ({ ...entry, block: blobs[at]! })) }
})

export const mainnetLies: readonly MainnetLie[] = [
  {
    ...together(
      'a private chain',
      'the daemon is on a private chain, the wallet on mainnet: only a trusted daemon may be on one',
    ),
    restoreHeight: 101n,
  },
  {
    ...together(
      'a private chain as long as mainnet',
      'the answer of daemon … is not to be trusted: it reports a private chain of … blocks, and the wallet has … blocks of mainnet',
      info({ height: 1_009_827 }),
    ),
    restoreHeight: 101n,
  },
  {
    ...together(
      'a short chain under the name of mainnet',
      'daemon … has … blocks, mainnet has at least …: it is not synchronised; wait until it is, or choose another daemon',
      named,
    ),
    restoreHeight: 101n,
  },
  {
    ...together(
      'blocks of today for heights of 2014',
      'the answer of daemon … is not to be trusted: block … has version 16, and version 1 applies at its height',
      long,
    ),
    restoreHeight: 101n,
  },
  {
    ...together(
      'false blocks at a checkpoint',
      'the answer of daemon … is not to be trusted: block … of daemon … is not the one of mainnet; choose another daemon',
      long,
      oldBlocks,
    ),
    restoreHeight: 101n,
  },
  {
    ...together(
      'false blocks that end below the reported height',
      'the answer of daemon … is not to be trusted: the blocks of daemon … end at …, below its height; choose another daemon',
      long,
      oldBlocks,
    ),
    restoreHeight: 130n,
  },
]
