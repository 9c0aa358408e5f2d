/**
 * Commands of the operator for events of the chain.
 *
 * @module
 * @see monero src/common/notify.cpp
 */
import { command } from '../process/run-command.ts'
import type { ChainListener } from '../../proxy/node/types.ts'

export type Commands = {
  /** `%s` is the block's id. */
  block?: string | undefined
  /** `%s` is the height of the split, `%h` the new height, `%n` and `%d` count new and discarded blocks. */
  reorg?: string | undefined
}

/** A chain listener that runs the commands; undefined without commands. */
export function notifyBy(commands: Commands): ChainListener | undefined {
  const block = commands.block === undefined ? undefined : command('block', commands.block)
  const reorg = commands.reorg === undefined ? undefined : command('reorg', commands.reorg)
  if (!block && !reorg) return undefined
  return {
    added: (id) => block?.({ '%s': id }),
    reorganised: ({ splitHeight, height, discarded }) =>
      reorg?.({
        '%s': `${splitHeight}`,
        '%h': `${height}`,
        '%n': `${height - splitHeight}`,
        '%d': `${discarded}`,
      }),
  }
}
