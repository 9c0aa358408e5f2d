import { beforeEach, describe, expect, test } from 'vitest'
import { bin, json, rpc } from '#protocol/daemon/calls.ts'
import { epeeTo } from '#protocol/epee/epee.ts'
import type { CheckedCall } from '../../../proxy/daemon-backend.ts'
import { nodeBackend, type NodeCalls } from '../../../proxy/node/backend.ts'
import { NodeRpcError, StatusError } from '../../../proxy/node/calls/errors.ts'
import { Tracker } from '../../../proxy/node/state/tracker.ts'
import { ProofOfWorkError } from '../../../proxy/pow/types.ts'

const tables = { rpc, json, bin }
let tracker: Tracker

beforeEach(() => {
  tracker = new Tracker()
})

const checked = (table: keyof NodeCalls, name: string, restricted = false): CheckedCall => ({
  name,
  contract: (tables[table] as Record<string, CheckedCall['contract']>)[name]!,
  asked: name,
  given: {},
  params: {},
  restricted,
  client: '',
  signal: () => new AbortController().signal,
})

/** A backend whose calls all run one function. */
function backendOf(run: (params: unknown) => unknown, before = () => {}) {
  const table = new Proxy({}, { get: () => async (params: unknown) => run(params) })
  const calls = { rpc: table, json: table, bin: table } as NodeCalls
  return nodeBackend({ own: calls, restricted: calls }, tracker, before)
}

const failing = (error: Error) =>
  backendOf(() => {
    throw error
  })
const none = new Uint8Array()

describe('a result', () => {
  test('is written in a JSON-RPC envelope with the id of the call, or the id 0 for a call without one', async () => {
    const { rpc: answer } = backendOf(() => ({ status: 'OK', count: 7n }))
    const bodies = ['x', undefined].map(async (id) =>
      (await answer(checked('rpc', 'get_block_count'), id)).text(),
    )
    expect(await Promise.all(bodies)).toEqual([
      '{"id":"x","jsonrpc":"2.0","result":{"count":7,"status":"OK"}}',
      '{"id":0,"jsonrpc":"2.0","result":{"count":7,"status":"OK"}}',
    ])
  })

  test('is a bare value if the contract requires it', async () => {
    const { rpc: answer } = backendOf(() => ({ value: 'ab' }))
    const response = await answer(checked('rpc', 'on_get_block_hash'), 1)
    expect(await response.text()).toBe('{"id":1,"jsonrpc":"2.0","result":"ab"}')
  })

  test('of a binary call is portable storage', async () => {
    const hashes = [new Uint8Array(32).fill(7)]
    const { bin: answer } = backendOf(() => ({
      status: 'OK',
      m_block_ids: hashes,
      start_height: 3n,
      current_height: 4n,
    }))
    const response = await answer(checked('bin', 'get_hashes'), none)
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect(epeeTo(bin.get_hashes.result, bytes)).toMatchObject({
      m_block_ids: hashes,
      start_height: 3n,
    })
  })

  test('of a call that ends in .bin and speaks JSON is JSON', async () => {
    const { json: answer } = backendOf(() => ({ status: 'OK' }))
    const response = await answer(checked('bin', 'get_transaction_pool_hashes'))
    expect(await response.text()).toBe('{"status":"OK"}')
    expect(tracker.list()).toMatchObject([{ rpc: 'get_transaction_pool_hashes' }])
  })
})

describe('an error', () => {
  test('with a code is an error of JSON-RPC, and status 500 at a path', async () => {
    const {
      rpc: answer,
      json: path,
      bin: binary,
    } = failing(new NodeRpcError('TOO_BIG_HEIGHT', 'too high'))
    expect(await (await answer(checked('rpc', 'get_block_count'), 1)).json()).toMatchObject({
      error: { code: -2, message: 'too high' },
      id: 1,
    })
    for (const response of [
      await path(checked('json', 'get_height')),
      await binary(checked('bin', 'get_hashes'), none),
    ])
      expect([response.status, await response.json()]).toEqual([500, { error: 'too high' }])
  })

  test('of the proof of work is an internal error', async () => {
    const { rpc: answer } = failing(new ProofOfWorkError('no memory'))
    expect(await (await answer(checked('rpc', 'calc_pow'), 1)).json()).toMatchObject({
      error: { code: -5, message: 'no memory' },
    })
  })

  test('with a status is a result of blank fields and of those that were set', async () => {
    const { rpc: answer } = failing(new StatusError('Failed', { untrusted: true }))
    const response = await answer(checked('rpc', 'get_block_header_by_height'), 1)
    const { result } = (await response.json()) as { result: object }
    expect(result).toMatchObject({
      status: 'Failed',
      untrusted: true,
      credits: 0,
      top_hash: '',
      block_header: { hash: '', height: 0, orphan_status: false, difficulty: 0 },
    })
  })

  test('of any other kind is a bug, and is thrown', async () => {
    const { rpc: answer } = failing(new TypeError('bug'))
    await expect(answer(checked('rpc', 'get_block_count'), 1)).rejects.toThrow('bug')
    expect(tracker.list()).toEqual([])
  })
})

describe('a call', () => {
  test('of a restricted node has restricted params and result', async () => {
    const asked: unknown[] = []
    const full = { status: 'OK', version: '0.3', start_time: 5n, database_size: 1n, height: 9n }
    const { rpc: answer } = backendOf((params) => (asked.push(params), full))
    const own = await (await answer(checked('rpc', 'get_info'), 1)).json()
    const restricted = await (await answer(checked('rpc', 'get_info', true), 1)).json()
    expect(own).toMatchObject({ result: { version: '0.3', start_time: 5, database_size: 1 } })
    expect(restricted).toMatchObject({
      result: { version: '', start_time: 0, database_size: 5 * 1024 ** 3, height: 9 },
    })
    await answer(checked('rpc', 'get_last_block_header', true), 1)
    expect(asked.at(-1)).toEqual({ fill_pow_hash: false })
  })

  test('of a restricted node runs the functions of the restricted table', async () => {
    const table = (value: string) => ({ rpc: { on_get_block_hash: () => ({ value }) } })
    const calls = { own: table('own'), restricted: table('restricted') } as never
    const { rpc: answer } = nodeBackend(calls, tracker, () => {})
    const results = [false, true].map(async (restricted) => {
      const response = await answer(checked('rpc', 'on_get_block_hash', restricted), 1)
      return ((await response.json()) as { result: string }).result
    })
    expect(await Promise.all(results)).toEqual(['own', 'restricted'])
  })

  test('runs the maintenance first, and is counted even if it fails', async () => {
    const order: string[] = []
    const run = () => {
      order.push('call')
      throw new StatusError('Failed')
    }
    const { bin: answer } = backendOf(run, () => order.push('before'))
    await answer(checked('bin', 'get_outs'), none)
    expect(order).toEqual(['before', 'call'])
    expect(tracker.list()).toMatchObject([{ rpc: 'get_outs_bin', count: 1n }])
  })
})
