/**
 * The tables of the daemon calls that a wallet makes, by the rules of `calls.ts`.
 *
 * They leave out the topics that no wallet asks for, so that the page does not download their contracts.
 *
 * @module
 */
import * as binBlocks from './bin/blocks.ts'
import * as binOutputs from './bin/outputs.ts'
import * as binPool from './bin/pool.ts'
import * as jsonChain from './json/chain.ts'
import * as jsonMining from './json/mining.ts'
import * as jsonTransactions from './json/transactions.ts'
import * as rpcBlocks from './rpc/blocks.ts'
import * as rpcChain from './rpc/chain.ts'
import * as rpcOutputs from './rpc/outputs.ts'
import * as rpcPool from './rpc/pool.ts'

export const rpc = { ...rpcBlocks, ...rpcChain, ...rpcOutputs, ...rpcPool }

export const json = { ...jsonChain, ...jsonMining, ...jsonTransactions }

export const bin = { ...binBlocks, ...binOutputs, ...binPool }
