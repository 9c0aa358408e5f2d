/**
 * A static host with the folder of a feed.
 *
 * @module
 */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { feedPath, partsOf } from '#protocol/feed/feed-index.ts'
import { atFileEnd } from '../programs/file-end.ts'

/** @param folder - As `nightjar-node --export-feed` writes it. Its files are read at each request. */
export async function startStaticHost(folder: string): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const name = request.url!.replace(feedPath, '')
    asked.push(name.replace(/-.*/, ''))
    const isOfFeed = name === 'index.json' || partsOf(name) !== undefined
    readFile(join(folder, isOfFeed ? name : 'missing')).then(
      (bytes) => response.writeHead(200, { 'access-control-allow-origin': '*' }).end(bytes),
      () => response.writeHead(404).end(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atFileEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}
