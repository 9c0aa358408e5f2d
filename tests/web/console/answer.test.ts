import { afterEach, describe, expect, test } from 'vitest'
import { stringifyJson } from '#protocol/json/json.ts'
import { answerOf } from '../../../web/console/answer.ts'
import { callGroups } from '../../../web/console/calls.ts'
import { walletDocument } from '../../../worker/rpc/document.ts'

const { fetch: realFetch } = globalThis
afterEach(() => {
  globalThis.fetch = realFetch
})

const calls = callGroups(walletDocument()).flatMap((group) => group.calls)
const callOf = (id: string) => calls.find((call) => call.id === id)!
const noWallet = () => Promise.reject(new Error('not a wallet method'))

/** The answer to `id` when the server sends `body`. */
function answered(id: string, body: string | Uint8Array<ArrayBuffer>, status = 200) {
  globalThis.fetch = async () => new Response(body, { status })
  return answerOf(callOf(id), {}, noWallet)
}

describe('a wallet method', () => {
  test('is answered with exact integers, and bytes in hex', async () => {
    const result = { amount: 2n ** 64n - 1n, key: Uint8Array.of(0, 255) }
    expect(await answerOf(callOf('wallet/get_height'), {}, async () => ({ result }))).toEqual({
      title: 'Answer',
      failed: false,
      json: stringifyJson({ amount: 2n ** 64n - 1n, key: '00ff' }, 2),
    })
  })

  test('error: the code is in the title', async () => {
    const error = { code: -13, message: 'No wallet file' }
    expect(await answerOf(callOf('wallet/get_height'), {}, async () => ({ error }))).toEqual({
      title: 'Error -13',
      failed: true,
      json: stringifyJson(error, 2),
    })
  })
})

describe('a daemon call', () => {
  test('is answered with the result of its envelope', async () => {
    const body = '{"jsonrpc":"2.0","id":"0","result":{"count":18446744073709551615,"status":"OK"}}'
    expect(await answered('rpc/get_block_count', body)).toMatchObject({
      title: 'Answer',
      failed: false,
      json: expect.stringContaining('18446744073709551615'),
    })
  })

  test.each([
    ['an error of its envelope', 'rpc/get_block_count', '{"error":{"code":-5}}', 'Error -5'],
    ['a status', 'json/get_height', '{"status":"BUSY"}', 'Refused: BUSY'],
    ['broken JSON', 'json/get_height', '{', 'Invalid answer'],
    ['broken epee', 'bin/get_hashes', 'x', 'Invalid answer'],
  ])('error: %s', async (_, id, body, title) => {
    expect(await answered(id, body)).toMatchObject({ title, failed: true })
  })

  test('error: an HTTP status', async () => {
    expect(await answered('json/get_height', 'no', 403)).toEqual({
      title: 'HTTP 403',
      failed: true,
      json: 'no',
    })
  })

  test('error: the server cannot be reached', async () => {
    globalThis.fetch = () => Promise.reject(new TypeError('failed'))
    expect(await answerOf(callOf('json/get_height'), {}, noWallet)).toEqual({
      title: 'Server not reachable',
      failed: true,
      json: '',
    })
  })
})
