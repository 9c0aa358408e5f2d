/**
 * The two wallets, asked alike.
 *
 * @module
 */
import { asOnWire } from '../wallet-comparison/comparable-answers.ts'
import { post } from '../network/http-client.ts'
import type { Outcome } from './differences/compare.ts'

/** Who answers. */
export type Side = 'theirs' | 'ours'

/** Answers a method, its params as JSON text. */
export type Ask = (method: string, params: string) => Promise<Outcome>

/** Asks a wallet RPC at `url`. */
export const askAt =
  (url: string): Ask =>
  async (method, params) => {
    const body = `{"jsonrpc":"2.0","id":"0","method":${JSON.stringify(method)},"params":${params}}`
    return outcomeOf((await post(`${url}/json_rpc`, body)).json())
  }

/** Of an answer whose integers are bigints; what stands beside an error's message is ours alone. */
export function outcomeOf(answer: {
  result?: unknown
  error?: { code: number | bigint; message: string }
}): Outcome {
  if (!answer.error) return { result: asOnWire(answer.result) }
  const { code, message } = answer.error
  return { error: { code: BigInt(code), message } }
}

/** What only the running scene knows, by name: the same for both, or of each. */
export type Names = { readonly [name: string]: string | { readonly [side in Side]: string } }

const named = (names: Names, name: string, side: Side): string => {
  const value = names[name]
  if (value === undefined) throw new Error(`the scene knows no ${name}`)
  return typeof value === 'string' ? value : value[side]
}

/** Params as `side` is asked them. */
export const filled = (text: string, names: Names, side: Side): string =>
  text.replace(/<(\w+)>/g, (_, name: string) => named(names, name, side))

/** Ids of what each side sent are called by their names, and those of what the other sent. */
export function withNames(outcome: Outcome, sent: Names, side: Side): Outcome {
  const values = new Map<string, string>()
  for (const [name, value] of Object.entries(sent))
    if (typeof value !== 'string')
      for (const each of ['theirs', 'ours'] as const)
        values.set(value[each], each === side ? `<${name}>` : `<${name} by the other>`)
  return asOnWire(replaced(outcome, values)) as Outcome
}

function replaced(value: unknown, values: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return values.get(value) ?? value
  if (Array.isArray(value)) return value.map((each) => replaced(each, values))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, replaced(member, values)]),
  )
}
