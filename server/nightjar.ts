#!/usr/bin/env node
/** `nightjar`: the wallet page and the daemon RPC on one origin; `nightjar verify` checks such a page. */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { requiredFeedAddress } from '#protocol/network/feed-address.ts'
import { secureUrl } from '#protocol/network/secure-url.ts'
import { listOf, UsageError } from '#protocol/settings.ts'
import { proxyApp } from '../proxy/app.ts'
import { pageFrom } from '../proxy/page.ts'
import { fromHeightOf, lightFlags } from './feed/flags.ts'
import { runLight } from './feed/run-light.ts'
import { helpText, portOf, readFlags, type Flags } from './flags/flags.ts'
import { accessFlags, accessOf, ipOf } from './http/access-flags.ts'
import { ConnectionCounts } from './http/connection-counts.ts'
import { connectionCapsOf, connectionFlagsFor, lightCaps } from './http/connection-flags.ts'
import { FairTurns } from './http/fair-turns.ts'
import { listen, type Listener } from './http/listener.ts'
import { defaultDataDir, openOwnChain } from './node/own-chain.ts'
import { filesIn } from './node/page-files.ts'
import {
  allowedUpstreams,
  openUpstream,
  upstreamFlags,
  type OpenBackend,
} from './node/upstreams.ts'
import { end, report, run } from './process/program.ts'
import { verifyPage } from './verify/verify.ts'

/** A browser opens six connections, and all clients of a reverse proxy have its address. */
const caps = { total: 1000, perPrivateIp: 250, perPublicIp: 25 }

const flags = {
  port: { takes: 'PORT', help: 'Port to listen on; default 8340' },
  'bind-ip': { takes: 'IP', help: 'Address to listen on; default 127.0.0.1' },
  upstream: {
    takes: 'URL[,URL...]',
    help: 'monerod that answers; the page compares several; without it, a private chain',
  },
  'data-dir': { takes: 'FOLDER', help: 'Folder of the private chain, or of the scan feed' },
  'dns-over-https': {
    takes: 'URL',
    help: 'Resolver for OpenAlias names; without it, names are not looked up',
  },
  prices: {
    takes: 'URL',
    help: 'JSON of prices by currency that pages may show; without it, people type a price',
  },
  'compare-feed': {
    takes: 'URL[,URL...]',
    help: 'Servers whose scan feed a page may compare with this one; the page may then connect to them',
  },
  ...accessFlags,
  ...connectionFlagsFor(caps, lightCaps),
  ...upstreamFlags,
  ...lightFlags,
  help: { help: 'Show this help' },
} as const satisfies Flags

const help = helpText(
  'nightjar [--port 8340] [--upstream URL[,URL...]]\n       nightjar verify URL',
  'The wallet page, and the daemon RPC that connects it to a chain.\n`nightjar verify` compares a served page with a release.',
  flags,
)

await run('nightjar', async () => {
  const [command, ...args] = process.argv.slice(2)
  if (command !== 'verify') return serve(process.argv.slice(2))
  const isSame = await verifyPage(args, console.log, import.meta.env.VITE_RELEASE_KEY)
  if (!isSame) process.exitCode = 1
})

async function serve(args: readonly string[]): Promise<void> {
  const given = readFlags(flags, args)
  if (given.help) return void console.log(help)
  // Before the first output: a caller may end the program as soon as it reads the address.
  const stop = end()
  const ip = ipOf('bind-ip', given['bind-ip'])
  const port = portOf('port', given.port ?? '8340')
  const access = accessOf(ip, given)
  const counts = new ConnectionCounts(connectionCapsOf(given, given.light ? lightCaps : caps))
  const resolver =
    given['dns-over-https'] && secureUrl('--dns-over-https', given['dns-over-https'], 'a resolver')
  const priceSource = given.prices && secureUrl('--prices', given.prices, 'a source of prices')
  const comparedFeeds = listOf(given['compare-feed']).map((url) =>
    requiredFeedAddress('--compare-feed', url),
  )
  const others = allowedUpstreams(given)

  const urls = listOf(given.upstream)
  const isOwn = urls.length === 0
  if (given.light && isOwn) throw new UsageError('--light needs --upstream')
  let listener: Listener | undefined
  const source: OpenBackend = isOwn
    ? await openOwnChain({
        // Not the folder of `nightjar-node`, which begins a new chain at each start.
        folder: join(given['data-dir'] ?? defaultDataDir(), 'regtest'),
        keep: true,
        fixedDifficulty: 1n,
        program: import.meta.url,
        connections: () => listener?.connections() ?? 0,
        stop: stop.now,
      })
    : openUpstream(urls, given)
  const { nodes, close } = source
  const restricted = given['restricted-rpc'] === true
  const light =
    given.light &&
    (await runLight({
      dataDir: given['data-dir'] ?? defaultDataDir(),
      nodes: nodes ?? [],
      fromHeight: fromHeightOf(given),
      program: import.meta.url,
      stopped: stop.ended,
    }))
  try {
    const app = proxyApp({
      backend: light ? light.backend : source.backend,
      ...(light && { observer: light.requests, light: light.routes(restricted) }),
      ...(nodes && { nodes }),
      others,
      turn: new FairTurns().wait,
      access,
      restricted,
      ...(resolver !== undefined && { resolver }),
      ...(priceSource !== undefined && { priceSource }),
      comparedFeeds,
      page: pageFrom(filesIn(join(dirname(fileURLToPath(import.meta.url)), 'page')), comparedFeeds),
      report,
    })
    listener = await listen(app, ip, port, { counts })
    if (isOwn) console.log('A private chain: its coins are worth nothing.')
    console.log(`Nightjar is at http://${listener.address}/`)
    await stop.ended
  } finally {
    await light?.close()
    await listener?.close()
    await Promise.all([...others.values()].map((each) => each.close()))
    await close()
  }
}
