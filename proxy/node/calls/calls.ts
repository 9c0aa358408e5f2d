/**
 * The table of all daemon calls, answered from our own chain.
 *
 * A file here has the name of its contract file in `protocol/daemon/`.
 *
 * @module
 */
import type { NodeCalls } from '../backend.ts'
import type { NodeContext } from '../context.ts'
import { binBlocks } from './bin/blocks.ts'
import { binOutputs } from './bin/outputs.ts'
import { binPool } from './bin/pool.ts'
import { jsonAdministration } from './json/administration.ts'
import { jsonChain } from './json/chain.ts'
import { jsonMining } from './json/mining.ts'
import { jsonPeers } from './json/peers.ts'
import { jsonPool } from './json/pool.ts'
import { jsonTransactions } from './json/transactions.ts'
import { rpcBlocks } from './rpc/blocks.ts'
import { rpcChain } from './rpc/chain.ts'
import { rpcMining } from './rpc/mining.ts'
import { rpcOutputs } from './rpc/outputs.ts'
import { rpcPayment } from './rpc/payment.ts'
import { rpcPeers } from './rpc/peers.ts'
import { rpcPool } from './rpc/pool.ts'

/** A missing call is a type error. */
export const nodeCalls = (context: NodeContext): NodeCalls => ({
  rpc: {
    ...rpcBlocks(context),
    ...rpcChain(context),
    ...rpcMining(context),
    ...rpcOutputs(context),
    ...rpcPayment(context),
    ...rpcPeers(context),
    ...rpcPool(context),
  },
  json: {
    ...jsonAdministration(context),
    ...jsonChain(context),
    ...jsonMining(context),
    ...jsonPeers(context),
    ...jsonPool(context),
    ...jsonTransactions(context),
  },
  bin: {
    ...binBlocks(context),
    ...binOutputs(context),
    ...binPool(context),
  },
})
