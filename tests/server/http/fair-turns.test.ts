import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { FairTurns } from '../../../server/http/fair-turns.ts'

/** The order in which requests of these clients have their turns. */
async function orderOf(clients: readonly string[]): Promise<string[]> {
  const turns = new FairTurns()
  const order: string[] = []
  await Promise.all(clients.map((client) => turns.wait(client).then(() => order.push(client))))
  return order
}

describe('FairTurns', () => {
  test('alternate between clients', async () => {
    const order = await orderOf(['a', 'a', 'a', 'a', 'b', 'c', 'b'])
    expect(order.join('')).toBe('abcabaa')
  })

  test('a request that comes late waits for one request of another client', async () => {
    const turns = new FairTurns()
    const order: string[] = []
    const wait = async (client: string) => {
      await turns.wait(client)
      order.push(client)
    }
    const many = Array.from({ length: 50 }, () => wait('a'))
    await many[0]
    await wait('b')
    expect(order.slice(0, 3)).toEqual(['a', 'a', 'b'])
    await Promise.all(many)
    expect(order).toHaveLength(51)
  })

  test.each([
    { takesMs: 0, expected: ['turn 1', 'turn 2', 'turn 3', 'other'] },
    { takesMs: 1, expected: ['turn 1', 'other', 'turn 2', 'turn 3'] },
  ])(
    'input and output have their turn between requests of $takesMs ms',
    async ({ takesMs, expected }) => {
      let nowMs = 0
      const turns = new FairTurns(() => nowMs)
      const order: string[] = []
      const take = async (turn: number) => {
        await turns.wait('a')
        order.push(`turn ${turn}`)
        nowMs += takesMs
      }
      const waits = [1, 2, 3].map(take)
      setImmediate(() => setImmediate(() => setImmediate(() => order.push('other'))))
      await Promise.all(waits)
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
      expect(order).toEqual(expected)
    },
  )

  test('input and output have their turn after sixteen requests', async () => {
    const turns = new FairTurns(() => 0)
    const order: string[] = []
    const waits = Array.from({ length: 40 }, () => turns.wait('a').then(() => order.push('turn')))
    setImmediate(() => setImmediate(() => setImmediate(() => order.push('other'))))
    await Promise.all(waits)
    expect(order.indexOf('other')).toBeLessThanOrEqual(16)
    expect(order).toHaveLength(41)
  })

  test('connections that arrive during a long turn are accepted before the next one', async () => {
    const turns = new FairTurns()
    let accepted = 0
    const server = createServer(() => accepted++)
    const connections: Socket[] = []
    try {
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      const first = turns.wait('a').then(() => {
        for (let count = 0; count < 12; count++) connections.push(connect(port, '127.0.0.1'))
        const endMs = performance.now() + 50
        while (performance.now() < endMs);
      })
      await Promise.all([first, turns.wait('a')])
      expect(accepted).toBe(12)
    } finally {
      for (const connection of connections) connection.destroy()
      server.close()
    }
  })
})
