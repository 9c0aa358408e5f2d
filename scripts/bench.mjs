/**
 * Runs the measurements of `tests/bench`: `npm run bench -- --help`.
 *
 * Vite loads them, because Node 20 does not run TypeScript.
 */
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))

const vite = await createServer({
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
})
try {
  const { main } = await vite.ssrLoadModule('/tests/bench/main.ts')
  process.exitCode = await main(process.argv.slice(2))
} finally {
  await vite.close()
}
process.exit()
