/**
 * Calls at a path of their own that speak JSON.
 *
 * @module
 */
import type { json } from '#protocol/daemon/calls.ts'
import { FieldError, object } from '#protocol/fields.ts'
import { JsonError, stringifyJsonBytes } from '#protocol/json.ts'
import { parseRequest } from '#protocol/request-json.ts'
import { amendmentOf } from './amend.ts'
import { check } from './check.ts'
import { forward } from './forward.ts'
import { answer, refusal } from './replies.ts'
import { capOf } from './restricted.ts'
import type { Handler } from './service.ts'
import type { Ask } from './upstream/node.ts'

/** Answers a call. */
export const jsonCall: Handler = async (service, { name, contract, path }, incoming) => {
  let given: object
  try {
    given = parseRequest(incoming.body, { keepsEmpty: true })
    check(object(contract.params), given)
  } catch (error) {
    if (error instanceof JsonError || error instanceof FieldError)
      return refusal(400, error.message)
    throw error
  }
  if (gone.has(name)) return answer({ status: 'OK', untrusted: false })
  const cap = service.restricted ? capOf('json', name, given) : undefined
  if (cap && 'status' in cap)
    return answer({ credits: 0, status: cap.status, top_hash: '', untrusted: false })

  const ask: Ask = {
    path,
    // Written anew, so that the node reads exactly what was checked here.
    body: stringifyJsonBytes(given),
    contentType: 'application/json',
    once: contract.once === true,
    signal: incoming.signal,
  }
  const amend = amendmentOf(name, service.restricted)
  return forward(service.node, ask, amend && ((text) => amend(text, given)))
}

/** Calls that monerod no longer has, and that old clients still make. They did nothing before. */
const gone = new Set<string>([
  'start_save_graph',
  'stop_save_graph',
] satisfies (keyof typeof json)[])
