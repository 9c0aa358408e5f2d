/**
 * The edge host as it is deployed: bundled by wrangler, run by workerd, offline.
 *
 * @module
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { Miniflare } from 'miniflare'
import { unstable_getMiniflareWorkerOptions as optionsIn } from 'wrangler'
import type { Settings } from '../../proxy/hosts/settings.ts'
import { atEnd } from './end.ts'
import { daemonClient } from './http.ts'
import { temporaryFolder } from './ports.ts'

/** Where wrangler writes and what it may reach: nothing of the person's, and nobody. */
const quiet = {
  CI: 'true',
  HTTP_PROXY: 'http://127.0.0.1:9',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_LOG_SANITIZE: 'true',
}

/** Runs `wrangler deploy --dry-run`; what it would send is then in `folder`. */
export function dryRun(folder: string) {
  const log = temporaryFolder('wrangler')
  const env = { ...process.env, ...quiet, XDG_CONFIG_HOME: log, WRANGLER_LOG_PATH: log }
  const args = ['node_modules/wrangler/bin/wrangler.js', 'deploy', '--dry-run', '--outdir', folder]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env })
  return { status, output: stdout + stderr }
}

let bundled: string | undefined

/** The folder of the bundle, made once. */
function bundle(): string {
  if (bundled !== undefined) return bundled
  const folder = temporaryFolder('edge')
  const { status, output } = dryRun(folder)
  if (status !== 0) throw new Error(`wrangler failed\n${output}`)
  return (bundled = folder)
}

export type Edge = Awaited<ReturnType<typeof startEdge>>

/** Starts page and proxy in workerd, with these variables beside those of `wrangler.jsonc`. */
export async function startEdge(settings: Settings) {
  const { workerOptions } = optionsIn('wrangler.jsonc')
  const miniflare = new Miniflare({
    ...workerOptions,
    bindings: { ...workerOptions.bindings, ...settings },
    modules: true,
    modulesRoot: bundle(),
    scriptPath: join(bundle(), 'cloudflare.js'),
    host: '127.0.0.1',
    port: 0,
    // Where a request comes from would be asked of the platform.
    cf: false,
  })
  atEnd(() => void miniflare.dispose())
  const url = (await miniflare.ready).origin
  return { ...daemonClient(url), stop: () => miniflare.dispose() }
}
