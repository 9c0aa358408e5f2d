/**
 * The tables of all daemon calls.
 *
 * `rpc` are methods of `/json_rpc`. Calls of `json` and `bin` have a path each: `json` uses JSON, `bin`
 * epee's portable storage. A name can be in two tables.
 *
 * @module
 */
import * as binBlocks from './bin/blocks.ts'
import * as binOutputs from './bin/outputs.ts'
import * as binPool from './bin/pool.ts'
import * as jsonAdministration from './json/administration.ts'
import * as jsonChain from './json/chain.ts'
import * as jsonMining from './json/mining.ts'
import * as jsonPeers from './json/peers.ts'
import * as jsonPool from './json/pool.ts'
import * as jsonTransactions from './json/transactions.ts'
import * as rpcBlocks from './rpc/blocks.ts'
import * as rpcChain from './rpc/chain.ts'
import * as rpcMining from './rpc/mining.ts'
import * as rpcOutputs from './rpc/outputs.ts'
import * as rpcPayment from './rpc/payment.ts'
import * as rpcPeers from './rpc/peers.ts'
import * as rpcPool from './rpc/pool.ts'

/** Methods of `/json_rpc`, by their name there. */
export const rpc = {
  ...rpcBlocks,
  ...rpcChain,
  ...rpcMining,
  ...rpcOutputs,
  ...rpcPayment,
  ...rpcPeers,
  ...rpcPool,
}

/** Calls at `/NAME`, JSON in and out. */
export const json = {
  ...jsonAdministration,
  ...jsonChain,
  ...jsonMining,
  ...jsonPeers,
  ...jsonPool,
  ...jsonTransactions,
}

/** Calls at `/NAME.bin`, portable storage in and out unless the contract has another `codec`. */
export const bin = { ...binBlocks, ...binOutputs, ...binPool }

/** All calls by what they are about, then by route. */
export const topics = {
  blocks: { rpc: rpcBlocks, bin: binBlocks },
  chain: { rpc: rpcChain, json: jsonChain },
  transactions: { json: jsonTransactions },
  pool: { rpc: rpcPool, json: jsonPool, bin: binPool },
  outputs: { rpc: rpcOutputs, bin: binOutputs },
  mining: { rpc: rpcMining, json: jsonMining },
  peers: { rpc: rpcPeers, json: jsonPeers },
  payment: { rpc: rpcPayment },
  administration: { json: jsonAdministration },
}
