import { execFileSync } from 'node:child_process'
import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import type { JsonSchema } from '#protocol/fields.ts'
import { parseJson } from '#protocol/json.ts'
import { bin, json, rpc } from '#protocol/daemon/calls.ts'
import { requestOf } from '#protocol/upstream.ts'
import { walletDocument } from '../../../worker/rpc/document.ts'
import { callGroups, matching } from '../../../web/console/calls.ts'
import { curlLine } from '../../../web/console/curl.ts'
import {
  controlOf,
  emptyParams,
  itemOf,
  membersOf,
  readParams,
} from '../../../web/console/draft.ts'

const groups = callGroups(walletDocument())
const calls = groups.flatMap((group) => group.calls)
const callOf = (id: string) => calls.find((call) => call.id === id)!
const origin = 'http://127.0.0.1:8341'

describe('the calls of the console', () => {
  test('include all tables, with unique ids', () => {
    const methods = walletDocument().methods.length
    const all = methods + [rpc, json, bin].flatMap((table) => Object.keys(table)).length
    expect(new Set(calls.map(({ id }) => id)).size).toBe(all)
  })

  test.each(calls.map((call) => [call.id, call]))('%s has a form', (_, call) => {
    const { doc } = call
    // An empty form sends nothing, or reports missing params.
    const { params, faults = {} } = readParams(doc.params, emptyParams(doc.params))
    const required = doc.params.filter((param) => param.required).map(({ name }) => name)
    for (const name of Object.keys({ ...params, ...faults })) expect(required).toContain(name)
    if (params) expect(curlLine(call, params, origin)).toContain('curl ')
  })

  test('have a form control for every param', () => {
    const free = (path: string, schema: JsonSchema): string[] => {
      const control = controlOf(schema)
      if (control === 'list') return free(path, itemOf(schema))
      if (control === 'object')
        return membersOf(schema).flatMap(([name, member]) => free(`${path}.${name}`, member))
      return control === 'long' && !schema.contentEncoding ? [path] : []
    }
    const all = calls.flatMap(({ id, doc }) =>
      doc.params.flatMap(({ name, schema }) => free(`${id} ${name}`, schema)),
    )
    expect(all).toEqual([])
  })

  test('are found by words of their names, aliases and summaries', () => {
    const found = (text: string) =>
      matching(groups, text).flatMap((group) => group.calls.map(({ id }) => id))
    expect(found('')).toHaveLength(calls.length)
    expect(found('getbalance')).toEqual(['wallet/get_balance'])
    expect(found('.bin HASHES pool')).toEqual(['bin/get_transaction_pool_hashes'])
    expect(found('no such thing')).toEqual([])
  })
})

describe('the shell command', () => {
  /** The arguments of curl after a shell has parsed the command. */
  const run = (line: string) =>
    execFileSync('sh', ['-c', `curl() { for word; do printf '%s\\0' "$word"; done; }\n${line}`])
      .toString()
      .split('\0')

  test('calls a wallet service with exact integers', () => {
    const params = { amount: 18446744073709551615n, note: `it's "quoted" $HOME \\ ünder` }
    const [url, , type, , body] = run(curlLine(callOf('wallet/make_uri'), params, origin))
    expect([url, type]).toEqual([
      'http://127.0.0.1:18083/json_rpc',
      'Content-Type: application/json',
    ])
    expect(parseJson(body!)).toEqual({ jsonrpc: '2.0', id: '0', method: 'make_uri', params })
  })

  test('contains no secret', () => {
    const params = { filename: 'a', password: 'not to be seen' }
    const line = curlLine(callOf('wallet/open_wallet'), params, origin)
    expect(line).not.toContain('not to be seen')
    expect(line).toContain('"password":"<password>"')
  })

  test('calls the server of the page by path', () => {
    expect(run(curlLine(callOf('json/get_info'), {}, origin))[0]).toBe(`${origin}/get_info`)
    const [url, , , , body] = run(
      curlLine(callOf('rpc/on_get_block_hash'), { value: [5n] }, origin),
    )
    expect(url).toBe(`${origin}/json_rpc`)
    expect(parseJson(body!)).toMatchObject({ method: 'on_get_block_hash', params: [5] })
  })

  test('pipes a binary body', () => {
    const params = { heights: [0n, 2n ** 64n - 1n] }
    const line = curlLine(callOf('bin/get_blocks_by_height'), params, origin)
    const [printed, piped] = line.split(' | ')
    expect(piped).toBe(
      `curl ${origin}/get_blocks_by_height.bin --data-binary @- --output answer.bin`,
    )
    const { body } = requestOf.bin('get_blocks_by_height', bin.get_blocks_by_height, params)
    expect(bytesToHex(new Uint8Array(execFileSync('sh', ['-c', printed!])))).toBe(bytesToHex(body))
  })
})
