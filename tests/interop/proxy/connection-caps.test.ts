/** Caps on connections: `nightjar-node` closes those that monerod closes. */
import { connect, type Socket } from 'node:net'
import { expect } from 'vitest'
import { test } from '../../support/programs/test.ts'
import { startMonerod } from '../../support/programs/monerod.ts'
import { poll } from '../../support/programs/process.ts'
import { startProxy } from '../../support/programs/proxy.ts'

const caps = [
  '--rpc-max-connections=4',
  '--rpc-max-connections-per-private-ip=3',
  '--rpc-max-connections-per-public-ip=1',
]

/** Opens connections from each address, one after another; how many of them were answered. */
async function answered(url: string, addresses: readonly string[]): Promise<number[]> {
  const { port } = new URL(url)
  const opened: Socket[] = []
  const counts: number[] = []
  for (const localAddress of addresses) {
    let count = 0
    for (let attempt = 0; attempt < 5; attempt++) {
      const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress })
      opened.push(socket.on('error', () => {}))
      socket.write('POST /get_height HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n')
      if (await isAnswered(socket)) count++
    }
    counts.push(count)
  }
  for (const socket of opened) socket.destroy()
  return counts
}

const isAnswered = (socket: Socket) =>
  new Promise<boolean>((resolve) => {
    socket.once('data', () => resolve(true)).once('close', () => resolve(false))
  })

test('connections above the caps are closed without an answer, as by monerod', async () => {
  const node = await startMonerod({ flags: caps })
  const proxy = await startProxy([node.url], caps)
  try {
    for (const { url } of [node, proxy]) {
      let counts: number[] = []
      // Connections of the start may still be counted.
      await poll(async () => {
        counts = await answered(url, ['127.0.0.2', '127.0.0.3', '127.0.0.4'])
        return counts.join() === '3,1,0'
      }, 30_000).catch(() => undefined)
      expect(counts).toEqual([3, 1, 0])
    }
  } finally {
    await Promise.all([proxy.stop(), node.stop()])
  }
})
