/**
 * Every call of the daemon, answered from our own chain: the table of contents.
 *
 * @module
 */
import type { NodeCalls } from '../backend.ts'
import type { NodeContext } from '../context.ts'
import { administration } from './json/administration.ts'
import { binaryCalls } from './bin/outputs.ts'
import { blocks } from './rpc/blocks.ts'
import { chain, chainAtPaths } from './rpc/chain.ts'
import { mining, miningAtPaths } from './json/mining.ts'
import { payment } from './rpc/payment.ts'
import { peers, peersAtPaths } from './json/peers.ts'
import { pool, poolAtPaths } from './json/pool.ts'
import { outputs } from './rpc/outputs.ts'
import { spending } from './json/transactions.ts'

/** A call that is left out here is a type error. */
export const nodeCalls = (context: NodeContext): NodeCalls => ({
  rpc: {
    ...blocks(context),
    ...chain(context),
    ...mining(context),
    ...outputs(context),
    ...payment(context),
    ...peers(context),
    ...pool(context),
  },
  json: {
    ...administration(context),
    ...chainAtPaths(context),
    ...miningAtPaths(context),
    ...peersAtPaths(context),
    ...poolAtPaths(context),
    ...spending(context),
  },
  bin: binaryCalls(context),
})
