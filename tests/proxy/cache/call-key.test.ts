import { describe, expect, test } from 'vitest'
import { json, rpc } from '#protocol/daemon/calls.ts'
import type { DaemonContract } from '#protocol/daemon/contract.ts'
import type { Fields } from '#protocol/fields.ts'
import { callKey } from '../../../proxy/cache/call-key.ts'
import { parseParams } from '../../../proxy/params.ts'

const keyOf = (
  contract: DaemonContract,
  given: unknown,
  { restricted = false, client = '', body }: Partial<Extra> = {},
) => {
  const source = contract.bareParams ? { value: given } : given
  const params = parseParams(contract.params as Fields, source)
  const signal = () => new AbortController().signal
  const call = {
    name: 'name',
    contract,
    asked: '/alias',
    given,
    params,
    restricted,
    client,
    signal,
  }
  return callKey('json', call, body)
}
type Extra = { restricted: boolean; client: string; body: Uint8Array }

describe('callKey', () => {
  const { get_transactions, get_outs, is_key_image_spent } = json

  test.each<[string, DaemonContract, unknown, unknown]>([
    [
      'a default that is left out',
      get_transactions,
      { txs_hashes: ['a'] },
      { txs_hashes: ['a'], prune: false, client: '' },
    ],
    [
      'another order',
      get_transactions,
      { prune: true, txs_hashes: [] },
      { txs_hashes: [], prune: true },
    ],
    ['no params and an empty object', json.get_height, undefined, {}],
    ['a value that is ignored', get_transactions, { txs_hashes: 5 }, {}],
    ['a list that is ignored', rpc.get_block_count, [], undefined],
    [
      'numbers of different types',
      get_outs,
      { outputs: [{ index: 5 }] },
      { outputs: [{ index: 5n }] },
    ],
  ])('is equal for %s', (_, contract, one, other) => {
    expect(keyOf(contract, one)).toBe(keyOf(contract, other))
  })

  test.each<[string, DaemonContract, unknown, unknown]>([
    ['values', is_key_image_spent, { key_images: ['a'] }, { key_images: ['b'] }],
    [
      'orders of a list',
      is_key_image_spent,
      { key_images: ['a', 'b'] },
      { key_images: ['b', 'a'] },
    ],
    ['lengths of a list', is_key_image_spent, { key_images: ['a,b'] }, { key_images: ['a', 'b'] }],
    ['unknown members', json.get_height, { x: 1 }, {}],
    ['values of unknown members', json.get_height, { x: 1 }, { x: 2 }],
    [
      'unknown members in a list',
      get_outs,
      { outputs: [{ index: 1 }] },
      { outputs: [{ index: 1, x: 1 }] },
    ],
    ['members of prototypes', json.get_height, JSON.parse('{"constructor":1}'), {}],
    ['bare params', rpc.on_get_block_hash, [1], [2]],
  ])('differs for different %s', (_, contract, one, other) => {
    expect(keyOf(contract, one)).not.toBe(keyOf(contract, other))
  })

  test('differs on a restricted node', () => {
    expect(keyOf(json.get_height, {}, { restricted: true })).not.toBe(keyOf(json.get_height, {}))
  })

  test('is that of the bytes of a binary call', () => {
    const key = (...bytes: number[]) =>
      keyOf(json.get_height, undefined, { body: Uint8Array.from(bytes) })
    expect(key(1)).toBe(key(1))
    expect(key(1)).not.toBe(key(2))
  })

  test('does not contain the client or the params', () => {
    const images = { key_images: ['5ec4e7'] }
    const key = keyOf(is_key_image_spent, images, { client: '10.0.0.1' })
    expect(key).toBe(keyOf(is_key_image_spent, images))
    expect(key).toMatch(/^json name false [0-9a-f]{64}$/)
  })

  test('is undefined for a paid call, and for params above 64 KiB', () => {
    expect(keyOf(is_key_image_spent, { client: 'signature' })).toBeUndefined()
    const key_images = Array<string>(1_000).fill('00'.repeat(32))
    expect(keyOf(is_key_image_spent, { key_images })).toBeUndefined()
    expect(keyOf(json.get_height, undefined, { body: new Uint8Array(65_537) })).toBeUndefined()
  })
})
