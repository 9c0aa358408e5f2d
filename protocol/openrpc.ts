/**
 * The OpenRPC document of a table of methods, for readers, forms and client generators.
 *
 * @module
 * @see https://spec.open-rpc.org
 */
import type { Caution, Contract } from './contract.ts'
import { codes } from './errors.ts'
import { object, type Field, type JsonSchema } from './fields.ts'

export type ParamDoc = { name: string; required: boolean; schema: JsonSchema }

export type MethodDoc = {
  name: string
  summary: string
  paramStructure: 'by-name'
  params: ParamDoc[]
  result: { name: string; schema: JsonSchema }
  errors: { code: number; message: string }[]
  /** Older names of the method. */
  'x-aliases': readonly string[]
  /** Source of the behaviour in monero. */
  'x-source': string
  /** The reason for a confirmation before the call, in the console. */
  'x-caution'?: Caution
}

export type Document = {
  openrpc: '1.3.2'
  info: { title: string; version: string }
  methods: MethodDoc[]
}

export function openrpc(
  title: string,
  version: string,
  methods: Readonly<Record<string, Contract>>,
): Document {
  const described = Object.entries(methods).map(([name, method]) => describeCall(name, method))
  return { openrpc: '1.3.2', info: { title, version }, methods: described }
}

/** One call: of the wallet, or of the daemon. */
export const describeCall = (name: string, method: Contract): MethodDoc => ({
  name,
  summary: method.summary,
  paramStructure: 'by-name',
  params: Object.entries(method.params as Record<string, Field<unknown, boolean>>).map(
    ([param, { schema }]) => ({ name: param, required: !schema.optional, schema }),
  ),
  result: { name: 'result', schema: object(method.result).schema },
  errors: (method.errors ?? []).map((reason) => ({ code: codes[reason], message: reason })),
  'x-aliases': method.aliases ?? [],
  'x-source': method.source,
  ...(method.caution && { 'x-caution': method.caution }),
})
