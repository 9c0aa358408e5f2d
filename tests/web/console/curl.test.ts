import { execFileSync } from 'node:child_process'
import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { bin } from '#protocol/daemon/calls.ts'
import { parseJson } from '#protocol/json/json.ts'
import { requestOf } from '#protocol/upstream.ts'
import { walletDocument } from '../../../worker/rpc/document.ts'
import { callGroups } from '../../../web/console/calls.ts'
import { curlLine } from '../../../web/console/curl.ts'

const calls = callGroups(walletDocument()).flatMap((group) => group.calls)
const callOf = (id: string) => calls.find((call) => call.id === id)!
const origin = 'http://127.0.0.1:8341'

describe('the shell command', () => {
  /** The arguments of curl after a shell has parsed the command. */
  const run = (line: string) =>
    execFileSync('sh', ['-c', `curl() { for word; do printf '%s\\0' "$word"; done; }\n${line}`])
      .toString()
      .split('\0')

  test('calls a wallet service with exact integers', () => {
    const params = { amount: 18446744073709551615n, note: `it's "quoted" $HOME \\ ünder` }
    const [url, , type, , body] = run(curlLine(callOf('wallet/make_uri'), params, origin))
    expect([url, type]).toEqual([
      'http://127.0.0.1:18083/json_rpc',
      'Content-Type: application/json',
    ])
    expect(parseJson(body!)).toEqual({ jsonrpc: '2.0', id: '0', method: 'make_uri', params })
  })

  test('contains no secret', () => {
    const params = { filename: 'a', password: 'not to be seen' }
    const line = curlLine(callOf('wallet/open_wallet'), params, origin)
    expect(line).not.toContain('not to be seen')
    expect(line).toContain('"password":"<password>"')
  })

  test('calls the server of the page by path', () => {
    expect(run(curlLine(callOf('json/get_info'), {}, origin))[0]).toBe(`${origin}/get_info`)
    const [url, , , , body] = run(
      curlLine(callOf('rpc/on_get_block_hash'), { value: [5n] }, origin),
    )
    expect(url).toBe(`${origin}/json_rpc`)
    expect(parseJson(body!)).toMatchObject({ method: 'on_get_block_hash', params: [5] })
  })

  test('pipes a binary body', () => {
    const params = { heights: [0n, 2n ** 64n - 1n] }
    const line = curlLine(callOf('bin/get_blocks_by_height'), params, origin)
    const [printed, piped] = line.split(' | ')
    expect(piped).toBe(
      `curl ${origin}/get_blocks_by_height.bin --data-binary @- --output answer.bin`,
    )
    const { body } = requestOf.bin('get_blocks_by_height', bin.get_blocks_by_height, params)
    expect(bytesToHex(new Uint8Array(execFileSync('sh', ['-c', printed!])))).toBe(bytesToHex(body))
  })
})
