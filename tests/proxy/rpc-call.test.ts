import { describe, expect, test } from 'vitest'
import { parseJson } from '#protocol/json/json.ts'
import { UpstreamUnavailable } from '../../proxy/upstream/node.ts'
import { asForwarded, fakeNode, fakeProxy } from '../support/daemons/fake-upstream-node.ts'

const ask = async (body: string, node = fakeNode()) => {
  const answer = await fakeProxy(node).request('/json_rpc', { method: 'POST', body })
  return { status: answer.status, json: parseJson(await answer.text()) }
}

describe('/json_rpc', () => {
  test('forwards the call and returns the answer byte for byte', async () => {
    const text = '{\r\n  "id": "a",\r\n  "jsonrpc": "2.0",\r\n  "result": {"unknown": [1,2]}\r\n}'
    const node = fakeNode(() => text)
    const body = '{"jsonrpc":"2.0","id":"a","method":"get_version","params":{"unknown":7}}'
    const answer = await fakeProxy(node).request('/json_rpc', { method: 'POST', body })
    expect(await answer.text()).toBe(text)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(node.bodies()).toEqual([asForwarded(body)])
    expect(node.asked[0]).toMatchObject({ path: '/json_rpc', once: false })
  })

  test('accepts the aliases of methods', async () => {
    const node = fakeNode()
    await ask('{"method":"getblockcount"}', node)
    expect(node.bodies()).toEqual([asForwarded('{"jsonrpc":"2.0","method":"getblockcount"}')])
  })

  test.each([
    ['an object', '{"a":[1,2]}'],
    ['a number with a fraction', '1.50'],
    ['a large integer', '18446744073709551615'],
    ['a list', '[1]'],
    ['true', 'true'],
  ])('passes an id that is %s', async (_, id) => {
    const node = fakeNode()
    await ask(`{"method":"get_version","id":${id}}`, node)
    expect(node.bodies()).toEqual([
      asForwarded(`{"jsonrpc":"2.0","id":${id},"method":"get_version"}`),
    ])
  })

  test.each([
    ['a batch', '[{"method":"get_version","id":1}]', -32700, 'Parse error', 0],
    ['no JSON', 'x', -32700, 'Parse error', 0],
    ['a bare value', '5', -32700, 'Parse error', 0],
    [
      'a list of mixed types',
      '{"method":"on_get_block_hash","params":[1,"a"]}',
      -32700,
      'Parse error',
      0,
    ],
    [
      'a list of mixed signs',
      '{"method":"on_get_block_hash","params":[1,-1]}',
      -32700,
      'Parse error',
      0,
    ],
    ['a list in a list', '{"method":"on_get_block_hash","params":[[1]]}', -32700, 'Parse error', 0],
    ['an empty body', '', -32600, 'Invalid Request', 0],
    ['no method', '{"id":5}', -32600, 'Invalid Request', 0],
    ['an unknown method', '{"method":"nope","id":7}', -32601, 'Method not found', 7],
    ['an unknown method without id', '{"method":"nope"}', -32601, 'Method not found', ''],
    ['an unknown method, id null', '{"method":"nope","id":null}', -32601, 'Method not found', ''],
    ['a name of every object', '{"method":"constructor","id":7}', -32601, 'Method not found', 7],
  ])('error: %s', async (_, body, code, message, id) => {
    const node = fakeNode()
    expect(await ask(body, node)).toEqual({
      status: 200,
      json: { error: { code, message }, id, jsonrpc: '2.0' },
    })
    expect(node.asked).toEqual([])
  })

  test.each([
    ['a text', '{"height":"x"}', 'height: expected u64, got string of 1'],
    ['a negative number', '{"height":-1}', 'height: expected u64, got -1'],
    ['a number with an exponent', '{"height":1e0}', 'height: expected u64, got decimal'],
    ['a list', '{"height":[0]}', 'height: expected u64, got array of 1'],
    ['1 for a bool', '{"fill_pow_hash":1}', 'fill_pow_hash: expected bool, got 1'],
  ])('error: %s where another type is due names the field', async (_, params, data) => {
    const body = `{"method":"get_block_header_by_height","id":3,"params":${params}}`
    expect(await ask(body)).toEqual({
      status: 200,
      json: { error: { code: -32602, message: 'Invalid params', data }, id: 3, jsonrpc: '2.0' },
    })
  })

  test.each([
    ['digits for a u64', 'get_block_header_by_height', '{"height":"0"}'],
    ['null', 'get_block_header_by_height', '{"height":null}'],
    ['a list where an object is due', 'get_block_header_by_height', '[]'],
    ['a number where an object is due', 'get_block_header_by_height', '5'],
    ['an empty text where an object is due', 'get_block_header_by_height', '""'],
    ['a scalar where a list is due', 'get_output_histogram', '{"amounts":0}'],
    ['an object where a list is due', 'set_bans', '{"bans":{"host":"1.2.3.4"}}'],
  ])('leaves %s to the node, as its reader takes it', async (_, method, params) => {
    const node = fakeNode()
    await ask(`{"method":"${method}","params":${params}}`, node)
    const sent = method === 'get_block_header_by_height' ? 'getblockheaderbyheight' : method
    expect(node.bodies()).toEqual([
      asForwarded(`{"jsonrpc":"2.0","method":"${sent}","params":${params}}`),
    ])
  })

  test.each([
    ['text after the call', '{"method":"get_version"} and more'],
    ['a call without end', '{"method":"get_version"'],
    ['a comma before the end', '{"method":"get_version",}'],
    ['an escape of its own', '{"method":"get\\_version"}'],
  ])('overlooks %s, as monerod does, and sends JSON', async (_, body) => {
    const node = fakeNode()
    await ask(body, node)
    expect(node.bodies()).toEqual([asForwarded('{"jsonrpc":"2.0","method":"get_version"}')])
  })

  test('an id may nest as deep as monerod reads it', async () => {
    const id = '{"a":[{"b":'.repeat(49) + '1' + '}]}'.repeat(49)
    const node = fakeNode()
    await ask(`{"method":"get_version","id":${id}}`, node)
    expect(node.bodies().map((body) => JSON.parse(body) as unknown)).toEqual([
      { jsonrpc: '2.0', id: JSON.parse(id), method: 'get_version' },
    ])
    const body = `{"method":"nope","id":${id}}`
    const answer = await fakeProxy(node).request('/json_rpc', { method: 'POST', body })
    expect(await answer.json()).toMatchObject({ error: { code: -32601 }, id: JSON.parse(id) })
  })

  test('the node receives the checked one of several equal keys', async () => {
    const node = fakeNode()
    await ask('{"method":"get_version","method":"get_info"}', node)
    expect(node.bodies()).toEqual([asForwarded('{"jsonrpc":"2.0","method":"get_info"}')])
  })

  test('a call with an effect is marked as such', async () => {
    const node = fakeNode()
    await ask('{"method":"submit_block","params":["00"]}', node)
    expect(node.asked[0]!.once).toBe(true)
  })

  test('error: the node is unavailable', async () => {
    const node = fakeNode(() => {
      throw new UpstreamUnavailable('unsent')
    })
    expect(await ask('{"method":"get_info","id":"q"}', node)).toEqual({
      status: 200,
      json: {
        error: { code: -32000, message: 'No upstream node can be reached' },
        id: 'q',
        jsonrpc: '2.0',
      },
    })
  })

  test('error: a request above the limit of its method', async () => {
    const long = 'a'.repeat(20_000)
    expect(await ask(`{"method":"get_info","x":"${long}"}`)).toEqual({
      status: 413,
      json: { error: 'Request is too large' },
    })
  })

  test('error: a request above the limit of its method is not parsed', async () => {
    const noJson = `{"method":"get_info","params":[1,${'x'.repeat(20_000)}`
    expect((await ask(noJson)).status).toBe(413)
    expect((await ask(noJson.replace('get_info', 'nothing'))).status).toBe(413)
    expect((await ask(noJson.replace('get_info', 'get_output_histogram'))).status).toBe(200)
  })

  test('error: a request above every limit is not read completely', async () => {
    let pulled = 0
    const endless = new ReadableStream({
      pull(controller) {
        pulled++
        controller.enqueue(new Uint8Array(65_536))
      },
    })
    const answer = await fakeProxy(fakeNode()).request('/json_rpc', {
      method: 'POST',
      body: endless,
      duplex: 'half',
    } as RequestInit)
    expect(answer.status).toBe(413)
    expect(pulled).toBeLessThan(20)
  })
})
