/**
 * A lie: a false answer of a daemon, and the text that the wallet shows.
 *
 * @module
 */
import { bin } from '#protocol/daemon/calls.ts'
import { epeeFrom, epeeTo } from '#protocol/epee/epee.ts'
import { parseJsonBytes, stringifyJsonBytes } from '#protocol/json/json.ts'
import type { BlocksAnswer } from '../daemons/lying-daemon.ts'
import { unchanged, type Reply, type Tamper } from '../network/tampering-proxy.ts'
import type { Result } from '../programs/monerod.ts'

/** What a lie can be made of. */
export type LieContext = {
  /** The height of the wallet: the first block that is new to it. */
  height: bigint
  /** A random point of the curve. */
  randomKey: () => Uint8Array
}

export type Lie = {
  /** What the daemon does, for the table. */
  claim: string
  /** The error that the wallet shows; `…` stands for text that depends on the chain. */
  text: string
  tamper: (context: LieContext) => Tamper
}

/** Changes the answers to one path. */
const onPath =
  (path: string, change: (bytes: Uint8Array) => Uint8Array): Tamper =>
  async (asked, forward) => {
    const bytes = await forward()
    return { bytes: asked === path ? change(bytes) : bytes }
  }

/** Changes the answer to one call in binary form. */
export const ofBin =
  <Name extends keyof typeof bin>(
    name: Name,
    change: (answer: Result, context: LieContext) => object,
  ): Lie['tamper'] =>
  (context) =>
    onPath(`/${name}.bin`, (bytes) => {
      const answer = epeeTo(bin[name].result, bytes) as Result
      return epeeFrom(bin[name].result, { ...answer, ...change(answer, context) } as never)
    })

/** Changes the blocks that a refresh receives. */
export const ofBlocks = (
  claim: string,
  text: string,
  change: (answer: BlocksAnswer, context: LieContext) => Partial<BlocksAnswer>,
): Lie => ({
  claim,
  text,
  tamper: ofBin('get_blocks', (answer, context) => change(answer as BlocksAnswer, context)),
})

type OutsAnswer = ReturnType<typeof epeeTo<typeof bin.get_outs.result>>

/** Changes the ring candidates that a payment receives. */
export const ofOutputs = (
  claim: string,
  text: string,
  change: (outs: OutsAnswer['outs'], context: LieContext) => OutsAnswer['outs'],
): Lie => ({
  claim,
  text,
  tamper: ofBin('get_outs', ({ outs }, context) => ({ outs: change(outs as never, context) })),
})

/** Changes an answer in JSON. @param path - `/PATH`, or `/json_rpc:METHOD`. */
export const ofJson = (
  path: string,
  claim: string,
  text: string,
  change: (answer: Result, context: LieContext) => object,
): Lie => ({
  claim,
  text,
  tamper: (context) =>
    onPath(path, (bytes) => {
      const answer = parseJsonBytes(bytes) as Result
      const changed = path.startsWith('/json_rpc:')
        ? { ...answer, result: { ...answer.result, ...change(answer.result, context) } }
        : { ...answer, ...change(answer, context) }
      return stringifyJsonBytes(changed)
    }),
})

/** One lie that is made of several: the last one changes what the others left. */
export const together = (claim: string, text: string, ...parts: Lie['tamper'][]): Lie => ({
  claim,
  text,
  tamper: (context) =>
    parts.reduce(
      (inner, part) => (path, forward, body) =>
        part(context)(path, async () => bytesOf(await inner(path, forward, body)), body),
      unchanged,
    ),
})

function bytesOf(reply: Reply): Uint8Array {
  if (typeof reply === 'object' && 'bytes' in reply) return reply.bytes
  throw new Error('only the last part of a lie can leave out the answer')
}
