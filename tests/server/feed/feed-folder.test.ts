import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { feedFolder } from '../../../server/feed/feed-folder.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('the folder of a feed', () => {
  test('is made with its first file, whose parts are gone', async () => {
    const folder = join(temporaryFolder('feed'), 'new')
    const files = feedFolder(folder)
    expect(await files.read('index.json')).toBeUndefined()
    expect(existsSync(folder)).toBe(false)
    await files.write('complete/0-ab', bytes('one'))
    await files.write('complete/0-ab', bytes('two'))
    expect(await files.read('complete/0-ab')).toEqual(bytes('two'))
    expect(readdirSync(join(folder, 'complete'))).toEqual(['0-ab'])
  })

  test('opens a file, or a part of it', async () => {
    const files = feedFolder(temporaryFolder('feed'))
    await files.write('a', bytes('three'))
    const opened = async (range?: { first: number; last: number }) => {
      const file = (await files.open('a', range))!
      return [file.bytes, file.range, await new Response(file.body).text()]
    }
    expect(await opened()).toEqual([5, undefined, 'three'])
    expect(await opened({ first: 1, last: 2 })).toEqual([5, { first: 1, last: 2 }, 'hr'])
    expect(await opened({ first: 4, last: 5 })).toEqual([5, undefined, 'three'])
    expect(await files.open('b', { first: 0, last: 0 })).toBeUndefined()
  })

  test('removes files, also those that do not exist', async () => {
    const folder = temporaryFolder('feed')
    const files = feedFolder(folder)
    await files.write('a', bytes('one'))
    await files.remove('a')
    await files.remove('a')
    expect(readdirSync(folder)).toEqual([])
  })

  test('error: a file that cannot be read', async () => {
    const folder = temporaryFolder('feed')
    mkdirSync(join(folder, 'index.json'))
    await expect(feedFolder(folder).read('index.json')).rejects.toThrow('EISDIR')
  })
})
