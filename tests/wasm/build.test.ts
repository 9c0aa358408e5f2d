/**
 * The modules that are tested and shipped are those that the reviewed sources compile to.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { allowRelaxedSimd } from '../../server/process/relaxed-simd.ts'

const run = promisify(execFile)
const at = (path: string) => new URL(`../../wasm/${path}`, import.meta.url)
const pinned = readFileSync(at('build.sha256'), 'utf8')

const modules = [
  'nightjar.wasm',
  'nightjar-fma.wasm',
  'pow.wasm',
  'scan-fma.wasm',
  'scan-simd.wasm',
]
const built = (name: string) => new Uint8Array(readFileSync(at(`build/${name}`)))

test('the sources compile to the pinned modules', async () => {
  const { stdout } = await run(process.execPath, ['scripts/wasm.mjs', '--check'])
  expect(stdout).toBe(modules.map((name) => `${name} matches its pinned hash\n`).join(''))
}, 120_000)

test('the built modules equal the pinned modules', () => {
  const lines = modules.map((name) => {
    const hash = createHash('sha256').update(built(name)).digest('hex')
    return `${hash}  ${name}\n`
  })
  expect(pinned).toBe(lines.join(''))
})

test.each(['nightjar.wasm', 'nightjar-fma.wasm'])(
  '%s imports randomness and nothing else',
  (name) => {
    allowRelaxedSimd()
    const module = new WebAssembly.Module(built(name))
    expect(WebAssembly.Module.imports(module)).toEqual([
      { module: 'random', name: 'fill', kind: 'function' },
    ])
  },
)

test('the module for proofs of work imports its memory and nothing else', () => {
  const module = new WebAssembly.Module(built('pow.wasm'))
  expect(WebAssembly.Module.imports(module)).toEqual([
    { module: 'env', name: 'memory', kind: 'memory' },
  ])
})

describe.each(['scan-fma.wasm', 'scan-simd.wasm'])('%s', (name) => {
  test('imports nothing', () => {
    allowRelaxedSimd()
    expect(WebAssembly.Module.imports(new WebAssembly.Module(built(name)))).toEqual([])
  })

  test('is at most 20 KB', () => {
    expect(built(name).length).toBeLessThanOrEqual(20_000)
  })
})
