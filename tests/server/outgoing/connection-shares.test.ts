import { describe, expect, test } from 'vitest'
import { UpstreamUnavailable } from '../../../proxy/upstream/node.ts'
import { ConnectionShares } from '../../../server/outgoing/connection-shares.ts'

/** Takes connections for `clients`; the names of those that have one, in order. */
function scene(total: number) {
  const shares = new ConnectionShares(total)
  const running: string[] = []
  const ends = new Map<string, (() => void)[]>()
  const take = (client: string) =>
    void shares.take(client).then((release) => {
      running.push(client)
      ends.set(client, [...(ends.get(client) ?? []), release])
    })
  /** Ends the oldest use of a client. */
  const end = async (client: string) => {
    ends.get(client)!.shift()!()
    await settled()
  }
  return { shares, running, take, end }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))
const times = (count: number, task: () => void) => {
  for (let i = 0; i < count; i++) task()
}

describe('ConnectionShares', () => {
  test('leave as many connections free as each client uses', async () => {
    const { running, take } = scene(16)
    for (const client of ['a', 'b', 'c', 'd', 'e', 'f']) times(20, () => take(client))
    await settled()
    const used = ['a', 'b', 'c', 'd', 'e', 'f'].map(
      (client) => running.filter((each) => each === client).length,
    )
    expect(used).toEqual([8, 4, 2, 1, 1, 0])
  })

  test('give one of two connections to each client, and a single one to any', async () => {
    for (const [total, expected] of [
      [2, ['a', 'b']],
      [1, ['a']],
    ] as const) {
      const { running, take } = scene(total)
      for (const client of ['a', 'a', 'b', 'b']) take(client)
      await settled()
      expect(running).toEqual(expected)
    }
  })

  test('give a free connection to the client with the fewest', async () => {
    const { running, take, end } = scene(2)
    for (const client of ['a', 'b', 'a', 'b', 'c']) take(client)
    await settled()
    expect(running).toEqual(['a', 'b'])
    await end('a')
    expect(running).toEqual(['a', 'b', 'a'])
    await end('b')
    expect(running).toEqual(['a', 'b', 'a', 'b'])
    await end('a')
    expect(running).toEqual(['a', 'b', 'a', 'b', 'c'])
  })

  test('are contended while a request waits', async () => {
    const { shares, take, end } = scene(2)
    take('a')
    await settled()
    expect(shares.isContended).toBe(false)
    take('a')
    expect(shares.isContended).toBe(true)
    await end('a')
    expect(shares.isContended).toBe(false)
  })

  test('start nothing for a request that was aborted', async () => {
    const { shares, take, end, running } = scene(1)
    take('a')
    await settled()
    const caller = new AbortController()
    const waiting = shares.take('b', caller.signal)
    caller.abort()
    await expect(waiting).rejects.toThrow(UpstreamUnavailable)
    await expect(shares.take('b', caller.signal)).rejects.toThrow(UpstreamUnavailable)
    take('c')
    await end('a')
    expect(running).toEqual(['a', 'c'])
  })
})
