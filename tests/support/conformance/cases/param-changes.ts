/**
 * How a usual call is changed, one param at a time: by other values, by none, by JSON of other types.
 *
 * @module
 */
import type { AnyField } from '#protocol/fields.ts'
import { parseJson, stringifyJson } from '#protocol/json/json.ts'
import { isNewParam } from './newer-params.ts'
import { known, usualOfKind, wrongOfKind, type Values } from './param-values.ts'

/** Methods that take a tenth of a second or more: of them only what may matter is asked. */
const isSlow = (method: string) =>
  /^(transfer|sweep_(all|single)|sign_transfer|export_outputs|describe_|create_wallet|generate_|restore_|open_|close_|change_|rescan_|get_reserve)/.test(
    method,
  )

/** They take much of what `transfer` takes, which is asked all of it. */
const likeTransfer = ['transfer_split', 'sweep_all', 'sweep_single']
const shared = ['priority', 'payment_id', 'mixin', 'ring_size', 'unlock_time']

/** Outputs that the wallet draws would be others each time. */
const isPinned = (method: string, param: string) =>
  param === 'subaddr_indices' && ['transfer', ...likeTransfer].includes(method)

/** They make or open a wallet, which takes a second or two; their usual calls give each param once. */
const isOpening = (method: string) => /^(create_wallet|generate_|restore_|open_)/.test(method)
const refusedAlone = [
  'filename',
  'address',
  'spendkey',
  'viewkey',
  'seed',
  'create_wallet.language',
  'open_wallet.password',
]

/** Whether a call without this param would do more than it is to, or leave it to chance what it does. */
export const mustStay = (method: string, param: string): boolean =>
  param === 'do_not_relay' || isPinned(method, param) || isOpening(method)

function valuesOf(method: string, param: string, field: AnyField): Values {
  const values = known[`${method}.${param}`] ?? known[param] ?? usualOfKind[field.kind]
  if (!values) throw new Error(`${method}: no values for ${param}`)
  if (
    isOpening(method) &&
    ![param, `${method}.${param}`].some((name) => refusedAlone.includes(name))
  )
    return []
  if (isPinned(method, param)) return [[6], [9], [4_294_967_295]]
  const fewer = likeTransfer.includes(method) && shared.includes(param)
  const some = fewer ? values.slice(0, 2) : values
  const isDefault = (value: unknown) => String(value) === String(field.schema.default)
  return isSlow(method) ? some.filter((value) => !isDefault(value)) : some
}

/** JSON texts to ask a param with. @param own - What it usually is. */
export function changesOf(method: string, param: string, field: AnyField, own?: string): string[] {
  const values = valuesOf(method, param, field).map((value) => stringifyJson(value))
  if (isPinned(method, param)) return [...values, '["1"]', '[-1]', '[{}]']
  const absent = mustStay(method, param) || isSlow(method) ? [] : ['null']
  const others = isNewParam(method, param) ? [] : wrong(field, own)
  return [...values, ...absent, ...others]
}

/** Members of what is usual are wrong, one at a time. */
function wrong(field: AnyField, own: string | undefined): string[] {
  const { element, fields } = field.inside
  if (element) {
    const first = own?.startsWith('[{') ? own.slice(1, -1) : undefined
    const elements = wrong(element, first).map((text) => `[${text}]`)
    return ['true', '{}', element.kind === 'text' ? '"x"' : '5', ...elements]
  }
  const kind = wrongOfKind[field.kind]
  if (!kind) throw new Error(`nothing is known to be no ${field.kind}`)
  if (!fields || own === undefined) return [...kind]
  const usual = parseJson(own) as Record<string, unknown>
  const members = Object.entries(fields).flatMap(([name, member]) => {
    const { [name]: _, ...others } = usual
    const rest = Object.entries(others).map(
      ([other, value]) => `"${other}":${stringifyJson(value)}`,
    )
    const changed = wrong(member, stringifyJson(usual[name])).map((text) => `"${name}":${text}`)
    return [rest, ...changed.map((text) => [...rest, text])].map((parts) => `{${parts.join()}}`)
  })
  return [...kind, ...members]
}
