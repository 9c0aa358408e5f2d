/**
 * TCP ports that no other program uses.
 *
 * @module
 */
import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

/**
 * Where ports are chosen: below those that systems give to outgoing connections, so that none of these
 * takes one before its program listens, or while that is started again.
 *
 * @see linux Documentation/networking/ip-sysctl.rst ip_local_port_range
 */
const [lowest, beyond] = [20_000, 32_000]

/** A loopback port that nothing listens on, and that no test is given again while this process lives. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 1000; tries++) {
    const port = randomInt(lowest, beyond)
    if ((await isFree(port)) && (await claimed(port))) return port
  }
  throw new Error(`no free port between ${lowest} and ${beyond}`)
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/**
 * Takes a port for this process, before its program does: UDP's of the same number, which nothing here
 * uses, is held until the process ends, and the system gives it to one process alone.
 */
const claimed = (port: number) =>
  new Promise<boolean>((resolve) => {
    const claim = createSocket('udp4').unref()
    claim.once('error', () => resolve(false))
    claim.bind({ port, address: '127.0.0.1', exclusive: true }, () => resolve(true))
  })
