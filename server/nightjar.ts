#!/usr/bin/env node
/** `nightjar`: page and proxy on one origin. */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { resolverAt } from '#protocol/openalias.ts'
import { listOf } from '#protocol/settings.ts'
import { helpText, portOf, readFlags, type Flags } from './flags/flags.ts'
import { proxyApp } from '../proxy/app.ts'
import { pageFrom } from '../proxy/page.ts'
import { accessFlags, accessOf, ipOf, othersOf } from './node/access-flags.ts'
import { answeringUpstream } from './node/upstream-backend.ts'
import { filesIn } from './node/page-files.ts'
import { openOwnChain } from './node/own-chain.ts'
import { defaultDataDir, end, listen, run, type Listening } from './process/program.ts'

const flags = {
  port: { takes: 'PORT', help: 'Port to listen on; 8340.' },
  'bind-ip': { takes: 'IP', help: 'Address to listen on; 127.0.0.1.' },
  upstream: { takes: 'URL[,URL...]', help: 'monerod to ask; without it a private chain.' },
  'data-dir': { takes: 'FOLDER', help: 'Keeps the private chain.' },
  'dns-over-https': {
    takes: 'URL',
    help: 'Resolver that looks up OpenAlias names; without it nobody.',
  },
  ...accessFlags,
  help: { help: 'Show this.' },
} as const satisfies Flags

const help = helpText(
  'nightjar [--port 8340] [--upstream URL[,URL...]]',
  'The wallet page, and the daemon RPC through which it reaches a chain.',
  flags,
)

await run('nightjar', async () => {
  const given = readFlags(flags, process.argv.slice(2))
  if (given.help) return void console.log(help)
  // From now on: whoever reads that it listens may end it at once.
  const told = end()
  const ip = ipOf('bind-ip', given['bind-ip'])
  const port = portOf('port', given.port ?? '8340')
  const access = accessOf(ip, given)
  const resolver =
    given['dns-over-https'] && resolverAt('--dns-over-https', given['dns-over-https'])
  const others = othersOf(listOf(given['allow-upstream']))

  const urls = listOf(given.upstream)
  const isOwn = urls.length === 0
  let server: Listening | undefined
  const answering = isOwn
    ? await openOwnChain({
        // Not where `nightjar-node` has the one that it begins anew.
        folder: join(given['data-dir'] ?? defaultDataDir(), 'regtest'),
        keep: true,
        fixedDifficulty: 1n,
        program: import.meta.url,
        connections: () => server?.connections() ?? 0,
        stop: told.now,
      })
    : answeringUpstream(urls)
  try {
    const app = proxyApp({
      backend: answering.backend,
      others,
      access,
      restricted: given['restricted-rpc'] === true,
      ...(resolver !== undefined && { resolver }),
      page: pageFrom(filesIn(join(dirname(fileURLToPath(import.meta.url)), 'page'))),
      report: (error) => console.error('bug:', error),
    })
    server = await listen(app, ip, port)
    if (isOwn) console.log('A private chain: its coins are worth nothing.')
    console.log(`Nightjar is at http://${server.address}/`)
    await told.ended
  } finally {
    await server?.close()
    await Promise.all([...others.values()].map((each) => each.close()))
    await answering.close()
  }
})
