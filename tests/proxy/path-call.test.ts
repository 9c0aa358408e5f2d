import { utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { bin } from '#protocol/daemon/calls.ts'
import { epeeFrom, epeeTo } from '#protocol/epee/epee.ts'
import { parseJson } from '#protocol/json/json.ts'
import { UpstreamUnavailable, type UpstreamResponse } from '../../proxy/upstream/node.ts'
import { asForwarded, fakeNode, fakeProxy } from '../support/daemons/fake-upstream-node.ts'

const post = (path: string, body: string | Uint8Array, node = fakeNode()) =>
  fakeProxy(node).request(path, { method: 'POST', body: body as Uint8Array<ArrayBuffer> })

const genesis = new Uint8Array(32).fill(0x41)
const history = (last: Uint8Array, more = {}) =>
  epeeFrom(bin.get_blocks.params, { block_ids: [new Uint8Array(32), last], ...more })
const chainNode = (reply: string | UpstreamResponse = 'blocks') =>
  fakeNode(({ path }) => (path === '/json_rpc' ? `{"result":"${'41'.repeat(32)}"}` : reply))

describe('calls with JSON', () => {
  test.each(['GET', 'POST', 'PUT'])('%s returns the answer byte for byte', async (method) => {
    const text = '{\r\n  "height": 1,\r\n  "new_field": true\r\n}'
    const answer = await fakeProxy(fakeNode(() => text)).request('/getheight', { method })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe(text)
    expect(answer.headers.get('content-length')).toBe(String(text.length))
  })

  test('unknown fields reach the node', async () => {
    const node = fakeNode()
    const body = '{"txs_hashes":["aa"],"later":{"x":1}}'
    await post('/gettransactions', body, node)
    expect(node.bodies()).toEqual([asForwarded(body)])
  })

  test('every alias reaches the node at the path of wallet2', async () => {
    const node = fakeNode()
    for (const path of ['/get_transactions', '/gettransactions']) await post(path, '{}', node)
    for (const path of ['/get_blocks_by_height.bin', '/getblocks_by_height.bin'])
      await post(path, epeeFrom(bin.get_blocks_by_height.params, {}), node)
    await post('/is_key_image_spent', '{}', node)
    expect(node.asked.map(({ path }) => path)).toEqual([
      '/gettransactions',
      '/gettransactions',
      '/getblocks_by_height.bin',
      '/getblocks_by_height.bin',
      '/is_key_image_spent',
    ])
  })

  test('an answer of a node never runs as our page', async () => {
    const { headers } = await post(
      '/get_height',
      '',
      fakeNode(() => '<script>'),
    )
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/json',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
  })

  test.each([204, 302, 304, 999])('error: the node answers %d', async (status) => {
    let isStopped = false
    const body = new ReadableStream<Uint8Array>({ cancel: () => void (isStopped = true) })
    const odd = { status, length: undefined, body }
    const answer = await post(
      '/get_height',
      '',
      fakeNode(() => odd),
    )
    expect(answer.status).toBe(502)
    expect(await answer.json()).toEqual({
      error: 'The upstream node sent an invalid answer',
    })
    expect(isStopped).toBe(true)
  })

  test('an HTTP error of the node passes', async () => {
    const node = fakeNode(() => ({
      status: 500,
      length: undefined,
      body: new Blob([]).stream(),
    }))
    expect((await post('/get_height', '', node)).status).toBe(500)
  })

  test.each(['/start_save_graph', '/stop_save_graph'])(
    '%s is answered without the node',
    async (path) => {
      const node = fakeNode()
      const answer = await post(path, '', node)
      expect(parseJson(await answer.text())).toEqual({ status: 'OK', untrusted: false })
      expect(node.asked).toEqual([])
    },
  )

  test.each([
    ['of version 1 is not RingCT', '01', 'Failed', true],
    ['of version 2', '02', 'Failed', false],
    ['that was accepted', '01', 'OK', false],
  ])('send_raw_transaction: a transaction %s', async (_, tx_as_hex, status, not_rct) => {
    const node = fakeNode(() => `{"status":"${status}","reason":"","later":1}`)
    const answer = await post('/send_raw_transaction', `{"tx_as_hex":"${tx_as_hex}"}`, node)
    expect(parseJson(await answer.text())).toEqual({ status, reason: '', later: 1, not_rct })
    expect(node.asked[0]!.once).toBe(true)
  })

  test.each([
    ['no JSON', '/get_height', 'x'],
    ['a list', '/get_height', '[]'],
    ['a wrong type', '/out_peers', '{"out_peers":"5"}'],
    ['mixed types', '/get_transactions', '{"txs_hashes":["a",5]}'],
  ])('error: %s is 400', async (_, path, body) => {
    const node = fakeNode()
    expect((await post(path, body, node)).status).toBe(400)
    expect(node.asked).toEqual([])
  })

  test.each([
    '/nope',
    '/get_height/',
    '//get_height',
    '/get_height?x=1',
    '/json_rpc/',
    '/',
    '/get_blocks',
  ])('error: %s is unknown', async (path) => {
    const answer = await post(path, '')
    expect(answer.status).toBe(404)
    expect(await answer.json()).toEqual({ error: 'Not found' })
  })

  test.each([
    ['unsent', 502, 'No upstream node can be reached'],
    ['lost', 502, 'The upstream node closed the connection before it answered'],
    ['timeout', 504, 'The upstream node did not answer in time'],
  ] as const)('error: the node is unavailable, %s', async (reason, status, error) => {
    const node = fakeNode(() => {
      throw new UpstreamUnavailable(reason)
    })
    const answer = await post('/get_height', '', node)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toEqual({ error })
  })

  test('error: the node answers HTML where an answer must be read', async () => {
    const answer = await post(
      '/send_raw_transaction',
      '{}',
      fakeNode(() => '<html>'),
    )
    expect(answer.status).toBe(502)
  })
})

describe('binary calls', () => {
  test('are forwarded byte for byte in both directions', async () => {
    const body = history(genesis)
    const node = chainNode('any bytes')
    const answer = await post('/getblocks.bin', body, node)
    expect(await answer.text()).toBe('any bytes')
    expect(node.asked.at(-1)).toMatchObject({ path: '/getblocks.bin', body })
  })

  test('the first bytes are forwarded before the last ones arrive', async () => {
    let end = () => {}
    const slow = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(utf8ToBytes('first'))
        end = () => controller.close()
      },
    })
    const node = chainNode({ status: 200, length: undefined, body: slow })
    const answer = await post('/get_blocks.bin', history(genesis), node)
    const reader = answer.body!.getReader()
    expect(await reader.read()).toEqual({ done: false, value: utf8ToBytes('first') })
    end()
    expect(await reader.read()).toMatchObject({ done: true })
  })

  test('a client that disconnects cancels the answer of the node', async () => {
    let stopped = false
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(1000)),
      cancel: () => void (stopped = true),
    })
    const node = chainNode({
      status: 200,
      length: undefined,
      body: endless,
    })
    const answer = await post('/get_blocks.bin', history(genesis), node)
    await answer.body!.cancel()
    expect(stopped).toBe(true)
  })

  test('error: a height above that of the node is not forwarded', async () => {
    const node = fakeNode(({ path }) =>
      path === '/json_rpc' ? '{"result":{"count":7}}' : 'blocks',
    )
    const app = fakeProxy(node)
    const from = (start_height: bigint) =>
      app.request('/get_blocks.bin', {
        method: 'POST',
        body: epeeFrom(bin.get_blocks.params, { start_height }) as Uint8Array<ArrayBuffer>,
      })
    expect(await (await from(6n)).text()).toBe('blocks')
    expect(await (await from(5n)).text()).toBe('blocks')
    const failed = new Uint8Array(await (await from(7n)).arrayBuffer())
    expect(epeeTo(bin.get_hashes.result, failed).status).toBe('Failed')
    expect(node.asked.map(({ path }) => path)).toEqual([
      '/json_rpc',
      '/getblocks.bin',
      '/getblocks.bin',
      '/json_rpc',
    ])
  })

  test('a request for the pool needs no known block', async () => {
    const node = chainNode()
    const body = epeeFrom(bin.get_blocks.params, { requested_info: 2 })
    expect(await (await post('/get_blocks.bin', body, node)).text()).toBe('blocks')
  })

  test('error: a history with another genesis block is not forwarded', async () => {
    const node = chainNode()
    const answer = await post('/get_blocks.bin', history(new Uint8Array(32)), node)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect(epeeTo(bin.get_hashes.result, bytes).status).toBe('Failed')
    expect(node.asked.map(({ path }) => path)).toEqual(['/json_rpc'])
  })

  test('error: the node does not return its genesis block; later calls try again', async () => {
    const odd = ['{"result":{"toString":1}}', '{"result":""}', '{"error":{"code":-9}}']
    const node = fakeNode(({ path }) =>
      path === '/json_rpc' ? (odd.shift() ?? `{"result":"${'41'.repeat(32)}"}`) : 'blocks',
    )
    const app = fakeProxy(node)
    const asked = { method: 'POST', body: history(genesis) as Uint8Array<ArrayBuffer> }
    for (let i = 0; i < 3; i++)
      expect((await app.request('/get_blocks.bin', asked)).status).toBe(502)
    expect(await (await app.request('/get_blocks.bin', asked)).text()).toBe('blocks')
  })

  test('the genesis block is requested once', async () => {
    const node = chainNode()
    const app = fakeProxy(node)
    const body = history(genesis) as Uint8Array<ArrayBuffer>
    for (const path of ['/get_blocks.bin', '/get_hashes.bin', '/gethashes.bin'])
      await app.request(path, { method: 'POST', body })
    expect(node.asked.map(({ path }) => path)).toEqual([
      '/json_rpc',
      '/getblocks.bin',
      '/gethashes.bin',
      '/gethashes.bin',
    ])
  })

  test('/get_transaction_pool_hashes.bin is JSON', async () => {
    const node = fakeNode(() => '{"tx_hashes":"…"}')
    expect((await post('/get_transaction_pool_hashes.bin', '', node)).status).toBe(200)
    expect(node.asked[0]!.contentType).toBe('application/json')
  })

  test.each([
    ['nothing', new Uint8Array()],
    ['no portable storage', utf8ToBytes('x')],
    ['half a hash', epeeFrom({ txid: bin.get_blocks.params.client }, { txid: 'ab' })],
  ])('error: %s is 400', async (_, body) => {
    expect((await post('/get_o_indexes.bin', body)).status).toBe(400)
  })

  test('error: a request above the limit is 413', async () => {
    expect((await post('/get_o_indexes.bin', new Uint8Array(17_000))).status).toBe(413)
  })
})
