import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { JsonSchema } from '#protocol/fields.ts'
import { bin, json, rpc } from '#protocol/daemon/calls.ts'
import * as methods from '../../../worker/rpc/methods.ts'
import { walletDocument } from '../../../worker/rpc/document.ts'
import { callGroups, documentationOf, matching } from '../../../web/console/calls.ts'
import { walletTopics } from '../../../web/console/topics.ts'
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
const origin = 'http://127.0.0.1:8341'

describe('the topics of the console', () => {
  test('have every wallet method once', () => {
    const names = walletTopics().flatMap((topic) => topic.names)
    expect([...names].sort()).toEqual(Object.keys(methods).sort())
  })

  test('keep the methods of a folder together', () => {
    const source = readFileSync('worker/rpc/methods.ts', 'utf8')
    const folders = new Map(
      [...source.matchAll(/export \{ (\w+) \} from '\.\/(\w+)\//g)].map(([, name, folder]) => [
        name!,
        folder!,
      ]),
    )
    const topicOf = (name: string) =>
      walletTopics().findIndex(({ names }) => names.some((one) => one === name))
    for (const folder of new Set(folders.values())) {
      const names = [...folders.keys()].filter((name) => folders.get(name) === folder)
      expect([folder, new Set(names.map(topicOf)).size]).toEqual([folder, 1])
    }
  })

  test('link to the documentation of a call', () => {
    const urls = ['wallet/get_balance', 'rpc/get_info', 'bin/get_blocks'].map((id) =>
      documentationOf(calls.find((call) => call.id === id)!),
    )
    expect(urls).toEqual([
      'https://docs.getmonero.org/rpc-library/wallet-rpc/#get_balance',
      'https://docs.getmonero.org/rpc-library/monerod-rpc/#get_info',
      'https://docs.getmonero.org/rpc-library/monerod-rpc/#get_blocksbin',
    ])
  })
})

describe('the calls of the console', () => {
  test('include all tables, with unique ids', () => {
    const methods = walletDocument().methods.length
    const all = methods + [rpc, json, bin].flatMap((table) => Object.keys(table)).length
    expect(new Set(calls.map(({ id }) => id)).size).toBe(all)
  })

  test.each(calls.map((call) => [call.id, call]))('%s has a form', (_, call) => {
    const { doc } = call
    // An empty form sends nothing, or reports missing params.
    const { params, errors = {} } = readParams(doc.params, emptyParams(doc.params))
    const required = doc.params.filter((param) => param.required).map(({ name }) => name)
    for (const name of Object.keys({ ...params, ...errors })) expect(required).toContain(name)
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
