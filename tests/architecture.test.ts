import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/** Which rooms each room may import. Types may also cross where `types` says so. */
const rooms: Record<string, { uses: string[]; types?: string[] }> = {
  protocol: { uses: [] },
  wasm: { uses: [], types: ['protocol'] },
  'worker/engine': { uses: ['protocol'], types: ['wasm'] },
  'worker/rpc': { uses: ['worker/engine', 'protocol'] },
  'worker/adapters': { uses: ['protocol', 'wasm'], types: ['worker/engine'] },
  'worker/hosts': {
    uses: ['worker/rpc', 'worker/engine', 'worker/adapters', 'protocol', 'wasm'],
  },
  proxy: { uses: ['protocol', 'wasm'] },
  server: {
    uses: [
      'worker/rpc',
      'worker/engine',
      'worker/adapters',
      'worker/hosts',
      'proxy',
      'protocol',
      'wasm',
    ],
  },
  web: { uses: ['protocol'], types: ['worker/rpc', 'worker/hosts'] },
}

/** Packages that bring effects or a platform, and the only rooms that may import them. */
const packagesOf: Record<string, RegExp> = {
  protocol: /^@(noble\/hashes\/|scure\/base$)/,
  wasm: /^@noble\//,
  'worker/engine': /^(@noble\/(hashes|ciphers)\/|eventsource-parser$)/,
  'worker/rpc': /^@noble\/hashes\//,
}

const isSource = (name: string) => /\.(ts|svelte)$/.test(name) && !name.endsWith('.d.ts')
const roomOf = (path: string) => Object.keys(rooms).find((room) => path.startsWith(`${room}/`))
const sourcesOf = (room: string) =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter(isSource)
    .filter((name) => !name.startsWith('assembly/'))

function imports(file: string) {
  const source = readFileSync(file, 'utf8')
  const clauses = source.matchAll(/^\s*(?:import|export)( type)? (?:[^'"]*? from )?'([^']+)'/gm)
  const dynamic = source.matchAll(/\bimport\('([^']+)'\)/g)
  return [
    ...[...clauses].map(([, type, from]) => ({ type: type !== undefined, from: from! })),
    ...[...dynamic].map(([, from]) => ({ type: false, from: from! })),
  ].map(({ type, from }) => ({ type, from, path: resolve(file, from) }))
}

function resolve(file: string, from: string) {
  if (from.startsWith('#')) return from.slice(1)
  return from.startsWith('.') ? new URL(from, `file:///${file}`).pathname.slice(1) : undefined
}

describe.each(Object.entries(rooms))('%s', (room, { uses, types = [] }) => {
  test.each(sourcesOf(room))('%s imports only its neighbours', (name) => {
    const strangers = imports(`${room}/${name}`).filter(({ path, type }) => {
      const target = path === undefined ? undefined : roomOf(path)
      return (
        target && target !== room && !uses.includes(target) && !(type && types.includes(target))
      )
    })
    expect(strangers).toEqual([])
  })
})

describe.each(Object.entries(packagesOf))('%s', (room, allowed) => {
  test.each(sourcesOf(room))('%s takes only pure packages', (name) => {
    const packages = imports(`${room}/${name}`).filter(({ path }) => path === undefined)
    expect(packages.filter(({ from }) => !allowed.test(from))).toEqual([])
  })
})

/** The layers of the engine: each imports values and types only from itself and from those before it. */
const layers = [
  'base',
  'store',
  'keys',
  'keyfile',
  'backup',
  'scan',
  'ledger',
  'tx',
  'download',
  'sync',
  'payments',
  'exchange',
  'cold',
  'multisig',
  'proofs',
  'top',
]

/** Files in the folder of the engine itself are the top. @param path - Below `worker/engine`. */
const layerOf = (path: string) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : 'top')

describe('the layers of worker/engine', () => {
  test.each(sourcesOf('worker/engine'))('%s imports only from layers before its own', (name) => {
    const own = layers.indexOf(layerOf(name))
    expect(own).not.toBe(-1)
    const upward = imports(`worker/engine/${name}`)
      .filter(({ path }) => path?.startsWith('worker/engine/'))
      .map(({ path }) => path!.slice('worker/engine/'.length))
      .filter((path) => layers.indexOf(layerOf(path)) > own)
    expect(upward).toEqual([])
  })
})

/** More files than this in one folder are two ideas. */
const mostFiles = 25

const folders = Object.keys(rooms).flatMap((room) => [
  room,
  ...readdirSync(room, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${entry.parentPath}/${entry.name}`),
])

test.each(folders)('%s holds at most 25 source files', (folder) => {
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && isSource(entry.name),
  )
  expect(files.length).toBeLessThanOrEqual(mostFiles)
})

test.each(sourcesOf('worker/engine'))(
  'worker/engine/%s takes time and chance from its ports',
  (name) => {
    expect(readFileSync(`worker/engine/${name}`, 'utf8')).not.toMatch(/Date\.now|Math\.random/)
  },
)

/** Vectors, word lists and generated tables may be long; code may not. */
test.each(Object.keys(rooms).flatMap((room) => sourcesOf(room).map((name) => `${room}/${name}`)))(
  '%s stays below 400 lines',
  (file) => {
    const lines = readFileSync(file, 'utf8').split('\n').length
    expect(file.startsWith('protocol/mnemonic/words/') ? 0 : lines).toBeLessThanOrEqual(400)
  },
)
