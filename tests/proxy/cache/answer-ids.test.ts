import { describe, expect, test } from 'vitest'
import { reply } from '../../../proxy/replies.ts'
import {
  counted,
  countOf,
  numbered,
  scene,
  jsonAnswer,
  textOf,
} from '../../support/daemons/scripted-backend.ts'

describe('the id of a JSON-RPC answer', () => {
  test.each<[id: unknown, written: string]>([
    ['0', '"0"'],
    ['', '""'],
    ['a b', '"a b"'],
    ['é€😀', '"é€😀"'],
    [0, '0'],
    [-7, '-7'],
    [18446744073709551615n, '18446744073709551615'],
    [undefined, '0'],
    [null, '0'],
  ])('of a request with %s is in a kept answer: %s', async (id, written) => {
    const { rpc, sent } = numbered()
    await rpc('get_block_count', [], { id: 'another' })
    const answer = await rpc('get_block_count', [], { id })
    const text = await answer.clone().text()
    expect(text).toBe(
      `{\r\n  "id": ${written},\r\n  "jsonrpc": "2.0",\r\n  "result": ${counted(1)}\r\n}`,
    )
    expect(Number(answer.headers.get('content-length'))).toBe(
      (await answer.arrayBuffer()).byteLength,
    )
    expect(sent).toHaveLength(1)
  })

  test.each<[unknown]>([
    ['a"b'],
    ['a\\b'],
    ['a/b'],
    ['a\nb'],
    ['\ud800'],
    ['x'.repeat(65)],
    [true],
    [1.5],
    [{ a: 1 }],
    [[1]],
  ])('%j is not replaced: the call passes', async (id) => {
    const { rpc, sent, cache } = numbered()
    await rpc('get_block_count')
    expect(await countOf(rpc('get_block_count', [], { id }))).toBe(2)
    expect(await countOf(rpc('get_block_count', [], { id }))).toBe(3)
    expect(sent.map((one) => one.id)).toEqual(['0', id, id])
    expect(cache.counters().passed).toBe(2)
  })

  test('is replaced in an error for requests that joined', async () => {
    const { rpc, sent } = scene({
      answer: ({ id }) =>
        jsonAnswer(`{"error": {"code": -5,"message": "x"},"id": "${id as string}"}`),
    })
    const answers = await Promise.all(
      ['1', '2'].map((id) => textOf(rpc('get_block', { height: 1 }, { id }))),
    )
    expect(answers).toEqual([
      '{"error": {"code": -5,"message": "x"},"id": "1"}',
      '{"error": {"code": -5,"message": "x"},"id": "2"}',
    ])
    expect(sent).toHaveLength(1)
  })

  test('error: that the node did not repeat: requests that joined are sent themselves', async () => {
    const { rpc, sent } = scene({ answer: () => jsonAnswer('{"result": {"status": "OK"}}') })
    await Promise.all(['1', '2', '3'].map((id) => rpc('get_block_count', [], { id })))
    expect(sent.map(({ id }) => id).sort()).toEqual(['1', '2', '3'])
  })

  test('raw bytes of the node around it stay', async () => {
    const raw = Uint8Array.from({ length: 256 }, (_, byte) => byte).filter(
      (byte) => byte !== 0x22 && byte !== 0x5c,
    )
    const text = (part: string) => new TextEncoder().encode(part)
    const bytes = (id: string) =>
      Buffer.concat([
        text(`{"id": ${id},"result": {"b": "\\"\\\\`),
        raw,
        text('","status": "OK"}}'),
      ])
    const { rpc } = scene({ answer: () => reply(200, 'application/json', bytes('"0"')) })
    await rpc('get_txpool_backlog')
    const answer = await rpc('get_txpool_backlog', {}, { id: 12 })
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes('12'))
  })
})
