import { describe, expect, test } from 'vitest'
import { epeeFrom } from '#protocol/epee/epee.ts'
import { bin } from '#protocol/daemon/calls.ts'
import { reply } from '../../../proxy/replies.ts'
import {
  jsonAnswer,
  numbered,
  rpcAnswer,
  scene,
  settled,
  textOf,
} from '../../support/daemons/scripted-backend.ts'

const ok = '{"height": 7,"status": "OK"}'
const heightOf = async (answer: Promise<Response>) => (await (await answer).json()).height as number

describe('a kept answer', () => {
  test('serves equal calls of all clients', async () => {
    const { json, sent } = numbered()
    expect(await heightOf(json('get_height', {}, { client: 'a' }))).toBe(1)
    expect(await heightOf(json('get_height', undefined, { client: 'b' }))).toBe(1)
    expect(sent).toHaveLength(1)
  })

  test('has status, headers and bytes of the first answer', async () => {
    const { json } = scene({ answer: () => jsonAnswer(ok) })
    const [first, second] = [await json('get_height'), await json('get_height')]
    expect(second.status).toBe(200)
    expect([...second.headers]).toEqual([...first.headers])
    expect([...second.headers]).toEqual([...jsonAnswer(ok).headers])
    expect([await first.text(), await second.text()]).toEqual([ok, ok])
  })

  test('is not that of a restricted node', async () => {
    const { json, sent } = numbered()
    await json('get_height', {}, { restricted: true })
    await json('get_height', {}, { restricted: false })
    expect(sent.map(({ call }) => call.restricted)).toEqual([true, false])
  })

  test('is not that of a call with the same name in another table', async () => {
    const { cache, json: ask, sent } = numbered()
    await ask('get_transaction_pool_hashes')
    const contract = bin.get_transaction_pool_hashes
    await ask('get_transaction_pool_hashes', {}, { contract })
    await ask('get_info')
    await ask('get_info')
    expect(sent).toHaveLength(3)
    expect(cache.counters().answers).toBe(3)
  })

  test('is not used after the top block has changed', async () => {
    const { json, state } = numbered()
    expect(await heightOf(json('get_height'))).toBe(1)
    state.tip = 'b'
    expect(await heightOf(json('get_height'))).toBe(2)
    expect(await heightOf(json('get_height'))).toBe(2)
  })

  test('is not used again when an earlier top block comes back', async () => {
    const { json, state } = numbered()
    await json('get_height')
    state.tip = 'b'
    await json('is_key_image_spent', { key_images: ['aa'] })
    state.tip = 'a'
    expect(await heightOf(json('get_height'))).toBe(3)
  })

  test('about the chain stays when the pool changes, one about the pool does not', async () => {
    const { json, state, sent } = numbered()
    const both = async () => {
      await json('get_height')
      await json('get_transaction_pool_hashes')
    }
    await both()
    state.pool = 'q'
    await both()
    expect(sent.map(({ call }) => call.name)).toEqual([
      'get_height',
      'get_transaction_pool_hashes',
      'get_transaction_pool_hashes',
    ])
  })

  test('with a clock is used for two seconds from its request on', async () => {
    const { json, clock } = scene({
      answer: (_, count) => {
        clock.ms += 500
        return jsonAnswer(`{"height": ${count},"status": "OK"}`)
      },
    })
    expect(await heightOf(json('get_info'))).toBe(1)
    clock.ms = 1_999
    expect(await heightOf(json('get_info'))).toBe(1)
    clock.ms = 2_000
    expect(await heightOf(json('get_info'))).toBe(2)
  })

  test('about settled blocks stays when the chain grows', async () => {
    const { bin: ask, sent, state } = scene({ answer: () => blocks('OK') })
    const both = async () => {
      await ask('get_blocks_by_height', { heights: [1n, 4_280n] })
      await ask('get_blocks_by_height', { heights: [1n, 4_281n] })
    }
    await both()
    state.tip = 'b'
    await both()
    expect(sent).toHaveLength(3)
  })

  test('about settled blocks is not used after a reset', async () => {
    const { rpc, cache, sent } = scene({ answer: ({ id }) => rpcAnswer(id, '"00"') })
    await rpc('on_get_block_hash', [5])
    cache.reset()
    await rpc('on_get_block_hash', [5])
    expect(sent).toHaveLength(2)
  })

  test('is the least recently used one when others need its place', async () => {
    const { json, cache, sent } = scene({
      answer: () => jsonAnswer(`{"status": "OK","x": "${'x'.repeat(1000)}"}`),
      mostBytes: 4_000,
    })
    const ask = (image: string) => json('is_key_image_spent', { key_images: [image] })
    await ask('a')
    await ask('b')
    await ask('a')
    await ask('c')
    await ask('a')
    expect(sent).toHaveLength(3)
    await ask('b')
    expect(sent).toHaveLength(4)
    const { answers, bytes, evictions } = cache.counters()
    expect({ answers, evictions }).toEqual({ answers: 2, evictions: 2 })
    expect(bytes).toBeGreaterThan(2_000)
    expect(bytes).toBeLessThanOrEqual(4_000)
  })
})

const blocks = (status: string) =>
  reply(
    200,
    'application/octet-stream',
    epeeFrom(bin.get_blocks_by_height.result, { status, blocks: [] }),
  )

describe('no answer is kept', () => {
  test('while the state is unknown', async () => {
    const { json, state, sent } = numbered()
    state.tip = undefined
    await json('get_height')
    await json('get_height')
    state.tip = 'a'
    state.pool = undefined
    await json('get_transaction_pool_hashes')
    await json('get_transaction_pool_hashes')
    expect(sent).toHaveLength(4)
  })

  test.each(['tip', 'pool'] as const)('if the %s changes before it arrives', async (part) => {
    const { json, sent, state } = scene({
      answer: () => {
        state[part] += 'x'
        return jsonAnswer(ok)
      },
    })
    await json('get_transaction_pool_hashes')
    await json('get_transaction_pool_hashes')
    expect(sent).toHaveLength(2)
  })

  test.each<[string, () => Response]>([
    ['an HTTP error', () => jsonAnswer('{"error": "x"}', 502)],
    ['a busy node', () => jsonAnswer('{"status": "BUSY"}')],
    ['no status', () => jsonAnswer('{"height": 7}')],
    ['a bootstrap node', () => jsonAnswer('{"status": "OK","untrusted": true}')],
    ['text that is not JSON', () => jsonAnswer('OK')],
    ['an unterminated object', () => jsonAnswer('{"status": "OK",')],
  ])('error: of %s', async (_, answer) => {
    const { json, sent } = scene({ answer })
    const answers = [await json('get_height'), await json('get_height')]
    expect(sent).toHaveLength(2)
    for (const each of answers) {
      expect(each.status).toBe(answer().status)
      expect(await each.text()).toBe(await answer().text())
    }
  })

  test.each(['Failed', 'BUSY', ''])(
    'error: of a binary call with the status %j',
    async (status) => {
      const { bin: ask, sent } = scene({ answer: () => blocks(status) })
      await ask('get_blocks_by_height', { heights: [1n] })
      await ask('get_blocks_by_height', { heights: [1n] })
      expect(sent).toHaveLength(2)
    },
  )

  test('error: of a binary call without portable storage', async () => {
    const { bin: ask, sent } = scene({
      answer: () => reply(200, 'application/octet-stream', new Uint8Array(9)),
    })
    await ask('get_hashes')
    await ask('get_hashes')
    expect(sent).toHaveLength(2)
  })

  test.each([
    '{"error": {"code": -9,"message": "Core is busy"},"id": "0","jsonrpc": "2.0"}',
    '{"id": "0","jsonrpc": "2.0"}',
    '{"id": "0","jsonrpc": "2.0","result": {"status": "BUSY"}}',
    '{"id": "1","jsonrpc": "2.0","result": {"status": "OK"}}',
    '{"jsonrpc": "2.0","result": {"status": "OK"}}',
  ])('error: of a method that is answered with %s', async (text) => {
    const { rpc, sent } = scene({ answer: () => jsonAnswer(text) })
    expect(await textOf(rpc('get_block_count'))).toBe(text)
    expect(await textOf(rpc('get_block_count'))).toBe(text)
    expect(sent).toHaveLength(2)
  })

  test('of a call about rings', async () => {
    const { json, sent } = numbered()
    await json('get_outs', { outputs: [{ amount: 0, index: 1 }] })
    await json('get_outs', { outputs: [{ amount: 0, index: 1 }] })
    expect(sent).toHaveLength(2)
  })
})

describe('a call passes', () => {
  test.each<[string, unknown]>([
    ['get_block_template', { wallet_address: 'x' }],
    ['get_connections', {}],
    ['rpc_access_info', {}],
  ])('if it is %s', async (name, given) => {
    const { rpc, sent, cache } = numbered()
    const ask = () => rpc(name as 'get_connections', given, { client: '10.0.0.1' })
    await Promise.all([ask(), ask()])
    expect(sent.map(({ call }) => call.client)).toEqual(['10.0.0.1', '10.0.0.1'])
    expect(cache.counters()).toMatchObject({ passed: 2, misses: 0 })
  })

  test('if it is paid', async () => {
    const { json, sent } = numbered()
    await json('is_key_image_spent', { client: 'signature' })
    await json('is_key_image_spent', { client: 'signature' })
    expect(sent).toHaveLength(2)
  })

  test('if its params are long', async () => {
    const { json, sent } = numbered()
    const key_images = Array<string>(1_000).fill('00'.repeat(32))
    await json('is_key_image_spent', { key_images })
    await json('is_key_image_spent', { key_images })
    expect(sent).toHaveLength(2)
  })

  test('if it has an effect, and each is sent', async () => {
    const { json, sent } = numbered()
    const ask = () => json('send_raw_transaction', { tx_as_hex: '00' })
    const answers = await Promise.all([ask(), ask()])
    expect(sent).toHaveLength(2)
    expect(await answers[1]!.text()).toBe('{"height": 2,"status": "OK"}')
  })
})

describe('after an effect', () => {
  const afterStatus = async (status: string) => {
    const made = scene({
      answer: ({ call }, count) =>
        jsonAnswer(`{"height": ${count},"status": "${call.contract.once ? status : 'OK'}"}`),
    })
    await made.json('get_transaction_pool_hashes')
    await made.json('send_raw_transaction', { tx_as_hex: '00' })
    return made
  }

  test('a client sees it, before it is observed', async () => {
    const { json } = await afterStatus('OK')
    expect(await heightOf(json('get_transaction_pool_hashes'))).toBe(3)
  })

  test('that failed, answers are used on', async () => {
    const { json } = await afterStatus('Failed')
    expect(await heightOf(json('get_transaction_pool_hashes'))).toBe(1)
  })

  test('another one within a second counts when the second is over', async () => {
    const { json, clock } = await afterStatus('OK')
    await json('get_transaction_pool_hashes')
    clock.ms = 999
    await json('send_raw_transaction', { tx_as_hex: '00' })
    expect(await heightOf(json('get_transaction_pool_hashes'))).toBe(3)
    clock.ms = 1_000
    expect(await heightOf(json('get_transaction_pool_hashes'))).toBe(5)
  })

  test('answers about settled blocks are used on', async () => {
    const { rpc, json, sent } = scene({
      answer: ({ call, id }) => (call.contract.once ? jsonAnswer(ok) : rpcAnswer(id, '"00"')),
    })
    await rpc('on_get_block_hash', [5])
    await json('send_raw_transaction', { tx_as_hex: '00' })
    await rpc('on_get_block_hash', [5])
    expect(sent).toHaveLength(2)
  })

  test('error: its answer that ends early is an unavailable node', async () => {
    const { json } = scene({ answer: () => new Response(broken()) })
    const answer = await json('send_raw_transaction', { tx_as_hex: '00' })
    expect(answer.status).toBe(502)
  })

  test('its long answer is passed on', async () => {
    const long = 'x'.repeat(1024 * 1024 + 1)
    const { json } = scene({ answer: () => jsonAnswer(long) })
    expect(await textOf(json('send_raw_transaction', { tx_as_hex: '00' }))).toBe(long)
  })
})

const broken = () =>
  new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error('connection reset')),
  })

describe('counters', () => {
  test('count hits, misses, joined and passed requests', async () => {
    const { json, cache } = numbered()
    await Promise.all([json('get_height'), json('get_height'), json('get_height')])
    await json('get_height')
    await json('save_bc')
    await settled()
    expect(cache.counters()).toEqual({
      hits: 1,
      misses: 1,
      joined: 2,
      passed: 1,
      evictions: 0,
      answers: 1,
      bytes: expect.any(Number) as number,
    })
  })
})
