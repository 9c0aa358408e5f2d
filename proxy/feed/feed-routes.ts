/**
 * The feed over HTTP: its files, its events, and the transaction pool.
 *
 * @module
 */
import { Hono } from 'hono'
import { feedPath, indexName, type FileKind } from '#protocol/feed/feed-index.ts'
import { groupsFolder } from '#protocol/feed/member-group.ts'
import { eventsName, poolName, type PoolDocument } from '#protocol/feed/live.ts'
import { stringifyJson } from '#protocol/json/json.ts'
import { errorReply, reply } from '../replies.ts'
import { contentRange, rangeOf, type ByteRange } from './byte-range.ts'
import type { EventHub } from './event-hub.ts'
import { isOfNode } from './feed-errors.ts'
import type { OpenFile } from './feed-files.ts'
import type { MemberGroups } from './member-groups.ts'
import type { ServedFiles } from './served-files.ts'

export type FeedRoutes = {
  files: ServedFiles
  events: EventHub
  pool: () => PoolDocument
  groups: Pick<MemberGroups, 'read'>
}

/** How long caches may keep the index and groups of new outputs, in seconds. */
const shortTime = 5

const forEver = 'public, max-age=31536000, immutable'

const shortLived = { 'cache-control': `public, max-age=${shortTime}` }

/** The answer with `index.json`. */
export const indexReply = (text: string | Uint8Array<ArrayBuffer>): Response =>
  reply(200, 'application/json', text, shortLived)

/** The answer with a file, or with a part of it. @param folder - That of its name. */
export function fileReply(folder: string, { bytes, range, body }: OpenFile): Response {
  const type = folder === 'lists' ? 'application/json' : 'application/octet-stream'
  return reply(range ? 206 : 200, type, body, {
    'cache-control': forEver,
    'content-length': String(range ? range.last - range.first + 1 : bytes),
    ...(folder === membersFolder && { 'accept-ranges': 'bytes' }),
    ...(range && { 'content-range': contentRange(range, bytes) }),
  })
}

const membersFolder: FileKind = 'members'

/** The part of a file that is requested. Only member files are read in parts. */
export const rangeFor = (folder: string, header: string | undefined): ByteRange | undefined =>
  folder === membersFolder ? rangeOf(header) : undefined

export function feedRoutes({ files, events, pool, groups }: FeedRoutes): Hono {
  const app = new Hono()
  app.get(feedPath + indexName, () => indexReply(files.feed.indexText))
  app.get(feedPath + eventsName, () => events.answer())
  app.get(feedPath + poolName, () =>
    reply(200, 'application/json', stringifyJson(pool()), { 'cache-control': 'no-cache' }),
  )
  app.get(`${feedPath}${groupsFolder}/:group`, async (c) => {
    const group = groupNumber(c.req.param('group'))
    return unlessNodeFails(async () => {
      const bytes = group === undefined ? undefined : await groups.read(group)
      return bytes && reply(200, 'application/octet-stream', bytes, shortLived)
    })
  })
  app.get(`${feedPath}:folder/:file`, async (c) => {
    const { folder, file } = c.req.param()
    const range = rangeFor(folder, c.req.header('range'))
    // A damaged file is made again from the blocks of the node.
    return unlessNodeFails(async () => {
      const found = await files.open(`${folder}/${file}`, range)
      return found && fileReply(folder, found)
    })
  })
  return app
}

/** @param answer - Undefined where there is nothing. */
async function unlessNodeFails(answer: () => Promise<Response | undefined>): Promise<Response> {
  try {
    return (await answer()) ?? errorReply(404, 'Not found')
  } catch (error) {
    if (!isOfNode(error)) throw error
    return errorReply(503, 'The node gave no usable answer')
  }
}

const groupNumber = (text: string): number | undefined =>
  /^(0|[1-9]\d{0,9})$/.test(text) ? Number(text) : undefined
