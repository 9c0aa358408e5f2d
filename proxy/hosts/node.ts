#!/usr/bin/env node
/** `nightjar-node`: the proxy alone. */
import { helpText, listOf, portOf, readFlags, UsageError, type Flags } from '#protocol/flags.ts'
import { proxyApp } from '../app.ts'
import { upstreamBackend } from '../upstream/backend.ts'
import { accessFlags, accessOf, ipOf, othersOf, upstreamOf } from './access.ts'
import { listen, run, toldToEnd } from './program.ts'

const flags = {
  'rpc-bind-port': { takes: 'PORT', help: 'Port to listen on; 18081.' },
  'rpc-bind-ip': { takes: 'IP', help: 'Address to listen on; 127.0.0.1.' },
  upstream: { takes: 'URL[,URL...]', help: 'monerod to ask; the next while one is away.' },
  ...accessFlags,
  'confirm-external-bind': { help: 'Accepted, since monerod wants it.' },
  help: { help: 'Show this.' },
} as const satisfies Flags

const help = helpText(
  'nightjar-node --rpc-bind-port PORT --upstream URL[,URL...]',
  'The daemon RPC of Monero, answered by asking a monerod.',
  flags,
)

await run('nightjar-node', async () => {
  const given = readFlags(flags, process.argv.slice(2))
  if (given.help) return void console.log(help)
  // From now on: whoever reads that it listens may end it at once.
  const told = toldToEnd()

  const urls = listOf(given.upstream)
  if (urls.length === 0) throw new UsageError('--upstream must name a node: http://HOST:PORT')
  const ip = ipOf('rpc-bind-ip', given['rpc-bind-ip'])
  const node = upstreamOf(urls)
  const others = othersOf(listOf(given['allow-upstream']))
  const app = proxyApp({
    backend: upstreamBackend(node),
    others,
    access: accessOf(ip, given),
    restricted: given['restricted-rpc'] === true,
    report: (error) => console.error('bug:', error),
  })
  const port = portOf('rpc-bind-port', given['rpc-bind-port'] ?? '18081')
  const server = await listen(app, ip, port)
  console.log(`nightjar-node listens on ${ip}:${server.port}`)

  await told
  await server.close()
  await Promise.all([node, ...others.values()].map((each) => each.close()))
})
