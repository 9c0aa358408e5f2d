/**
 * Calls that speak epee's portable storage.
 *
 * @module
 */
import { paidStatus } from '#protocol/daemon/status.ts'
import { EpeeError, epeeFrom, epeeTo } from '#protocol/epee.ts'
import { FieldError, u64 } from '#protocol/fields.ts'
import { member } from './check.ts'
import { forward } from './forward.ts'
import { refusal } from './replies.ts'
import { capOf } from './restricted.ts'
import type { Handler, Route, Service } from './service.ts'

/** Answers a call. What was checked is sent on byte for byte. */
export const binaryCall: Handler = async (service, route, { body, signal }) => {
  const { name, contract, path } = route
  let given: unknown
  try {
    given = epeeTo(contract.params, body)
  } catch (error) {
    if (error instanceof EpeeError || error instanceof FieldError)
      return refusal(400, error.message)
    throw error
  }
  const cap = service.restricted ? capOf('bin', name, given) : undefined
  if (cap && 'http' in cap) return refusal(cap.http, 'Refused on a public node')
  if (cap && 'status' in cap) return failed(cap.status)
  if (!(await isFair(service, route, given))) return failed('Failed')

  const contentType = 'application/octet-stream'
  return forward(service.node, { path, body, contentType, once: contract.once === true, signal })
}

/**
 * Whether blocks are asked for from where the node has some: a height below its own, or a history
 * that ends in its first block. Nodes count other requests as attacks and ban the address, which
 * here would be the proxy's.
 *
 * @see monero src/rpc/core_rpc_server.cpp add_host_fail
 */
async function isFair({ chain }: Service, { name }: Route, given: unknown): Promise<boolean> {
  if (name !== 'get_blocks' && name !== 'get_hashes') return true
  if (member(given, 'requested_info') === poolOnly) return true
  const height = name === 'get_blocks' ? (member(given, 'start_height') as bigint) : 0n
  if (height > 0n) return chain.reaches(height)
  const last = (member(given, 'block_ids') as Uint8Array[]).at(-1)
  return last !== undefined && chain.isGenesis(last)
}

const poolOnly = 2 // monero COMMAND_RPC_GET_BLOCKS_FAST POOL_ONLY

const refused = { ...paidStatus, start_height: u64, current_height: u64 }

/** A refusal as monerod writes it. */
function failed(status: string): Response {
  const bytes = epeeFrom(refused, {
    status,
    untrusted: false,
    credits: 0n,
    top_hash: '',
    start_height: 0n,
    current_height: 0n,
  })
  return new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: { 'content-type': 'application/octet-stream' },
  })
}
