/**
 * From a method name and unchecked params to a result or a JSON-RPC error.
 *
 * Both hosts and the tests enter here. Nothing else looks a method up by name.
 *
 * @module
 */
import { codes, RpcError } from '#protocol/errors.ts'
import { FieldError, object } from '#protocol/fields.ts'
import { requireForeground } from '../engine/background-guard.ts'
import type { Service } from '../engine/service.ts'
import type { Method, Refusal } from './method.ts'
import * as methods from './methods.ts'

export type WireError = { code: number; message: string; data?: string }
export type Outcome = { result: unknown } | { error: WireError }

const byName = new Map<string, Method>()
for (const [name, method] of Object.entries<Method>(methods))
  for (const known of [name, ...(method.aliases ?? [])]) byName.set(known, method)

/** Never throws: an error is a value here, since `postMessage` would drop its code. */
export async function dispatch(
  service: Service,
  name: string,
  params: unknown = {},
): Promise<Outcome> {
  try {
    return { result: await answer(service, name, params ?? {}) }
  } catch (error) {
    return {
      error: wireError(error, (message) => service.ports.log('error', `${name}: ${message}`)),
    }
  }
}

// Refusals come in monero's order: DENIED, NOT_OPEN, then the background ones.
function answer(service: Service, name: string, params: unknown) {
  const method = byName.get(name)
  if (!method) throw new RpcError('METHOD_NOT_FOUND', 'Method not found')
  const checked = object(method.params).parse(params, '')
  const refusedWhen: readonly Refusal[] = method.refusedWhen ?? []

  if (refusedWhen.includes('restricted') && service.restricted)
    throw new RpcError('DENIED', 'Command unavailable in restricted mode.')
  if (method.on === 'service') return method.run(service, checked)

  const { wallet } = service
  if (!wallet) throw new RpcError('NOT_OPEN', 'No wallet file')
  if (refusedWhen.includes('background')) requireForeground(wallet)
  return method.run(wallet, checked)
}

function wireError(error: unknown, log: (message: string) => void): WireError {
  if (error instanceof RpcError) {
    const { code, message, data } = error
    return data === undefined ? { code, message } : { code, message, data }
  }
  // The message is the reference's, which clients compare; what is wrong goes beside it.
  if (error instanceof FieldError)
    return { code: codes.INVALID_PARAMS, message: 'Invalid params', data: error.message }
  // A bug. Its stack has no params; its message could have some, and stays out of the answer.
  log(errorLocation(error))
  return { code: codes.INTERNAL_ERROR, message: 'Internal error' }
}

/** What a log may hold of a bug: class and place of the error, not its message. */
export function errorLocation(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s*at |@/.test(line))
  return [error.name, ...frames.slice(0, 6).map((line) => line.trim())].join(' ')
}
