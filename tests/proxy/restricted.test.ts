import { describe, expect, test } from 'vitest'
import { bytesToLatin1 } from '#protocol/bytes.ts'
import { bin, json, rpc } from '#protocol/daemon/calls.ts'
import type { DaemonContract } from '#protocol/daemon/contract.ts'
import { epeeFrom, epeeTo } from '#protocol/epee/epee.ts'
import { parseJson, stringifyJson } from '#protocol/json/json.ts'
import { fakeNode, fakeProxy } from '../support/daemons/fake-upstream-node.ts'

const ask = async (path: string, body: string | Uint8Array, node = fakeNode()) => {
  const app = fakeProxy(node, { restricted: true })
  const answer = await app.request(path, { method: 'POST', body: body as Uint8Array<ArrayBuffer> })
  return { status: answer.status, bytes: new Uint8Array(await answer.arrayBuffer()), node }
}
const text = ({ bytes }: { bytes: Uint8Array }) => new TextDecoder().decode(bytes)
const call = async (method: string, params: unknown, node = fakeNode()) => {
  const answer = await ask('/json_rpc', stringifyJson({ id: 1, method, params }), node)
  return parseJson(text(answer))
}
const hidden = (table: Record<string, DaemonContract>) =>
  Object.entries(table).flatMap(([name, { restricted, aliases = [] }]) =>
    restricted ? [name, ...aliases] : [],
  )
const many = (length: number, value: unknown = 'aa') => Array.from({ length }, () => value)

describe('a restricted node', () => {
  test.each(hidden(rpc))('hides the method %s', async (method) => {
    expect(await call(method, undefined)).toEqual({
      error: { code: -32601, message: 'Method not found' },
      id: 1,
      jsonrpc: '2.0',
    })
  })

  test.each(hidden(json))('hides /%s', async (name) => {
    expect(await ask(`/${name}`, '')).toMatchObject({ status: 404, node: { asked: [] } })
  })

  test.each([
    ['/get_transactions', 'txs_hashes', 100, 'Too many transactions requested in restricted mode'],
    ['/gettransactions', 'txs_hashes', 100, 'Too many transactions requested in restricted mode'],
    ['/is_key_image_spent', 'key_images', 5000, 'Too many key images queried in restricted mode'],
    ['/get_outs', 'outputs', 5000, 'Too many outs requested'],
  ])('%s limits the number of %s to %d', async (path, name, most, status) => {
    const item = name === 'outputs' ? {} : 'aa'
    const enough = await ask(path, stringifyJson({ [name]: many(most, item) }))
    expect(enough.node.asked).toHaveLength(1)

    const tooMany = await ask(path, stringifyJson({ [name]: many(most + 1, item) }))
    expect(parseJson(text(tooMany))).toEqual({ credits: 0, status, top_hash: '', untrusted: false })
    expect(tooMany.node.asked).toEqual([])
  })

  test('binary calls have the same limits', async () => {
    const outputs = (count: number) => many(count, { amount: 0n, index: 1n }) as never
    const enough = epeeFrom(bin.get_outs.params, { outputs: outputs(5000) })
    expect((await ask('/get_outs.bin', enough)).node.asked).toHaveLength(1)
    const tooMany = await ask(
      '/get_outs.bin',
      epeeFrom(bin.get_outs.params, { outputs: outputs(5001) }),
    )
    expect(epeeTo(bin.get_outs.result, tooMany.bytes).status).toBe('Too many outs requested')
    expect(tooMany.node.asked).toEqual([])

    const heights = epeeFrom(bin.get_blocks_by_height.params, { heights: many(1001, 1n) as never })
    const blocks = await ask('/get_blocks_by_height.bin', heights)
    expect(epeeTo(bin.get_blocks_by_height.result, blocks.bytes).status).toBe(
      'Too many blocks requested in restricted mode',
    )

    const distribution = epeeFrom(bin.get_output_distribution.params, { amounts: [1n] })
    expect((await ask('/get_output_distribution.bin', distribution)).status).toBe(500)
  })

  test('get_block_headers_range returns a thousand headers', async () => {
    const node = fakeNode()
    await call('get_block_headers_range', { start_height: 5, end_height: 1005 }, node)
    expect(node.asked).toHaveLength(1)
    expect(
      await call('get_block_headers_range', { start_height: 5, end_height: 1006 }),
    ).toMatchObject({
      error: { code: -19, message: 'Too many block headers requested.' },
    })
  })

  test.each([
    [
      'get_block_header_by_hash',
      { hashes: many(1001) },
      'Too many block headers requested in restricted mode',
    ],
    ['add_aux_pow', { aux_pow: many(11, {}) }, 'Too many aux pow hashes'],
    [
      'get_output_distribution',
      { amounts: [1] },
      'Restricted RPC can only get output distribution for rct outputs. Use your own node.',
    ],
    [
      'get_output_distribution',
      {},
      'Restricted RPC can only get output distribution for rct outputs. Use your own node.',
    ],
  ])('%s is capped', async (method, params, message) => {
    expect(await call(method, params)).toMatchObject({ error: { code: -19, message } })
  })

  test('get_output_distribution accepts only RingCT outputs', async () => {
    const node = fakeNode()
    await call('get_output_distribution', { amounts: [0] }, node)
    await call('get_output_distribution', { amounts: ['0'] }, node)
    expect(node.asked).toHaveLength(2)
  })

  test('get_output_histogram requires amounts', async () => {
    expect(await call('get_output_histogram', {})).toEqual({
      id: 1,
      jsonrpc: '2.0',
      result: {
        credits: 0,
        status:
          'Restricted RPC will not serve histograms on the whole blockchain. Use your own node.',
        top_hash: '',
        untrusted: false,
      },
    })
  })

  test.each([{ fill_pow_hash: true }, {}])(
    'does not request the proof of work: %j',
    async (params) => {
      const node = fakeNode()
      await call('get_last_block_header', params, node)
      expect(parseJson(node.bodies()[0]!)).toMatchObject({ params: { fill_pow_hash: false } })
    },
  )

  const info = {
    database_size: 5368709121,
    free_space: 17,
    height: 9,
    height_without_bootstrap: 9,
    later: [1],
    start_time: 1,
    status: 'OK',
    version: '0.18',
    white_peerlist_size: 3,
  }
  const blank = {
    alt_blocks_count: 0,
    bootstrap_daemon_address: '',
    database_size: 10737418240,
    free_space: 18446744073709551615n,
    grey_peerlist_size: 0,
    height: 9,
    height_without_bootstrap: 0,
    incoming_connections_count: 0,
    later: [1],
    outgoing_connections_count: 0,
    restricted: true,
    rpc_connections_count: 0,
    start_time: 0,
    status: 'OK',
    update_available: false,
    version: '',
    was_bootstrap_ever_used: false,
    white_peerlist_size: 0,
  }

  test.each(['/get_info', '/getinfo'])('%s reports nothing about the machine', async (path) => {
    const answer = await ask(
      path,
      '',
      fakeNode(() => stringifyJson(info)),
    )
    expect(parseJson(text(answer))).toEqual(blank)
  })

  test('get_info reports nothing about the machine', async () => {
    const node = fakeNode(() => stringifyJson({ id: 1, result: info }))
    expect(await call('get_info', {}, node)).toEqual({ id: 1, result: blank })
  })

  test.each(['/get_transactions', '/gettransactions', '/get_transaction_pool'])(
    '%s does not reveal the arrival time of a transaction',
    async (path) => {
      const times = '"receive_time": 17, "last_relayed_time": 5,"received_timestamp":6'
      const inText = '"tx_json": "{\\"receive_time\\": 17}", "raw": "\xff\x01"'
      const node = fakeNode(() => Uint8Array.from(`{${times}, ${inText}}`, (c) => c.charCodeAt(0)))
      const { bytes } = await ask(path, '', node)
      expect(bytesToLatin1(bytes)).toBe(
        `{"receive_time": 0, "last_relayed_time": 0,"received_timestamp": 0, ${inText}}`,
      )
    },
  )

  test('an error of get_info passes', async () => {
    const error = '{"error": {"code": -1, "message": "x"}, "id": 1}'
    expect(
      await call(
        'get_info',
        {},
        fakeNode(() => error),
      ),
    ).toEqual(parseJson(error))
  })
})
