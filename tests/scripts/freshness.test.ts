import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  buildSources,
  fingerprint,
  isBuildDue,
  isInstallDue,
  recordBuild,
} from '../../scripts/freshness.mjs'

/** Each room with one of its files; a file at the top of the tree is a room of its own. */
const rooms = new Map(buildSources('.').map((path) => [path.split('/')[0]!, path]))

const outputs = ['dist/nightjar.js', 'dist/nightjar.wasm', 'dist/page/index.html']

let root: string

function write(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** A copy of the project with one file for each room, freshly built. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'nightjar-freshness-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  cpSync('.gitignore', join(root, '.gitignore'))
  for (const path of rooms.values()) cpSync(path, join(root, path))
  write('tests/a.test.ts', 'test')
  write('docs/a.md', 'text')
  for (const path of outputs) write(path, 'built')
  recordBuild(relative('.', root), fingerprint(root), 0)
})

describe('isBuildDue', () => {
  test('is false after a build', () => {
    expect(isBuildDue(root)).toBe(false)
    expect(isBuildDue(relative('.', root))).toBe(false)
  })

  test.each([...rooms])('%s: an edit makes a build due', (_, path) => {
    appendFileSync(join(root, path), '\n')
    expect(isBuildDue(root)).toBe(true)
  })

  test.each([...rooms])('%s: a removed file makes a build due', (_, path) => {
    rmSync(join(root, path))
    expect(isBuildDue(root)).toBe(true)
  })

  test('a file in a new room makes a build due', () => {
    write('new-room/index.ts', 'export {}')
    expect(isBuildDue(root)).toBe(true)
  })

  test.each(['tests/a.test.ts', 'docs/a.md'])('%s: an edit does not make a build due', (path) => {
    appendFileSync(join(root, path), 'more')
    expect(isBuildDue(root)).toBe(false)
  })

  test.each(['wasm/build/nightjar.wasm', 'node_modules/a/index.js', 'dist/screenshots/a.png'])(
    '%s: a generated file does not make a build due',
    (path) => {
      write(path, 'generated')
      expect(isBuildDue(root)).toBe(false)
    },
  )

  test.each(outputs)('%s: a missing output makes a build due', (path) => {
    rmSync(join(root, path))
    expect(isBuildDue(root)).toBe(true)
  })

  test('an edit during a build makes the next build due', () => {
    const before = fingerprint(root)
    appendFileSync(join(root, 'package.json'), '\n')
    recordBuild(root, before, 0)
    expect(isBuildDue(root)).toBe(true)
  })
})

describe('buildSources', () => {
  test('covers every room of the project', () => {
    const hidden = /^\.|^(node_modules|dist|tests|docs|coverage|data|chain|wallets)$/
    const folders = readdirSync('.', { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !hidden.test(entry.name))
      .map(({ name }) => name)
    expect(folders.filter((name) => !rooms.has(name))).toEqual([])
  })

  test('lists what git tracks or would track', () => {
    for (const path of ['data/x', 'a.log', 'wasm/a.log', 'wasm/data/x', 'web/dist/x', 'chain/x'])
      write(path, '')
    const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
    git('init', '--quiet')
    const known = git('ls-files', '--cached', '--others', '--exclude-standard')
    const expected = known.split('\n').filter((path) => path && !/^(\.|tests\/|docs\/)/.test(path))
    expect(buildSources(root)).toEqual(expected.sort())
  })

  test('error: an ignore pattern that it cannot read', () => {
    appendFileSync(join(root, '.gitignore'), '!kept\n')
    expect(() => buildSources(root)).toThrow(
      '.gitignore: expected a name, a path or a pattern with *, got !kept',
    )
  })
})

describe('isInstallDue', () => {
  const lock = (packages: object) => JSON.stringify({ packages })
  const a = { version: '1.0.0', integrity: 'sha512-a' }
  const b = { version: '1.0.0', integrity: 'sha512-b', optional: true }

  test.each([
    ['no package is installed', { a }, undefined, true],
    ['all are installed', { '': {}, a }, { a }, false],
    ['one is missing', { a, b: a }, { a }, true],
    ['an optional one is missing', { a, b }, { a }, false],
    ['one has another version', { a: { ...a, version: '1.0.1' } }, { a }, true],
    ['one has other contents', { a: { ...a, integrity: 'sha512-c' } }, { a }, true],
    ['one that is not locked is installed', { a }, { a, c: a }, false],
  ])('%s', (_, locked, installed, expected) => {
    write('package-lock.json', lock(locked))
    if (installed) write('node_modules/.package-lock.json', lock(installed))
    expect(isInstallDue(root)).toBe(expected)
  })

  test('is false for a linked folder, which belongs to another checkout', () => {
    write('package-lock.json', lock({ a }))
    mkdirSync(join(root, 'elsewhere'))
    symlinkSync(join(root, 'elsewhere'), join(root, 'node_modules'))
    expect(isInstallDue(root)).toBe(false)
  })
})
