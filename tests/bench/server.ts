/**
 * Serves the page and a daemon on one origin for a browser; other wallets use the same daemon.
 *
 * @module
 */
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { Hono } from 'hono'
import { feedPath } from '#protocol/feed/feed-index.ts'
import { filesIn } from '../../server/node/page-files.ts'
import { listen } from '../../server/http/listener.ts'
import { pageFrom, type FindFile } from '../../proxy/page.ts'
import type { AnswerCall } from './chain/node.ts'

export type Server = {
  /** `http://127.0.0.1:PORT` */
  url: string
  /** `HOST:PORT` */
  address: string
  /** Total bytes of the daemon responses. */
  answered: () => number
  /** Paths of all requested files of the page. */
  asked: () => string[]
  close: () => Promise<void>
}

/** Omits the service worker, which would download the whole page again during a measurement. */
export const pageFiles = (): FindFile => {
  const find = filesIn('dist/page')
  return async (path) => (path === 'sw.js' ? undefined : find(path))
}

/** A file of the scan feed by its name. */
export type FeedFile = (name: string) => Promise<Uint8Array | undefined>

export async function startServer(
  daemon: AnswerCall,
  page = pageFiles(),
  feed?: FeedFile,
): Promise<Server> {
  let answered = 0
  const asked: string[] = []
  const file = pageFrom(async (path) => {
    const found = await page(path)
    if (found) asked.push(path)
    return found
  })
  const app = new Hono()
  if (feed)
    app.get(`${feedPath}*`, async (c) => {
      const bytes = await feed(c.req.path.slice(feedPath.length))
      answered += bytes?.length ?? 0
      return bytes ? c.body(bytes as Uint8Array<ArrayBuffer>) : c.notFound()
    })
  app.get('*', async (c) => (await file(c.req.raw)) ?? c.notFound())
  app.post('*', async (c) => {
    const { pathname } = new URL(c.req.url)
    const body = await daemon(pathname, new Uint8Array(await c.req.arrayBuffer()))
    answered += body.length
    return new Response(body as Uint8Array<ArrayBuffer>, {
      headers: { 'content-type': contentType(pathname) },
    })
  })
  app.onError((error, c) => {
    console.error(`bench: ${new URL(c.req.url).pathname}: ${error.message}`)
    return c.text('Internal error', 500)
  })
  const { port, close } = await listen(app, '127.0.0.1', 0)
  const address = `127.0.0.1:${port}`
  return {
    url: `http://${address}`,
    address,
    answered: () => answered,
    asked: () => asked,
    close,
  }
}

/** Serves an empty page, and the files that `find` has. There is no daemon. */
export const startEmptyPage = (find: FindFile = async () => undefined): Promise<Server> =>
  startServer(
    async (path) => Promise.reject(new Error(`no daemon, and asked for ${path}`)),
    async (path) =>
      path === 'index.html'
        ? { bytes: utf8ToBytes('<!doctype html><title>bench</title>') as Uint8Array<ArrayBuffer> }
        : find(path),
  )

const contentType = (path: string) =>
  path.endsWith('.bin') ? 'application/octet-stream' : 'application/json'
