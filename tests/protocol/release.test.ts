import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  fileDigest,
  isNotOlder,
  manifestText,
  pageDigest,
  readManifest,
  releaseOf,
} from '../../protocol/release.ts'
import { temporaryFolder } from '../support/storage/temporary-folder.ts'

const page = new Map(
  Object.entries({
    'sw.js': 'self',
    'assets/index-3f9c.js': 'const a = 1',
    'index.html': '<!doctype html>',
  }).map(([path, text]) => [path, new TextEncoder().encode(text)]),
)
const about = { version: '0.3.0', commit: 'ab'.repeat(20), date: '2026-11-23T10:00:00Z' }
const release = releaseOf(about, page)
const text = manifestText(release)

describe('the list of a page', () => {
  test('names version, commit, time, digest and each file, one a line', () => {
    expect(text).toBe(
      `{"version":"0.3.0","commit":"${about.commit}","date":"2026-11-23T10:00:00Z","digest":"${release.digest}","files":[
{"path":"assets/index-3f9c.js","bytes":11,"sha256":"${fileDigest(page.get('assets/index-3f9c.js')!)}"},
{"path":"index.html","bytes":15,"sha256":"${fileDigest(page.get('index.html')!)}"},
{"path":"sw.js","bytes":4,"sha256":"${fileDigest(page.get('sw.js')!)}"}
]}
`,
    )
  })

  test('is read as it was written, with and without commit and time', () => {
    expect(readManifest(text)).toEqual(release)
    const build = releaseOf({ version: '0.3.0' }, page)
    expect(readManifest(manifestText(build))).toEqual(build)
  })

  test('has the digest that sha256sum and sort print', () => {
    const folder = temporaryFolder('release')
    for (const [path, bytes] of page) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), bytes)
    }
    const command = `find . -type f -printf '%P\\n' | LC_ALL=C sort | xargs sha256sum | sha256sum`
    const printed = execFileSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' })
    expect(release.digest).toBe(printed.slice(0, 64))
  })

  test('does not depend on the order of the files', () => {
    expect(releaseOf(about, new Map([...page].reverse()))).toEqual(release)
  })
})

describe('error: a list that is not one', () => {
  const changed = (change: (release: Record<string, unknown>) => void) => {
    const value = JSON.parse(text) as Record<string, unknown>
    change(value)
    return JSON.stringify(value)
  }
  const [file] = release.files

  test.each([
    ['no JSON', '<!doctype html>', 'expected a JSON object'],
    ['null', 'null', 'expected a JSON object'],
    ['empty', '{}', 'version is missing or invalid'],
    ['a bare version', changed((value) => (value.version = '3')), 'version is missing or invalid'],
    ['a short commit', changed((value) => (value.commit = 'ab')), 'commit is missing or invalid'],
    ['a local time', changed((value) => (value.date = '2026-11-23')), 'date is missing or invalid'],
    ['no digest', changed((value) => delete value.digest), 'digest is missing or invalid'],
    ['no files', changed((value) => (value.files = [])), 'files is missing or invalid'],
    ['a null', changed((value) => (value.files = [null])), 'files[0].path is missing or invalid'],
    ...['', '/etc/passwd', '../a', 'a/../b', 'a//b', '.env', 'https://a', 'a?b', 'a\nb'].map(
      (path): [string, string, string] => [
        `the path ${JSON.stringify(path)}`,
        changed((value) => (value.files = [{ ...file, path }])),
        'files[0].path is missing or invalid',
      ],
    ),
    ...[-1, 0.5, 2 ** 40, '11'].map((bytes): [string, string, string] => [
      `a size of ${JSON.stringify(bytes)}`,
      changed((value) => (value.files = [{ ...file, bytes }])),
      'files[0].bytes is missing or invalid',
    ]),
    [
      'a digest in capitals',
      changed((value) => (value.files = [{ ...file, sha256: 'A'.repeat(64) }])),
      'files[0].sha256 is missing or invalid',
    ],
    [
      'a file twice',
      changed((value) => (value.files = [file, file])),
      'expected files sorted by path',
    ],
    [
      'another digest',
      changed((value) => (value.digest = pageDigest([]))),
      'expected the digest of its files, got another',
    ],
    [
      'a further field',
      text.replace('{"version"', '{"more":1,"version"'),
      'expected the text that a release writes',
    ],
    ['a further space', `${text} `, 'expected the text that a release writes'],
  ])('%s', (_, given, message) => {
    expect(() => readManifest(given)).toThrow(`release.json: ${message}`)
  })

  // Version, commit, time and sizes are not part of the digest: the signature protects them.
  const sizes = [...text.matchAll(/(?<="bytes":)\d+/g)].map(({ index, 0: digits }) => [
    index,
    index + digits.length,
  ])
  const isSize = (at: number) => sizes.some(([from, to]) => from! <= at && at < to!)

  test('no changed character of a path or a digest is accepted', () => {
    const from = text.indexOf('"digest"')
    const at = fc.integer({ min: from, max: text.length - 1 }).filter((i) => !isSize(i))
    fc.assert(
      fc.property(at, fc.string({ minLength: 1, maxLength: 1 }), (i, character) => {
        fc.pre(character !== text[i])
        expect(() => readManifest(text.slice(0, i) + character + text.slice(i + 1))).toThrow()
      }),
    )
  })

  test('a changed size is read as it is: files and digest stay the same', () => {
    const paths = release.files.map(({ path, sha256 }) => ({ path, sha256 }))
    for (const [from, to] of sizes) {
      const read = readManifest(`${text.slice(0, from)}9${text.slice(to)}`)
      expect(read.digest).toBe(release.digest)
      expect(read.files.map(({ path, sha256 }) => ({ path, sha256 }))).toEqual(paths)
    }
  })
})

describe('a release may replace', () => {
  const [old, now] = ['2026-11-22T00:00:00Z', '2026-11-23T00:00:00Z']
  test.each([
    ['0.3.0', now, '0.2.9', now, true],
    ['0.10.0', old, '0.9.0', now, true],
    ['1.0.0', old, '0.99.99', now, true],
    ['0.2.0', now, '0.2.0', old, true],
    ['0.2.0', now, '0.2.0', now, true],
    ['0.2.0', old, '0.2.0', now, false],
    ['0.2.1', now, '0.3.0', old, false],
    ['0.2.9', now, '0.2.10', old, false],
  ])('%s of %s instead of %s of %s: %s', (version, date, present, presentDate, expected) => {
    expect(isNotOlder({ version, date }, { version: present, date: presentDate })).toBe(expected)
  })
})
