/**
 * Bundles the timer for each engine.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'

/** @returns Files of one module each, and their folder. */
export async function bundleClock(): Promise<{ folder: string; browser: string; node: string }> {
  const folder = temporaryFolder('bench-clock')
  for (const [name, ssr] of [
    ['in-browser', false],
    ['in-node', true],
  ] as const)
    await build({
      configFile: false,
      logLevel: 'error',
      publicDir: false,
      ssr: { noExternal: true },
      build: {
        ssr,
        outDir: folder,
        emptyOutDir: false,
        target: 'es2022',
        modulePreload: false,
        rolldownOptions: {
          input: `tests/bench/kernels/${name}.ts`,
          output: { entryFileNames: `${name}.mjs`, codeSplitting: false },
        },
      },
    })
  const [browser, node] = ['in-browser.mjs', 'in-node.mjs'].map((name) => join(folder, name))
  return { folder, browser: readFileSync(browser!, 'utf8'), node: node! }
}
