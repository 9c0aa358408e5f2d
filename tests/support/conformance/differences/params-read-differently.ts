/**
 * Params that each side reads in a way of its own: what 0.18.0.0 leaves out of account, and what we read
 * there instead.
 *
 * @module
 */
import type { AnyField, Fields } from '#protocol/fields.ts'
import type { Method } from '../../../../worker/rpc/method.ts'
import * as methods from '../../../../worker/rpc/methods.ts'
import type { Case, MethodName } from '../cases/cases.ts'
import { isNewParam } from '../cases/newer-params.ts'
import type { Side } from '../both-wallets.ts'

/** The same call in words that leave nothing to read: a side answers both alike. */
export type Reading = {
  kind: 'no list' | 'no object' | 'new'
  /** `METHOD.PARAM` */
  param: string
} & { readonly [side in Side]: Case }

/** How the sides read a call that has a strange param; undefined: it has none. */
export function readingOf(name: MethodName, one: Case): Reading | undefined {
  const fields = (methods[name] as Method).params as Fields
  for (const [param, text] of Object.entries(one.params)) {
    const kind = text === 'null' ? undefined : kindOf(name, param, fields[param]!, text)
    if (!kind) continue
    const { [param]: _, ...others } = one.params
    const ours = kind === 'no list' ? { ...one.params, [param]: `[${text}]` } : one.params
    return {
      kind,
      param: `${name}.${param}`,
      theirs: { ...one, params: others },
      ours: { ...one, params: ours },
    }
  }
  return undefined
}

function kindOf(method: string, param: string, field: AnyField, text: string) {
  if (isNewParam(method, param)) return 'new'
  if (isNoList(field, text)) return 'no list'
  return isNoObject(field, text) ? 'no object' : undefined
}

/** Whether a list is given by something else. */
const isNoList = ({ kind }: AnyField, text: string) => kind === 'list' && !text.startsWith('[')

/** Whether an object is given by something else, or a list of objects by one of others. */
const isNoObject = ({ kind, inside }: AnyField, text: string) =>
  (kind === 'object' && !text.startsWith('{')) ||
  (kind === 'list' && inside.element?.kind === 'object' && !/^\[[\]{]/.test(text))
