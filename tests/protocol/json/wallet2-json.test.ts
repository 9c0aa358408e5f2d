import { expect, test } from 'vitest'
import { decodeText, Decimal } from '#protocol/json/json.ts'
import { wallet2JsonBytes } from '#protocol/json/wallet2-json.ts'

const written = (value: unknown) => decodeText(wallet2JsonBytes(value))

test('writes the layout that monero-wallet-rpc sends', () => {
  const params = {
    unlocked: true,
    min_count: 16n,
    amounts: [0],
    client: '',
    max_count: 0,
    recent_cutoff: undefined,
  }
  const request = { jsonrpc: '2.0', id: '0', method: 'get_output_histogram', params }
  expect(written(request)).toBe(
    [
      '{',
      '  "id": "0",',
      '  "jsonrpc": "2.0",',
      '  "method": "get_output_histogram",',
      '  "params": {',
      '    "amounts": [0],',
      '    "client": "",',
      '    "max_count": 0,',
      '    "min_count": 16,',
      '    "unlocked": true',
      '  }',
      '}',
    ].join('\r\n'),
  )
})

test('an object without members has its braces on two lines', () => {
  expect(written({})).toBe('{\r\n}')
  expect(written({ params: {} })).toBe('{\r\n  "params": {\r\n  }\r\n}')
})

test('writes lists on one line, and their objects as members', () => {
  expect(written({ a: ['x', 'y'], b: [{ c: 1 }, []] })).toBe(
    '{\r\n  "a": ["x","y"],\r\n  "b": [{\r\n    "c": 1\r\n  },[]]\r\n}',
  )
})

test('escapes as monero does, and keeps bytes and decimals', () => {
  expect(written({ a: 'é/"\n', b: new Uint8Array([0x41, 0x22]), c: new Decimal('1.50') })).toBe(
    '{\r\n  "a": "é\\/\\"\\n",\r\n  "b": "A\\"",\r\n  "c": 1.50\r\n}',
  )
  expect(written(null)).toBe('null')
})

test('deep levels do not make the text much longer', () => {
  const deep = '{"a":'.repeat(90) + '1' + '}'.repeat(90)
  expect(written(JSON.parse(deep)).length).toBeLessThan(6 * deep.length)
})

test('error: a value without a JSON form', () => {
  expect(() => written({ a: NaN })).toThrow(TypeError)
})
