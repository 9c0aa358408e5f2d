/**
 * Finds a method by its name in a table, and calls it with unchecked params. The result is a value or a JSON-RPC error.
 *
 * Every host calls methods through this module. No other module finds methods by name.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import { object } from '#protocol/fields.ts'
import { requireForeground } from '../engine/background-guard.ts'
import type { Service } from '../engine/service.ts'
import type { HostMethod, Method, Refusal } from './method.ts'
import type { Page } from './page/page.ts'
import { wireError, type WireError } from './wire-error.ts'

export type Outcome = { result: unknown } | { error: WireError }

/** The objects that methods run on: the service, and the page if there is one. */
type Subjects = { service: Service; page?: Page }

type Table = Readonly<Record<string, Method | HostMethod>>

/**
 * Calls the methods of `table`. Never throws: an error is a value.
 *
 * @param loadMore - Loads a table that contains all methods; called for a method that `table` lacks.
 */
export function dispatcher(table: Table, loadMore?: () => Promise<Table>) {
  const known = byName(table)
  let all: typeof known | undefined

  async function loaded(name: string) {
    // A failure is not kept: the next call loads again.
    if (loadMore) all ??= byName(await loadMore())
    return all?.get(name)
  }

  return async (subjects: Subjects, name: string, params: unknown): Promise<Outcome> => {
    try {
      const method = known.get(name) ?? (await loaded(name))
      if (!method) throw methodNotFound()
      return { result: await answer(subjects, method, params ?? {}) }
    } catch (error) {
      return { error: wireError(error, subjects.service.ports, name) }
    }
  }
}

function byName(table: Table): ReadonlyMap<string, Method | HostMethod> {
  const named = Object.entries(table).flatMap(([name, method]) => {
    const aliases = method.on === 'page' ? [] : (method.aliases ?? [])
    return [name, ...aliases].map((each) => [each, method] as const)
  })
  return new Map(named)
}

// Refusals come in monero's order: DENIED, NOT_OPEN, then the background ones.
function answer({ service, page }: Subjects, method: Method | HostMethod, params: unknown) {
  if (method.on === 'page') {
    if (!page) throw methodNotFound()
    return method.run(page, object(method.params).parse(params, ''))
  }
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

const methodNotFound = () => new RpcError('METHOD_NOT_FOUND', 'Method not found')
