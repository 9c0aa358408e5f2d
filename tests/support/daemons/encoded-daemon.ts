/**
 * A scripted daemon as bytes: its answers written as monerod writes them, and spoiled on the way.
 *
 * @module
 */
import { bytesToLatin1 } from '#protocol/bytes.ts'
import type { DaemonContract } from '#protocol/daemon/contract.ts'
import { completeBlock } from '#protocol/daemon/block.ts'
import { bin, json, rpc } from '#protocol/daemon/calls.ts'
import { epeeFrom, epeeTo } from '#protocol/epee/epee.ts'
import { bool, bytes, list, object, u64, type AnyField, type Fields } from '#protocol/fields.ts'
import { parseJsonBytes, stringifyJsonBytes } from '#protocol/json/json.ts'
import { ConnectionError } from '#protocol/daemon/errors.ts'
import { daemonCalls, type BodyReader } from '#protocol/upstream.ts'
import type { Daemon } from '../../../worker/engine/base/ports.ts'

/** What becomes of an answer; `name` is the call's. What it throws is the connection's failure. */
export type Spoil = (name: string, answer: Uint8Array) => Uint8Array

type Answers = Record<string, (params: unknown) => Promise<unknown>>

/** A connection to `daemon` whose every answer goes through `spoil`. @param record - Receives every request. */
export function encodedDaemon(
  daemon: Daemon,
  spoil: Spoil,
  record: (path: string, body: Uint8Array) => void = () => undefined,
): Daemon {
  const post = async (path: string, body: Uint8Array) => {
    record(path, body)
    const { name, answer } = await answered(daemon, path, body)
    return spoil(name, answer)
  }
  const calls = daemonCalls(post, async (path, body) => inPieces(await post(path, body)))
  return { ...calls, close: () => daemon.close() }
}

/** Bytes of an answer that is read in pieces: a prime number of them, so that any two things part. */
const pieceBytes = 4093

/** An answer as it would arrive. */
function inPieces(answer: Uint8Array): BodyReader {
  let [at, isCancelled] = [0, false]
  return {
    async read() {
      if (isCancelled) throw new ConnectionError('cancelled')
      const piece = answer.slice(at, (at += pieceBytes))
      return piece.length > 0 ? piece : undefined
    },
    cancel: () => void (isCancelled = true),
  }
}

/** The same daemon, which also returns blocks as bytes if it has them only as objects. */
export const withBlocksArriving = (daemon: Daemon): Daemon => ({
  ...daemon,
  blocksArriving:
    (daemon.blocksArriving as Daemon['blocksArriving'] | undefined) ??
    encodedDaemon(daemon, (_, answer) => answer).blocksArriving,
})

/** What `daemon` answers at a path, also at an alias, to a body as it came. */
export async function answered(daemon: Daemon, path: string, body: Uint8Array) {
  if (path === '/json_rpc') {
    const { method, params = {} } = parseJsonBytes(body) as { method: string; params?: unknown }
    const name = canonical(rpc, method)
    const result = await ask(daemon.rpc, rpc, name, params)
    return { name, answer: stringifyJsonBytes({ id: '0', jsonrpc: '2.0', result }) }
  }
  const [, asked = '', binary] = /^\/(\w+)(\.bin)?$/.exec(path) ?? []
  const name = canonical(binary ? bin : json, asked)
  if (!binary) {
    // As by GET.
    const params = body.length === 0 ? {} : parseJsonBytes(body)
    const result = await ask(daemon.json, json, name, params)
    return { name, answer: stringifyJsonBytes(result) }
  }
  const contract = contractOf(bin, name)
  if (contract.codec === 'json') {
    const result = await ask(daemon.bin, bin, name, parseJsonBytes(body))
    return { name, answer: latin1(stringify(result)) }
  }
  const result = await ask(daemon.bin, bin, name, epeeTo(contract.params, body))
  const fields = isWhole(result) ? contract.result : (asWritten[name] ?? contract.result)
  return { name, answer: epeeFrom(fields, result) }
}

/** Whether it holds blocks that are not pruned. */
function isWhole(result: object): boolean {
  const { blocks = [] } = result as { blocks?: { pruned?: boolean }[] }
  return blocks.length > 0 && blocks.every(({ pruned }) => pruned === false)
}

// Answers that are read in several forms, in the one form that is written here.
const asWritten: Record<string, Fields> = {
  get_blocks: {
    ...bin.get_blocks.result,
    blocks: list(
      object({
        ...completeBlock.inside.fields,
        txs: list(object({ blob: bytes, prunable_hash: bytes })).default([]),
      }),
    ),
  },
  get_output_distribution: {
    ...bin.get_output_distribution.result,
    distributions: list(
      object({ amount: u64, start_height: u64, base: u64, compress: bool, compressed_data: bytes }),
    ),
  },
}

async function ask(calls: unknown, table: Table, name: string, params: unknown) {
  const contract = contractOf(table, name)
  const checked = object(contract.params).parse(params, '')
  const answer = await (calls as Answers)[name]!(checked)
  return whole(contract.result, { status: 'OK', ...(answer as object) })
}

type Table = Record<string, DaemonContract>
const canonical = (table: Table, name: string): string =>
  Object.keys(table).find((each) => each === name || table[each]!.aliases?.includes(name)) ?? name

const contractOf = (table: Table, name: string): DaemonContract => table[name]!

/** The answer with every field that its contract demands, inside lists too. */
function whole(fields: Fields, given: Record<string, unknown>): Record<string, unknown> {
  const filled = { ...given }
  for (const [name, field] of Object.entries(fields)) {
    const { element } = field.inside
    const inner = element?.inside.fields
    if (!(name in given) && !field.schema.optional) filled[name] = blank(field)
    if (inner && Array.isArray(given[name]))
      filled[name] = given[name].map((item: Record<string, unknown>) => whole(inner, item))
  }
  return filled
}

function blank({ kind, inside }: AnyField): unknown {
  if (kind === 'bool') return false
  if (kind === 'text') return ''
  if (kind === 'list' || kind === 'packed') return []
  return kind === 'object' ? whole(inside.fields ?? {}, {}) : 0n
}

// Hashes stand raw in this JSON, a character a byte, escaped where JSON must.
const stringify = (answer: object) =>
  JSON.stringify(answer, (_, value: unknown) => {
    if (typeof value === 'bigint') return Number(value)
    if (!Array.isArray(value)) return value
    const items: unknown[] = value
    return items.every((item) => item instanceof Uint8Array)
      ? items.map((item) => bytesToLatin1(item)).join('') || undefined
      : items
  })

const latin1 = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))
