import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

/**
 * Runs `main` of a TypeScript module with the arguments of this process, and exits with its code.
 *
 * @param {string} module Path from the root, with a leading slash.
 */
export async function runTool(module) {
  process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))
  const vite = await createServer({
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  })
  try {
    const { main } = await vite.ssrLoadModule(module)
    process.exitCode = await main(process.argv.slice(2))
  } finally {
    await vite.close()
  }
  process.exit()
}
