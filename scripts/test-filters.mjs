import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of each suite's tests. Unit tests have the path of their source file. */
const folders = { unit: 'tests', interop: 'tests/interop', e2e: 'tests/e2e' }

/**
 * Turns paths of the sources or of a suite into vitest's file filters.
 *
 * @param {string} root
 * @param {string} suite `unit`, `interop` or `e2e`.
 * @param {string[]} paths For example `worker/engine/scan`, `worker/rpc/transfer.ts`, `tests/web`.
 * @returns {{ filters: string[], unknown: { path: string, tried: string[] }[] }}
 * @throws {Error} For an unknown suite.
 */
export function testFilters(root, suite, paths) {
  const folder = Object.entries(folders).find(([name]) => name === suite)?.[1]
  if (!folder) throw new Error(`suite: expected ${Object.keys(folders).join(', ')}, got "${suite}"`)
  /** @type {{ filters: string[], unknown: { path: string, tried: string[] }[] }} */
  const found = { filters: [], unknown: [] }
  for (const path of paths) {
    const tried = candidates(folder, path)
    const match = tried.find((file) => existsSync(join(root, file)))
    if (!match) found.unknown.push({ path, tried })
    // vitest searches the filter anywhere in a path. The slash excludes names that only have the same prefix.
    else found.filters.push(statSync(join(root, match)).isDirectory() ? `${match}/` : match)
  }
  return found
}

/** @param {string} folder @param {string} path */
function candidates(folder, path) {
  const clean = path.replace(/^\.\//, '').replace(/\/+$/, '')
  const inside = clean.startsWith('tests/') ? clean : `${folder}/${clean}`
  if (inside.endsWith('.test.ts')) return [inside]
  return [`${inside.replace(/(\.svelte)?(\.ts)?$/, '')}.test.ts`, inside]
}
