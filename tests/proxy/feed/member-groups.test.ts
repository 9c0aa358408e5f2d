import { bytesToHex } from '@noble/hashes/utils.js'
import { beforeEach, describe, expect, test } from 'vitest'
import { readGroup } from '#protocol/feed/member-group.ts'
import { isOfNode } from '../../../proxy/feed/feed-errors.ts'
import { MemberGroups } from '../../../proxy/feed/member-groups.ts'
import { UpstreamUnavailable } from '../../../proxy/upstream/node.ts'
import { fakeNode } from '../../support/daemons/fake-upstream-node.ts'
import { feedNode, type FeedNode } from '../../support/feed/feed-node.ts'

const blocks = 140

let upstream: FeedNode
let tip: string | undefined
let groups: MemberGroups
/** Paths of requests to the node. */
let asked: string[]

beforeEach(async () => {
  upstream = await feedNode(blocks)
  asked = []
  upstream.onRequest(({ path }) => void asked.push(path))
  tip = 'first'
  const { node, keccak } = upstream
  const { signal } = new AbortController()
  groups = new MemberGroups({ node, signal, keccak, tip: () => tip })
})

const shown = (bytes: Uint8Array | undefined) =>
  readGroup(bytes!).map(({ key, commitment, unlockTime }) => ({
    key: bytesToHex(key),
    mask: bytesToHex(commitment),
    unlockTime,
  }))

/** What the node says about outputs. A block has one, and the first block none. */
async function truth(first: number, count: number) {
  const outputs = Array.from({ length: count }, (_, at) => ({ amount: 0, index: first + at }))
  const answer = (await upstream.post('/get_outs', { outputs })).json() as {
    outs: { key: string; mask: string; unlocked: boolean }[]
  }
  return answer.outs.map(({ key, mask, unlocked }, at) => ({
    key,
    mask,
    unlockTime: unlocked ? 0n : BigInt(first + at + 1 + 60),
  }))
}

describe('groups of the node', () => {
  test('have its outputs, and the locks that have not passed', async () => {
    expect(shown(await groups.read(0))).toEqual(await truth(0, 128))
    const locks = shown(await groups.read(0)).map(({ unlockTime }) => unlockTime)
    expect([locks[79], locks[80], locks[127]]).toEqual([0n, 141n, 188n])
  })

  test('end with the last output', async () => {
    expect(shown(await groups.read(1))).toEqual(await truth(128, 11))
    expect(await groups.read(2)).toBeUndefined()
  })

  test('are made once for a top block', async () => {
    const [one, same] = await Promise.all([groups.read(0), groups.read(0)])
    expect(same).toBe(one)
    const before = asked.length
    expect(await groups.read(0)).toBe(one)
    expect(asked.length).toBe(before)
    await upstream.mine(1)
    tip = 'second'
    expect(shown(await groups.read(1))).toHaveLength(12)
    expect(asked.length).toBeGreaterThan(before)
  })

  test('need one request where nothing is locked, whatever the number of clients', async () => {
    await upstream.mine(200)
    await groups.read(0)
    expect(asked).toEqual(['/json_rpc', '/get_outs.bin'])
  })

  test('error: a node that does not answer; the next attempt asks it again', async () => {
    upstream.onRequest(({ path }) => {
      if (path === '/get_outs.bin') throw new UpstreamUnavailable('lost')
    })
    await expect(groups.read(0)).rejects.toThrow(UpstreamUnavailable)
    upstream.onRequest(() => {})
    expect(shown(await groups.read(0))).toHaveLength(128)
  })

  test.each<[string, (text: string) => string]>([
    ['no transaction', (text) => text.replace(/"txs": ?\[.*\]/s, '"txs":[]')],
    ['others', (text) => text.replace(/("pruned_as_hex": ?"02)../, '$101')],
    ['what is not hex', (text) => text.replace(/("pruned_as_hex": ?")/g, '$1zz')],
  ])('error: a node that has %s for a lock', async (_, change) => {
    const { signal } = new AbortController()
    const node = fakeNode(async ({ path, body }) => {
      const { bytes } = await upstream.post(path, body)
      if (path !== '/gettransactions') return bytes
      return new TextEncoder().encode(change(new TextDecoder().decode(bytes)))
    })
    const { keccak } = upstream
    const wrong = new MemberGroups({ node, signal, keccak, tip: () => tip })
    await expect(wrong.read(0)).rejects.toSatisfy(isOfNode)
  })

  test('error: a node that cannot count its outputs; the next attempt asks it again', async () => {
    upstream.onRequest(() => {
      throw new UpstreamUnavailable('timeout')
    })
    await expect(groups.read(0)).rejects.toThrow(UpstreamUnavailable)
    upstream.onRequest(() => {})
    expect(shown(await groups.read(0))).toHaveLength(128)
  })
})
