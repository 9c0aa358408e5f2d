/**
 * A line of limited speed in front of a server, for every connection of a browser, also those of its workers: devtools
 * would slow down the requests of the page alone.
 *
 * @module
 */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** @param bitsPerSecond - From the server to the browser, shared by all connections. @param latencyMs - There and back. */
export type Line = { bitsPerSecond: number; latencyMs: number }

export type SlowLine = { url: string; close: () => Promise<void> }

/** Listens on a port of its own, and passes bytes on to and from `port` of this machine. */
export async function slowLine(
  port: number,
  { bitsPerSecond, latencyMs }: Line,
): Promise<SlowLine> {
  const oneWayMs = latencyMs / 2
  const msPerByte = 8000 / bitsPerSecond
  let freeAt = 0
  const sockets = new Set<Socket>()

  /** When the last of these bytes has left the server's end of the line. */
  const sentAt = (bytes: number) =>
    (freeAt = Math.max(freeAt, performance.now()) + bytes * msPerByte)

  /** Passes on what `from` sends, in order. */
  function pass(from: Socket, to: Socket, leaves: (bytes: number) => number) {
    let last = Promise.resolve()
    const after = (atMs: number, task: () => void) => {
      last = last.then(async () => {
        await pause(Math.max(0, atMs - performance.now()))
        if (!to.destroyed) task()
      })
    }
    from.on('data', (piece: Buffer) =>
      after(leaves(piece.length) + oneWayMs, () => to.write(piece)),
    )
    from.on('end', () => after(performance.now() + oneWayMs, () => to.end()))
    for (const event of ['error', 'close']) from.on(event, () => void last.then(() => to.destroy()))
  }

  const server = createServer((browser) => void join(browser))

  async function join(browser: Socket) {
    sockets.add(browser)
    // The handshake takes the first way there and back.
    browser.pause()
    await pause(latencyMs)
    const target = connect(port, '127.0.0.1')
    sockets.add(target)
    pass(browser, target, () => performance.now())
    pass(target, browser, sentAt)
    browser.resume()
  }
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
