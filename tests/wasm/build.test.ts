/**
 * The module that is tested and shipped is the one that the reviewed sources compile to.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { moduleBytes } from './module.ts'

const run = promisify(execFile)
const pinned = readFileSync(new URL('../../wasm/build.sha256', import.meta.url), 'utf8')

test('the sources compile to the pinned module', async () => {
  const { stdout } = await run(process.execPath, ['scripts/wasm.mjs', '--check'])
  expect(stdout).toContain('is the pinned one')
}, 120_000)

test('the built module is the pinned one', () => {
  const hash = createHash('sha256').update(moduleBytes).digest('hex')
  expect(pinned).toBe(`${hash}  nightjar.wasm\n`)
})

test('it imports randomness and nothing else', () => {
  const module = new WebAssembly.Module(moduleBytes)
  expect(WebAssembly.Module.imports(module)).toEqual([
    { module: 'random', name: 'fill', kind: 'function' },
  ])
})
