/**
 * The RPC reference as Markdown, made from contracts alone.
 *
 * @module
 */
import type { Contract } from '#protocol/contract.ts'
import type { DaemonContract } from '#protocol/daemon/contract.ts'
import type { Fields, JsonSchema } from '#protocol/fields.ts'
import { codes } from '#protocol/errors.ts'

type Table = Record<string, Contract>
type DaemonTable = Record<string, DaemonContract>

/** Every wallet method, in the order of its table. */
export function walletReference(methods: Table): string {
  const about =
    'Every method of `POST /json_rpc`, JSON-RPC 2.0. The page calls the same methods in its worker.'
  return page('Wallet RPC', about, [
    Object.entries(methods).map(([name, method]) => section(name, method, '')),
  ])
}

/** Every daemon call, route by route. */
export function daemonReference(tables: {
  rpc: DaemonTable
  json: DaemonTable
  bin: DaemonTable
}): string {
  const about =
    'Methods of `/json_rpc`, then calls with a path of their own: JSON, and portable storage at `.bin`.'
  const part = (title: string, table: DaemonTable, route: (name: string) => string) => [
    `## ${title}\n`,
    ...Object.entries(table).map(([name, contract]) => section(name, contract, route(name))),
  ]
  return page('Daemon RPC', about, [
    part('JSON-RPC methods', tables.rpc, () => ''),
    part('JSON paths', tables.json, (name) => `/${name}`),
    part('Binary paths', tables.bin, (name) => `/${name}.bin`),
  ])
}

function page(title: string, about: string, parts: string[][]): string {
  const made = 'Made by `npm run docs` from the tables that answer the calls; do not edit.'
  return [`# ${title}\n`, `${about}\n`, `${made}\n`, ...parts.flat()].join('\n')
}

function section(name: string, contract: Contract & { restricted?: true }, path: string): string {
  const lines = [`### ${path || name}\n`, `${contract.summary}.\n`]
  if (contract.aliases?.length) lines.push(`Also: ${contract.aliases.map(code).join(', ')}.\n`)
  if (contract.restricted) lines.push('Hidden on a restricted node.\n')
  lines.push(...fields('Params', contract.params), ...fields('Result', contract.result))
  if (contract.errors?.length) {
    const named = contract.errors.map((error) => `${codes[error]} ${error}`)
    lines.push(`Errors: ${named.join(', ')}.\n`)
  }
  return [...lines, `Source: \`monero src/${contract.source}\`.\n`].join('\n')
}

function fields(title: string, members: Fields): string[] {
  const rows = Object.entries(members).map(([name, { kind, schema }]) => {
    const fallback = schema.default === undefined ? '' : ` Default ${code(show(schema.default))}.`
    const about = `${escape(String(schema.description ?? ''))}${fallback}`.trim()
    return `| \`${name}\` | ${escape(typeOf(kind, schema))} | ${schema.optional ? '' : '●'} | ${about} |`
  })
  if (rows.length === 0) return [`${title}: none.\n`]
  return [
    `| ${title} | type | ${title === 'Params' ? 'required' : 'always'} | |`,
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ]
}

function typeOf(kind: string, schema: JsonSchema): string {
  const items = schema.items as JsonSchema | undefined
  const properties = schema.properties as Record<string, JsonSchema> | undefined
  if (items) return `list of ${typeOf(String(items.type ?? 'any'), items)}`
  if (properties) return `{ ${Object.keys(properties).join(', ')} }`
  return kind
}

const code = (text: string) => `\`${text}\``
const escape = (text: string) => text.replaceAll('|', '\\|')
const show = (value: unknown) =>
  typeof value === 'bigint' ? String(value) : JSON.stringify(value, bigintAsText)
const bigintAsText = (_: string, value: unknown) =>
  typeof value === 'bigint' ? String(value) : value
