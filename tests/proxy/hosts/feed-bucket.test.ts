import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { FeedFiles, OpenFile } from '../../../proxy/feed/feed-files.ts'
import { feedBucket } from '../../../proxy/hosts/feed-bucket.ts'
import { memoryBucket } from '../../support/feed/memory-bucket.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const textOf = async (file: OpenFile | undefined) => file && (await new Response(file.body).text())
const nameOf = (text: string) => `complete/512-${createHash('sha256').update(text).digest('hex')}`

let bucket: ReturnType<typeof memoryBucket>
let files: FeedFiles

beforeEach(() => {
  bucket = memoryBucket()
  files = feedBucket(bucket)
})

describe('the bucket of a feed', () => {
  test('has files that were written, until they are removed', async () => {
    for (const name of ['index.json', nameOf('one')]) {
      expect(await files.read(name)).toBeUndefined()
      expect(await files.open(name)).toBeUndefined()
      await files.write(name, bytes('one'))
      expect(await files.read(name)).toEqual(bytes('one'))
      expect(await files.open(name)).toMatchObject({ bytes: 3 })
      expect(await textOf(await files.open(name))).toBe('one')
      await files.remove(name)
      await files.remove(name)
      expect(await files.read(name)).toBeUndefined()
    }
  })

  test('streams a file whose digest the platform has', async () => {
    await files.write(nameOf('one'), bytes('one'))
    expect(await textOf(await files.open(nameOf('one')))).toBe('one')
    expect(bucket.reads()).toBe(0)
  })

  test('compares a file that another program has copied', async () => {
    await bucket.put(nameOf('one'), bytes('one'))
    expect(await textOf(await files.open(nameOf('one')))).toBe('one')
    expect(bucket.reads()).toBe(1)
  })

  test('opens a part of a file, however it was written', async () => {
    const range = { first: 1, last: 2 }
    await files.write(nameOf('three'), bytes('three'))
    await bucket.put(nameOf('other'), bytes('other'))
    expect(await files.open(nameOf('three'), range)).toMatchObject({ bytes: 5, range })
    expect(await textOf(await files.open(nameOf('three'), range))).toBe('hr')
    expect(bucket.reads()).toBe(0)
    expect(await files.open(nameOf('other'), range)).toMatchObject({ bytes: 5, range })
    expect(await textOf(await files.open(nameOf('other'), range))).toBe('th')
    // All of a file that does not have the part.
    const beyond = await files.open(nameOf('three'), { first: 4, last: 5 })
    expect([beyond!.range, await textOf(beyond)]).toEqual([undefined, 'three'])
    expect(await files.open(nameOf('gone'), range)).toBeUndefined()
  })

  test('does not open a part of a file with another content than its name says', async () => {
    const range = { first: 0, last: 1 }
    await bucket.put(nameOf('one'), bytes('two'))
    expect(await files.open(nameOf('one'), range)).toBeUndefined()
    await bucket.put(nameOf('one'), bytes('two'), { sha256: nameOf('two').split('-')[1]! })
    expect(await files.open(nameOf('one'), range)).toBeUndefined()
  })

  test('does not open a file with another content than its name says', async () => {
    await bucket.put(nameOf('one'), bytes('two'))
    expect(await files.open(nameOf('one'))).toBeUndefined()
    await bucket.put(nameOf('one'), bytes('two'), { sha256: nameOf('two').split('-')[1]! })
    expect(await files.open(nameOf('one'))).toBeUndefined()
    expect(await files.read(nameOf('one'))).toEqual(bytes('two'))
  })

  test('error: bytes that do not have the digest of their name are not written', async () => {
    await expect(files.write(nameOf('one'), bytes('two'))).rejects.toThrow('10037')
  })
})
