/**
 * Changes the few answers that the contracts say to change. All others are forwarded unread.
 *
 * @module
 */
import type { DaemonContract } from '#protocol/daemon/contract.ts'
import { parseJson, stringifyJson } from '#protocol/json/json.ts'
import type { CheckedCall } from '../daemon-backend.ts'
import { memberOf } from '../member-of.ts'
import { restrictResult, zeroNumbers } from '../restricted.ts'

/** Changes the text of an answer, one character for each byte. */
export type Amend = (answer: string) => string

/** The change to the answer of a call; undefined for most calls. */
export function amendmentOf({ contract, params, restricted }: CheckedCall): Amend | undefined {
  const { addedField, onRestricted } = contract
  if (addedField) return (answer) => amendResult(answer, addField[addedField](params))
  if (!restricted || !onRestricted) return undefined
  const { zeroed, result, roundedUp } = onRestricted
  if (zeroed) return (answer) => zeroNumbers(answer, zeroed)
  if (!result && !roundedUp) return undefined
  return (answer) => amendResult(answer, (members) => restrictResult(contract, members))
}

type AddField = (params: CheckedCall['params']) => (result: object) => object

const addField: Record<NonNullable<DaemonContract['addedField']>, AddField> = {
  /** A refused transaction of version 1, which has no RingCT signatures. */
  not_rct: ({ tx_as_hex }) => {
    const isFirstVersion = typeof tx_as_hex === 'string' && tx_as_hex.startsWith('01')
    return (result) => ({
      not_rct: isFirstVersion && memberOf(result, 'status') !== 'OK',
      ...result,
    })
  },
}

/** Changes the result, which is inside the envelope for `/json_rpc`. An error stays unchanged. */
function amendResult(answer: string, change: (result: object) => object): string {
  const value = parseJson(answer)
  if (!isObject(value) || 'error' in value) return answer
  const result = memberOf(value, 'result')
  return stringifyJson(isObject(result) ? { ...value, result: change(result) } : change(value))
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
