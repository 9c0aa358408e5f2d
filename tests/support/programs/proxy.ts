/**
 * The built programs of the proxy.
 *
 * @module
 */
import { existsSync } from 'node:fs'
import { daemonClient, post } from '../network/http-client.ts'
import { freePort } from '../network/free-port.ts'
import { startMonerod } from './monerod.ts'
import { startProgram } from './process.ts'

/** The built file of a program; tests that start programs need `npm run build` before. */
export function built(name: string): string {
  const file = `dist/${name}.js`
  if (!existsSync(file)) throw new Error(`${file} is missing: npm run build`)
  return file
}

/** A monerod with `blocks` mined blocks, and a proxy in front of it. */
export async function startProxiedNode(blocks: number) {
  const node = await startMonerod()
  await node.mine(blocks)
  return { node, proxy: await startProxy([node.url]) }
}

export type ProxiedNode = Awaited<ReturnType<typeof startProxiedNode>>

export type Proxy = Awaited<ReturnType<typeof startProxy>>

/** Starts `nightjar-node` in front of nodes at `upstreams`. @param onPort - Default: any. */
export async function startProxy(
  upstreams: readonly string[],
  flags: readonly string[] = [],
  onPort?: number,
) {
  const port = onPort ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const program = await startProgram(
    process.execPath,
    [
      built('nightjar-node'),
      '--rpc-bind-port',
      `${port}`,
      '--upstream',
      upstreams.join(),
      ...flags,
    ],
    // Any answer will do: its node may be away.
    {
      readyWhen: () =>
        post(`${url}/nope`, '').then(
          () => true,
          () => false,
        ),
    },
  )
  return { ...daemonClient(url), program, stop: program.stop }
}
