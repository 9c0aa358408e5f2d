import { utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { latin1ToBytes } from '#protocol/bytes.ts'
import { bin } from '#protocol/daemon/calls.ts'
import { epeeFrom } from '#protocol/epee/epee.ts'
import { decodeText } from '#protocol/json/json.ts'
import { AnswerError, ConnectionError, DaemonError } from '#protocol/daemon/errors.ts'
import { daemonCalls, type Post, type PostForStream } from '#protocol/upstream.ts'

function node(answer: string | Uint8Array) {
  const asked: unknown[] = []
  const post: Post = async (path, body, contentType, once) => {
    const isBinary = contentType === 'application/octet-stream'
    asked.push({ path, body: isBinary ? body : decodeText(body), once })
    return typeof answer === 'string' ? latin1ToBytes(answer) : answer
  }
  const inOnePiece: PostForStream = async (path, body, contentType) => {
    const pieces = [await post(path, body, contentType, false)]
    return { read: async () => pieces.pop(), cancel() {} }
  }
  return { ...daemonCalls(post, inOnePiece), asked }
}

describe('a method', () => {
  test('is called in a JSON-RPC envelope, and its result is checked', async () => {
    const { rpc, asked } = node('{"id":"0","result":{"status":"OK","count":18446744073709551615}}')
    expect(await rpc.get_block_count({})).toEqual({
      count: 18446744073709551615n,
      status: 'OK',
      untrusted: false,
    })
    const lines = ['{', '  "id": "0",', '  "jsonrpc": "2.0",', '  "method": "get_block_count"', '}']
    expect(asked).toEqual([{ path: '/json_rpc', body: lines.join('\r\n'), once: false }])
  })

  test('sends the given params, and leaves the others to the node', async () => {
    const { rpc, asked } = node('{"result":{"status":"OK","fee":20000}}')
    expect(await rpc.get_fee_estimate({ grace_blocks: 10n })).toMatchObject({
      fee: 20000n,
      fees: [],
      quantization_mask: 1n,
    })
    const params = '"params": {\r\n    "client": "",\r\n    "grace_blocks": 10\r\n  }'
    expect(asked).toMatchObject([{ body: expect.stringContaining(params) }])
  })

  test('may have bare params and a bare result', async () => {
    const { rpc, asked } = node('{"result":"abcd"}')
    expect(await rpc.on_get_block_hash({ value: [5n] })).toEqual({ value: 'abcd' })
    expect(asked).toMatchObject([{ body: expect.stringContaining('"params": [5]') }])
  })

  test('marks requests that must not be repeated', async () => {
    const { rpc, asked } = node('{"result":{"status":"OK","height":1}}')
    await rpc.generateblocks({ amount_of_blocks: 1n, wallet_address: '' })
    expect(asked).toMatchObject([{ once: true }])
  })

  test('error: a JSON-RPC error has its code', async () => {
    const { rpc } = node('{"error":{"code":-7,"message":"Block not accepted"},"id":"0"}')
    const failure = rpc.generateblocks({ amount_of_blocks: 1n, wallet_address: '' })
    await expect(failure).rejects.toThrow(DaemonError)
    await expect(failure).rejects.toMatchObject({
      code: -7,
      status: 'Block not accepted',
      call: 'generateblocks',
    })
  })

  test.each(['null', '{}', '{"code":"x","message":"m"}', '{"code":1,"message":{"toString":1}}'])(
    'error: a malformed error: %s',
    async (error) => {
      const { rpc } = node(`{"error":${error},"id":"0"}`)
      await expect(rpc.get_info({})).rejects.toThrow(AnswerError)
    },
  )

  test('error: any status except OK', async () => {
    const { rpc } = node('{"result":{"status":"BUSY"}}')
    await expect(rpc.get_info({})).rejects.toMatchObject({ status: 'BUSY', code: undefined })
  })
})

describe('a call with JSON', () => {
  test('parses raw bytes in a JSON string', async () => {
    const ids = String.fromCharCode(...new Uint8Array(32).keys()).replace(/["\\]/g, 'x')
    const { bin, asked } = node(`{"status":"OK","tx_hashes":"${ids}"}`)
    const { tx_hashes } = await bin.get_transaction_pool_hashes({})
    expect(tx_hashes).toEqual([latin1ToBytes(ids)])
    const body = '{\r\n  "client": ""\r\n}'
    expect(asked).toEqual([{ path: '/get_transaction_pool_hashes.bin', body, once: false }])
  })

  test('a refused transaction is a result', async () => {
    const { json, asked } = node('{"status":"Failed","reason":"double spend","double_spend":true}')
    expect(await json.send_raw_transaction({ tx_as_hex: '02' })).toMatchObject({
      status: 'Failed',
      reason: 'double spend',
      double_spend: true,
      fee_too_low: false,
    })
    const body = '{\r\n  "client": "",\r\n  "tx_as_hex": "02"\r\n}'
    expect(asked).toEqual([{ path: '/sendrawtransaction', body, once: true }])
  })

  test.each([
    ['HTML', '<html>', 'JSON: '],
    ['half of it', '{"status":"OK","height":', 'JSON: '],
    ['a missing field', '{"status":"OK","hash":""}', 'height: expected u64, got nothing'],
    ['a fraction', '{"status":"OK","hash":"","height":1.5}', 'height: expected u64'],
    ['a bare value', '5', 'params: expected object, got 5'],
  ])('error: %s', async (_, answer, problem) => {
    const failure = node(answer).json.get_height({})
    await expect(failure).rejects.toThrow(AnswerError)
    await expect(failure).rejects.toThrow(`daemon: get_height: ${problem}`)
  })
})

describe('a binary call', () => {
  const txid = new Uint8Array(32).fill(7)

  test('sends and receives portable storage', async () => {
    const answer = epeeFrom(bin.get_o_indexes.result, { status: 'OK', o_indexes: [5n, 6n] })
    const { bin: calls, asked } = node(answer)
    expect(await calls.get_o_indexes({ txid })).toMatchObject({ o_indexes: [5n, 6n] })
    expect(asked).toEqual([
      {
        path: '/get_o_indexes.bin',
        body: epeeFrom(bin.get_o_indexes.params, { client: '', txid }),
        once: false,
      },
    ])
  })

  test('error: any status except OK', async () => {
    const { bin: calls } = node(epeeFrom(bin.get_o_indexes.result, { status: 'Failed' }))
    await expect(calls.get_o_indexes({ txid })).rejects.toMatchObject({ status: 'Failed' })
  })

  test.each([
    ['HTML', utf8ToBytes('<html>')],
    ['nothing', new Uint8Array()],
    ['half of it', epeeFrom(bin.get_o_indexes.result, { status: 'OK' }).subarray(0, 15)],
  ])('error: %s', async (_, answer) => {
    const failure = node(answer).bin.get_o_indexes({ txid })
    await expect(failure).rejects.toThrow(AnswerError)
    await expect(failure).rejects.toThrow('daemon: get_o_indexes: portable storage: ')
  })
})

test('calls have the spelling of wallet2', async () => {
  const { rpc, json, bin: calls, blocksArriving, asked } = node('{}')
  const anyway = (call: Promise<unknown>) => call.catch(() => undefined)
  await anyway(rpc.get_block_header_by_height({ height: 1n }))
  await anyway(rpc.get_block_headers_range({ start_height: 1n, end_height: 2n }))
  await anyway(json.get_height({}))
  await anyway(json.get_transactions({}))
  await anyway(json.is_key_image_spent({}))
  await anyway(calls.get_blocks_by_height({ heights: [1n] }))
  await anyway(calls.get_outs({ outputs: [] }))
  await anyway(blocksArriving({ block_ids: [], start_height: 0n }))
  const named = (asked as { path: string; body: unknown }[]).map(({ path, body }) =>
    path === '/json_rpc' ? /"method": "(\w+)"/.exec(body as string)![1] : path,
  )
  expect(named).toEqual([
    'getblockheaderbyheight',
    'getblockheadersrange',
    '/getheight',
    '/gettransactions',
    '/is_key_image_spent',
    '/getblocks_by_height.bin',
    '/get_outs.bin',
    '/getblocks.bin',
  ])
})

test('error: a failure of the transport reaches the caller', async () => {
  const fails = async () => {
    throw new ConnectionError('the daemon was not reached')
  }
  const { json } = daemonCalls(fails, fails)
  await expect(json.get_height({})).rejects.toThrow(ConnectionError)
})
