import { call } from '../contract.ts'
import { small } from '../limits.ts'
import { hashes } from '../packed.ts'
import { client, paidStatus } from '../status.ts'

export const get_transaction_pool_hashes = call({
  summary: 'Hashes of the transactions in the pool, as raw bytes in JSON',
  codec: 'json',
  limit: small,
  bootstrap: 'answers',
  longAnswer: true,
  params: { ...client },
  result: { ...paidStatus, tx_hashes: hashes.default([]) },
  source: 'rpc/core_rpc_server.cpp on_get_transaction_pool_hashes_bin',
})
