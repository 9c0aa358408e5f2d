import { call } from '../contract.ts'
import { bytes, list, text } from '../../fields.ts'
import { large, small } from '../limits.ts'
import { client, paidStatus, status } from '../status.ts'

export const get_txpool_backlog = call({
  summary: 'Weights, fees and ages of the transactions in the pool',
  limit: small,
  bootstrap: 'answers',
  longAnswer: true,
  params: { ...client },
  result: {
    ...paidStatus,
    backlog: bytes
      .default(new Uint8Array())
      .describe('24 bytes each: weight, fee, seconds in the pool, little endian.'),
  },
  source: 'rpc/core_rpc_server.cpp on_get_txpool_backlog',
})

export const flush_txpool = call({
  summary: 'Removes transactions from the pool',
  limit: large,
  restricted: true,
  once: true,
  params: { txids: list(text).default([]).describe('If empty, all.') },
  result: status,
  caution: 'disrupts',
  source: 'rpc/core_rpc_server.cpp on_flush_txpool',
})

export const relay_tx = call({
  summary: 'Relays transactions of the pool again',
  limit: large,
  restricted: true,
  once: true,
  params: { ...client, txids: list(text).default([]) },
  result: paidStatus,
  source: 'rpc/core_rpc_server.cpp on_relay_tx',
})
