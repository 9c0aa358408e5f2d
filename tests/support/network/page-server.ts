/**
 * A page on a server, as `nightjar` serves it.
 *
 * @module
 */
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { onTestFinished } from 'vitest'
import { pageFrom } from '../../../proxy/page.ts'

export type PageServer = {
  url: string
  /** The files, which may change. */
  files: Map<string, Uint8Array<ArrayBuffer>>
  /** Changes what is sent; undefined sends the file. */
  replace: (answer: (request: Request) => Response | undefined) => void
  /** Lets the page connect to second servers. */
  compareWith: (addresses: readonly string[]) => void
}

/** Serves files at the root of a loopback address until the test ends. */
export async function pageServer(files: PageServer['files']): Promise<PageServer> {
  let replaced: (request: Request) => Response | undefined = () => undefined
  const find = async (path: string) => {
    const bytes = files.get(path)
    return bytes && { bytes }
  }
  let page = pageFrom(find)
  const server = createAdaptorServer({
    fetch: async (request: Request) =>
      replaced(request) ?? (await page(request)) ?? new Response(null, { status: 404 }),
  }) as Server
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    files,
    replace: (answer) => (replaced = answer),
    compareWith: (addresses) => (page = pageFrom(find, addresses)),
  }
}
