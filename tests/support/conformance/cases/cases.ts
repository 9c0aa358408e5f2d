/**
 * The calls that both wallets are asked, made from the table of methods: what is usual, each field in
 * turn given, left out and wrong.
 *
 * @module
 */
import type { Fields } from '#protocol/fields.ts'
import { stringifyJson } from '#protocol/json/json.ts'
import type { Method } from '../../../../worker/rpc/method.ts'
import * as methods from '../../../../worker/rpc/methods.ts'
import { usualParams } from './usual-params.ts'
import { changesOf, mustStay } from './param-changes.ts'
import { count } from '../../random/case-counts.ts'

/** JSON of each param, as it is sent; `<name>` in it stands for what only the scene knows. */
export type Params = { readonly [name: string]: string }

export type Case = {
  /** As it is called; an alias too. */
  method: string
  params: Params
}

export type MethodName = keyof typeof methods

/** Every method, in the order of its table. */
export const methodNames = Object.keys(methods) as MethodName[]

const declared = (name: MethodName): Method => methods[name]

/** As many sets of params as are usual; of a method that nobody says more of, none. */
function usualCases(name: MethodName): Case[] {
  const sets = usualParams(name).map((set) =>
    Object.fromEntries(Object.entries(set).map(([param, value]) => [param, stringifyJson(value)])),
  )
  return sets.map((params) => ({ method: name, params }))
}

/** Calls with nothing, by every name. */
const bareCases = (name: MethodName): Case[] =>
  [name, ...(declared(name).aliases ?? [])].map((method) => ({ method, params: {} }))

/** One param at a time is left out, or has a value that it may or may not have. */
function changedCases(name: MethodName): Case[] {
  const [base] = usualCases(name)
  const fields = Object.entries(declared(name).params as Fields)
  return fields.flatMap(([param, field]) => {
    const { [param]: own, ...others } = base!.params
    const without =
      own === undefined || mustStay(name, param) ? [] : [{ method: name, params: others }]
    const changes = changesOf(name, param, field, own)
    return [
      ...without,
      ...changes.map((text) => ({ method: name, params: { ...base!.params, [param]: text } })),
    ]
  })
}

const ownMethods: readonly MethodName[] = [
  ...(['export_keys_file', 'import_keys_file'] as const),
  ...(['resend_tx', 'abandon_tx', 'verify_history'] as const),
]

/** Methods that we alone have, or that make of a wallet another: there is little to compare. */
const isLittleAsked = (name: MethodName) =>
  /multisig(_|$)/.test(name) ? name !== 'is_multisig' : ownMethods.includes(name)

/** All that is asked of a wallet with everything; in `npm test` what is usual alone. */
export const everyCase = (name: MethodName): Case[] =>
  isLittleAsked(name) || count(0, 1) === 0
    ? plainCases(name)
    : distinct([...bareCases(name), ...usualCases(name), ...changedCases(name)])

/** All that is asked of a member of a group: of what is another thing there, in every way. */
export const memberCases = (name: MethodName): Case[] =>
  /multisig(_|$)|^(transfer|sweep_|describe_|relay_)/.test(name) && count(0, 1) === 1
    ? distinct([...plainCases(name), ...changedCases(name)])
    : plainCases(name)

/** What is asked where a call can hardly do anything. */
export const plainCases = (name: MethodName): Case[] =>
  distinct([...bareCases(name), ...usualCases(name)])

export const paramsText = (params: Params): string =>
  `{${Object.entries(params)
    .map(([name, text]) => `${JSON.stringify(name)}:${text}`)
    .join()}}`

/** A case as people read it. */
export const nameOf = ({ method, params }: Case): string => `${method} ${paramsText(params)}`

const distinct = (cases: readonly Case[]): Case[] => [
  ...new Map(cases.map((one) => [nameOf(one), one])).values(),
]
