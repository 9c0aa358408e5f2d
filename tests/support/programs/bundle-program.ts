/**
 * Makes a script that Node runs of a test's own source, outside the project.
 *
 * @module
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

/** @returns Path of the bundled script in `folder`. */
export async function bundleProgram(folder: string, entry: string): Promise<string> {
  const root = process.cwd()
  const script = join(folder, 'program.mjs')
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    ssr: { noExternal: true, external: ['better-sqlite3'] },
    build: {
      ssr: true,
      target: 'node20',
      outDir: root,
      emptyOutDir: false,
      write: false,
      rolldownOptions: { input: join(folder, entry) },
    },
  })
  const { output } = built as { output: { fileName: string; code: string; isEntry: boolean }[] }
  for (const { fileName, code, isEntry } of output) {
    const name = isEntry ? script : join(folder, fileName)
    mkdirSync(join(name, '..'), { recursive: true })
    // Outside the project, the one package that stays outside is found by its path.
    const from = JSON.stringify(join(root, 'node_modules/better-sqlite3/lib/index.js'))
    writeFileSync(name, code.replaceAll(/(["'])better-sqlite3\1/g, from))
  }
  return script
}
