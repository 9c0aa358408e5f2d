import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Hono } from 'hono'
import { lightRoutes } from '../../../proxy/hosts/light-routes.ts'
import { memoryFiles } from '../../support/feed/memory-files.ts'

const digest = createHash('sha256').update('one').digest('hex')
const name = `scan/512-${digest}`
const list = `lists/0-${digest}`

let files: ReturnType<typeof memoryFiles>
let cached: Map<string, Response>
/** Paths that the object was asked for. */
let asked: string[]
let object: () => Response
let app: Hono

beforeEach(() => {
  files = memoryFiles()
  cached = new Map()
  asked = []
  object = () => new Response('of the object')
  app = lightRoutes({
    files,
    object: async (path) => (asked.push(path), object()),
    cache: {
      match: async (url) => cached.get(url)?.clone(),
      put: async (url, response) => void cached.set(url, response),
    },
  })
})

const get = async (path: string, headers: Record<string, string> = {}) => {
  const tasks: Promise<unknown>[] = []
  const execution = {
    waitUntil: (task: Promise<unknown>) => void tasks.push(task),
    passThroughOnException: () => {},
    props: {},
  }
  const answer = await app.request(`http://host${path}`, { headers }, {}, execution)
  await Promise.all(tasks)
  return answer
}

describe('the light node in the Worker', () => {
  test.each(['/feed/v1/events', '/feed/v1/pool', '/feed/v1/groups/7', '/health/v1'])(
    'asks the object for %s',
    async (path) => {
      expect(await (await get(path)).text()).toBe('of the object')
      expect(asked).toEqual([path])
      expect(cached.size).toBe(0)
    },
  )

  test('answers with the index of the bucket; the object has it before the first chunk', async () => {
    expect(await (await get('/feed/v1/index.json')).text()).toBe('of the object')
    await files.write('index.json', new TextEncoder().encode('{}'))
    const answer = await get('/feed/v1/index.json')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=5')
    expect(await answer.text()).toBe('{}')
    expect(asked).toEqual(['/feed/v1/index.json'])
  })

  test('answers with files of the bucket, then of the cache', async () => {
    for (const [each, type] of [
      [name, 'application/octet-stream'],
      [list, 'application/json'],
    ] as const) {
      await files.write(each, new TextEncoder().encode('one'))
      const answer = await get(`/feed/v1/${each}`)
      expect(await answer.text()).toBe('one')
      expect(answer.headers.get('content-type')).toBe(type)
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      await files.remove(each)
      expect(await (await get(`/feed/v1/${each}`)).text()).toBe('one')
    }
    expect(asked).toEqual([])
  })

  test('asks the object for a file that the bucket does not have, and keeps the answer', async () => {
    expect(await (await get(`/feed/v1/${name}`)).text()).toBe('of the object')
    expect(asked).toEqual([`/feed/v1/${name}`])
    await get(`/feed/v1/${name}`)
    expect(asked).toHaveLength(1)
    await get(`/feed/v1/${name}`, { 'cache-control': 'no-cache' })
    expect(asked).toHaveLength(2)
  })

  test('answers with a part of a member file, past the cache', async () => {
    const members = `members/512-${digest}`
    const range = { range: 'bytes=1-2' }
    expect(await (await get(`/feed/v1/${members}`, range)).text()).toBe('of the object')
    await files.write(members, new TextEncoder().encode('one'))
    const answer = await get(`/feed/v1/${members}`, range)
    expect([answer.status, answer.headers.get('content-range')]).toEqual([206, 'bytes 1-2/3'])
    expect(await answer.text()).toBe('ne')
    expect([cached.size, asked]).toEqual([0, [`/feed/v1/${members}`]])
  })

  test('error: the object does not have it either', async () => {
    object = () => new Response('{}', { status: 404 })
    expect((await get(`/feed/v1/${name}`)).status).toBe(404)
    expect(cached.size).toBe(0)
  })

  test('error: a name that no file of a feed has', async () => {
    for (const each of ['scan/0-ab', 'a/b', `scan/00-${digest}`, '..%2fsecret'])
      expect((await get(`/feed/v1/${each}`)).status).toBe(404)
    expect(asked).toEqual([])
  })
})
