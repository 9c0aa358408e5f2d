/**
 * The edge host as it is deployed: bundled by wrangler, run by workerd, offline.
 *
 * @module
 */
import { spawnSync } from 'node:child_process'
import { basename, join } from 'node:path'
import { Miniflare, type MiniflareOptions } from 'miniflare'
import { unstable_getMiniflareWorkerOptions as optionsIn } from 'wrangler'
import type { Settings } from '../../../proxy/hosts/settings.ts'
import { atExit } from './at-exit.ts'
import { daemonClient } from '../network/http-client.ts'
import { temporaryFolder } from '../storage/temporary-folder.ts'
import { atFileEnd } from './file-end.ts'

/** Environment of wrangler: no network access, no metrics, and no personal data in logs. */
const quiet = {
  CI: 'true',
  HTTP_PROXY: 'http://127.0.0.1:9',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_LOG_SANITIZE: 'true',
}

/** What is deployed: without a light node, and with one. */
const ours = 'wrangler.jsonc'
export const withLight = 'wrangler.light.jsonc'

/** Runs `wrangler deploy --dry-run`; what it would send is then in `folder`. */
export function dryRun(folder: string, config = ours) {
  const log = temporaryFolder('wrangler')
  const env = { ...process.env, ...quiet, XDG_CONFIG_HOME: log, WRANGLER_LOG_PATH: log }
  const program = 'node_modules/wrangler/bin/wrangler.js'
  const args = [program, 'deploy', '--dry-run', '--config', config, '--outdir', folder]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env })
  return { status, output: stdout + stderr }
}

const bundles = new Map<string, string>()

/** The folder of a bundle, made once. */
function bundleOf(config: string): string {
  const known = bundles.get(config)
  if (known !== undefined) return known
  const folder = temporaryFolder('edge')
  const { status, output } = dryRun(folder, config)
  if (status !== 0) throw new Error(`wrangler failed\n${output}`)
  bundles.set(config, folder)
  return folder
}

/** Starts a Worker in workerd, with these variables beside those of its configuration. */
export async function startWorker(config: string, variables: Record<string, string> = {}) {
  const { workerOptions, main } = optionsIn(config)
  const folder = bundleOf(config)
  const options: MiniflareOptions = {
    ...workerOptions,
    bindings: { ...workerOptions.bindings, ...variables },
    modules: true,
    modulesRoot: folder,
    scriptPath: join(folder, basename(main!).replace(/\.ts$/, '.js')),
    host: '127.0.0.1',
    port: 0,
    // Where a request comes from would be asked of the platform.
    cf: false,
  }
  const miniflare = new Miniflare(options)
  atExit(() => void miniflare.dispose())
  let disposed: Promise<void> | undefined
  const stop = () => (disposed ??= miniflare.dispose())
  atFileEnd(stop)
  const urlOf = async () => (await miniflare.ready).origin
  /** Ends the instance, as the platform does at any time. @returns The URL of the next one. */
  const restart = async () => {
    await miniflare.setOptions(options)
    return urlOf()
  }
  return { url: await urlOf(), stop, restart, miniflare }
}

export type Edge = Awaited<ReturnType<typeof startEdge>>

/** Starts page and proxy. */
export async function startEdge(settings: Settings) {
  const { url, stop, restart } = await startWorker(ours, settings)
  return { ...daemonClient(url), stop, restart }
}

/** The part of a bucket that tests use. */
type TestBucket = {
  list: () => Promise<{ objects: { key: string }[] }>
  get: (name: string) => Promise<{ arrayBuffer: () => Promise<ArrayBuffer> } | null>
  put: (name: string, bytes: Uint8Array) => Promise<unknown>
  delete: (name: string) => Promise<void>
}

type ScheduledWorker = { scheduled: (event: { cron: string }) => Promise<{ outcome: string }> }

/** Starts page, proxy and a light node with an empty bucket. */
export async function startLightEdge(settings: Settings) {
  const { miniflare, url, ...rest } = await startWorker(withLight, settings)
  return {
    ...rest,
    url,
    bucket: (await miniflare.getR2Bucket('FEED')) as unknown as TestBucket,
    /** Runs what the cron trigger runs each minute. */
    async cron() {
      const worker = (await miniflare.getWorker()) as unknown as ScheduledWorker
      const { outcome } = await worker.scheduled({ cron: '* * * * *' })
      if (outcome !== 'ok') throw new Error(`the trigger failed: ${outcome}`)
    },
  }
}
