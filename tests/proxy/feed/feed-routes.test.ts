import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { chunksPerList, readIndex } from '#protocol/feed/feed-index.ts'
import { poolDocument } from '#protocol/feed/live.ts'
import { writeMemberFile } from '#protocol/feed/member-file.ts'
import { EventHub } from '../../../proxy/feed/event-hub.ts'
import { feedRoutes } from '../../../proxy/feed/feed-routes.ts'
import { ServedFiles } from '../../../proxy/feed/served-files.ts'
import { StoredFeed } from '../../../proxy/feed/stored-feed.ts'
import { UpstreamUnavailable } from '../../../proxy/upstream/node.ts'
import { groupOutputs } from '../../support/feed/group-outputs.ts'
import { memoryFiles } from '../../support/feed/memory-files.ts'

const chunk = (n: number) => ({
  complete: new TextEncoder().encode(`complete ${n}`) as Uint8Array<ArrayBuffer>,
  scan: new TextEncoder().encode(`scan ${n}`) as Uint8Array<ArrayBuffer>,
})

/** 300 outputs: parts of four groups. */
const membersOf = (n: number) => writeMemberFile(300 * n, groupOutputs(300 * n, 300))

let files: ReturnType<typeof memoryFiles>
let feed: StoredFeed
let restored: number[]
let isNodeLost: boolean
let app: ReturnType<typeof feedRoutes>

beforeEach(async () => {
  files = memoryFiles()
  feed = await StoredFeed.open(files, { network: 'fakechain', blocks: 4 })
  for (let n = 0; n < chunksPerList + 1; n++) await feed.add(chunk(n), membersOf(n))
  restored = []
  isNodeLost = false
  const restore = async (at: number) => {
    if (isNodeLost) throw new UpstreamUnavailable('lost')
    restored.push(at)
    await feed.restore(at, chunk(at), membersOf(at))
  }
  app = feedRoutes({
    files: new ServedFiles(feed, files, { restore }),
    events: new EventHub(() => []),
    pool: () => ({ version: 7n, transactions: [] }),
    groups: {
      read: async (group) => {
        if (group === 6) throw new UpstreamUnavailable('lost')
        return group === 7 ? Uint8Array.of(1, 2) : undefined
      },
    },
  })
})

const get = (name: string, headers: Record<string, string> = {}) =>
  app.request(`http://host/feed/v1/${name}`, { headers })
const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer())
const nameOf = (at: number) => `complete/${4 * at}-${feed.filesOf(at)!.complete.digest}`

describe('a feed over HTTP', () => {
  test('has an index for a short time, and files for ever', async () => {
    const index = await get('index.json')
    expect(index.headers.get('cache-control')).toBe('public, max-age=5')
    const { lists, chunks } = readIndex(await index.text())
    expect(chunks).toHaveLength(1)
    for (const [name, type] of [
      [`lists/0-${lists[0]}`, 'application/json'],
      [nameOf(3), 'application/octet-stream'],
      [`scan/1024-${chunks[0]!.scan.digest}`, 'application/octet-stream'],
    ] as const) {
      const answer = await get(name)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe(type)
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      const bytes = new Uint8Array(await answer.arrayBuffer())
      expect(answer.headers.get('content-length')).toBe(`${bytes.length}`)
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(name.split('-')[1])
    }
  })

  test('has the pool as it is', async () => {
    const answer = await get('pool')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    const text = await answer.text()
    expect(text).toBe('{"version":7,"transactions":[]}')
    expect(poolDocument.parse(JSON.parse(text), 'pool')).toEqual({ version: 7n, transactions: [] })
  })

  test('makes a damaged file again before it is sent, once for all who wait', async () => {
    files.flip(nameOf(3), 0)
    const answers = await Promise.all([get(nameOf(3)), get(nameOf(3))])
    for (const answer of answers) expect(await answer.text()).toBe('complete 3')
    expect(restored).toEqual([3])
    const list = `lists/0-${readIndex(feed.indexText).lists[0]}`
    const before = files.text(list)
    files.flip(list)
    expect(await (await get(list)).text()).toBe(before)
  })

  test('makes a file again that was removed after it was compared', async () => {
    expect((await get(nameOf(3))).status).toBe(200)
    await files.remove(nameOf(3))
    expect(await (await get(nameOf(3))).text()).toBe('complete 3')
    expect(restored).toEqual([3])
  })

  test('error: cannot make a damaged file again while the node is unavailable', async () => {
    files.flip(nameOf(3), 0)
    isNodeLost = true
    expect((await get(nameOf(3))).status).toBe(503)
    isNodeLost = false
    expect((await get(nameOf(3))).status).toBe(200)
  })

  test('has member files, of which a part can be requested', async () => {
    const { files: listed } = readIndex(feed.indexText).members!
    const name = `members/1024-${listed[0]!.digest}`
    const { bytes } = membersOf(chunksPerList)
    const whole = await get(name)
    expect([whole.status, whole.headers.get('accept-ranges')]).toEqual([200, 'bytes'])
    expect(await bytesOf(whole)).toEqual(bytes)
    const part = await get(name, { range: 'bytes=100-299' })
    expect(part.status).toBe(206)
    expect(Object.fromEntries(part.headers)).toMatchObject({
      'content-range': `bytes 100-299/${bytes.length}`,
      'content-length': '200',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(await bytesOf(part)).toEqual(bytes.subarray(100, 300))
  })

  test.each([
    'bytes=0-99999999',
    'bytes=5-',
    'bytes=-5',
    'bytes=9-3',
    'bytes=0-1,3-4',
    'lines=0-1',
  ])('sends all of a member file for the range %s', async (range) => {
    const name = `members/1024-${readIndex(feed.indexText).members!.files[0]!.digest}`
    const answer = await get(name, { range })
    expect([answer.status, answer.headers.has('content-range')]).toEqual([200, false])
    expect(await bytesOf(answer)).toEqual(membersOf(chunksPerList).bytes)
  })

  test('sends all of any other file, whatever range is requested', async () => {
    const answer = await get(nameOf(1), { range: 'bytes=0-1' })
    expect([answer.status, answer.headers.has('accept-ranges')]).toEqual([200, false])
    expect(await answer.text()).toBe('complete 1')
  })

  test('has groups that are made when they are requested', async () => {
    const answer = await get('groups/7')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=5')
    expect(await bytesOf(answer)).toEqual(Uint8Array.of(1, 2))
    for (const name of ['groups/8', 'groups/07', 'groups/-7', 'groups/7x', 'groups/99999999999'])
      expect([name, (await get(name)).status]).toEqual([name, 404])
  })

  test('error: a group while the node is away', async () => {
    expect((await get('groups/6')).status).toBe(503)
  })

  test('compares a file once', async () => {
    let reads = 0
    const counted = { ...files, read: (name: string) => (reads++, files.read(name)) }
    const again = await StoredFeed.open(counted, { network: 'fakechain', blocks: 4 })
    reads = 0
    const served = new ServedFiles(again, counted, { restore: async () => {} })
    for (let n = 0; n < 3; n++) expect(await served.open(nameOf(1))).toBeDefined()
    expect(reads).toBe(1)
  })

  test.each(['complete/4', 'complete/4-ab', 'a/b', 'lists/0-ab', '..%2fsecret'])(
    'error: it has no %s',
    async (name) => {
      expect((await get(name)).status).toBe(404)
    },
  )

  test('error: a chunk that a reorganisation replaced', async () => {
    const name = nameOf(chunksPerList)
    expect((await get(name)).status).toBe(200)
    await feed.cut(chunksPerList)
    expect((await get(name)).status).toBe(404)
  })
})
