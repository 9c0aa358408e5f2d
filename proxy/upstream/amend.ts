/**
 * The few answers that are read and changed on their way; all others pass as they come.
 *
 * @module
 */
import { parseJson, stringifyJson } from '#protocol/json.ts'
import { member } from '../params.ts'
import { blankInfo, withoutTimes } from '../restricted.ts'

/** Makes of a node's answer, a character a byte, the one to give. */
export type Amend = (answer: string, params: unknown) => string

/**
 * `not_rct`, which newer nodes no longer send: a refused transaction of the first version, which
 * has no RingCT signatures.
 */
const withNotRct: Amend = (answer, params) =>
  changed(answer, (result) => {
    const hex = member(params, 'tx_as_hex')
    const isFirstVersion = typeof hex === 'string' && hex.startsWith('01')
    return { not_rct: isFirstVersion && member(result, 'status') !== 'OK', ...result }
  })

const always: { readonly [name: string]: Amend } = { send_raw_transaction: withNotRct }

const onPublicNodes: { readonly [name: string]: Amend } = {
  get_info: (answer) => changed(answer, blankInfo),
  get_transaction_pool: withoutTimes,
  get_transactions: withoutTimes,
}

/** What is to be changed in the answers of a call; undefined for nearly all of them. */
export function amendmentOf(name: string, restricted: boolean): Amend | undefined {
  if (Object.hasOwn(always, name)) return always[name]
  return restricted && Object.hasOwn(onPublicNodes, name) ? onPublicNodes[name] : undefined
}

/** Changes an answer, which in `/json_rpc` stands inside its envelope; an error stays as it is. */
function changed(answer: string, change: (result: object) => object): string {
  const value = parseJson(answer)
  if (!isObject(value) || 'error' in value) return answer
  const result = member(value, 'result')
  return stringifyJson(isObject(result) ? { ...value, result: change(result) } : change(value))
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
