import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { pageFrom, type FindFile } from '../../../proxy/page.ts'
import { filesIn } from '../../../server/node/page-files.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'

const code = 'const a = 1\n'.repeat(100)
const source = readFileSync('tests/server/node/page-files.test.ts', 'utf8')
/** Larger than a megabyte. */
const lists = Array.from({ length: 200_000 }, (_, index) => `${index * 7919}\n`).join('')
let find: FindFile

beforeAll(() => {
  const parent = temporaryFolder('page')
  const folder = join(parent, 'page')
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(parent, 'secret.json'), 'secret')
  writeFileSync(join(folder, 'index.html'), '<p>')
  writeFileSync(join(folder, 'icon.png'), 'png')
  writeFileSync(join(folder, 'assets', 'index-1f.js'), code)
  writeFileSync(join(folder, 'assets', 'lists-2a.js'), lists)
  writeFileSync(join(folder, 'assets', 'source-3b.js'), source)
  symlinkSync(join(parent, 'secret.json'), join(folder, 'link.json'))
  symlinkSync(parent, join(folder, 'up'))
  find = filesIn(folder)
})

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

describe('files of the page', () => {
  test('are found by their paths below the folder', async () => {
    expect(text((await find('index.html'))!.bytes)).toBe('<p>')
    expect(text((await find('assets/index-1f.js'))!.bytes)).toBe(code)
  })

  test('are compressed unless their format is', async () => {
    const { brotli } = (await find('assets/index-1f.js'))!
    expect(text(brotliDecompressSync(brotli!))).toBe(code)
    expect(brotli!.length).toBeLessThan(code.length / 4)
    expect(await find('icon.png')).toEqual({ bytes: new TextEncoder().encode('png') })
  })

  test('are compressed quickly at first, then as well as possible', async () => {
    const file = (await find('assets/source-3b.js'))!
    const quick = file.brotli!
    await expect.poll(() => file.brotli!.length).toBeLessThan(quick.length)
    expect(text(brotliDecompressSync(quick))).toBe(source)
    expect(text(brotliDecompressSync(file.brotli!))).toBe(source)
  })

  test('are compressed also if they are large', async () => {
    const { bytes, brotli } = (await find('assets/lists-2a.js'))!
    expect(bytes.length).toBeGreaterThan(1_000_000)
    expect(text(brotliDecompressSync(brotli!))).toBe(lists)
    expect(brotli!.length).toBeLessThan(bytes.length / 2)
  })

  test('are read once', async () => {
    expect(await find('index.html')).toBe(await find('index.html'))
  })

  test.each([
    '../secret.json',
    'assets/../../secret.json',
    '..%2fsecret.json',
    '/secret.json',
    '//etc/passwd',
    'assets\\..\\..\\secret.json',
    './index.html',
    'assets/../index.html',
    'index.html\0.json',
    'assets',
    'assets/',
    '',
    '__proto__',
    'constructor',
  ])('error: %j is not found', async (path) => {
    expect(await find(path)).toBeUndefined()
  })

  test.each(['link.json', 'up/secret.json', 'up'])(
    'error: the link %s is not followed',
    async (path) => {
      expect(await find(path)).toBeUndefined()
    },
  )

  test.each([
    '/../secret.json',
    '/assets/../../secret.json',
    '/..%2Fsecret.json',
    '/%2e%2e/secret.json',
    '/assets/%2e%2e/%2e%2e/secret.json',
    '/..%5Csecret.json',
    '//secret.json',
  ])('error: a request of %s leads out of the folder', async (path) => {
    expect(await pageFrom(find)(new Request(`http://127.0.0.1${path}`))).toBeUndefined()
  })

  test('a folder that does not exist has no files', async () => {
    expect(await filesIn(join(temporaryFolder('page'), 'none'))('index.html')).toBeUndefined()
  })
})
