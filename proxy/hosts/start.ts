#!/usr/bin/env node
/** `nightjar`: page and proxy on one origin. */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { helpText, listOf, portOf, readFlags, type Flags } from '#protocol/flags.ts'
import { proxyApp } from '../app.ts'
import { pageFrom } from '../page.ts'
import { upstreamBackend } from '../upstream/backend.ts'
import { accessFlags, accessOf, ipOf, othersOf, upstreamOf } from './access.ts'
import { filesIn } from './files.ts'
import { findMonerod, startPrivateNode, type PrivateNode } from './monerod.ts'
import { defaultDataDir, Failure, listen, run, toldToEnd } from './program.ts'

const flags = {
  port: { takes: 'PORT', help: 'Port to listen on; 8340.' },
  'bind-ip': { takes: 'IP', help: 'Address to listen on; 127.0.0.1.' },
  upstream: { takes: 'URL[,URL...]', help: 'monerod to ask; without it a private chain.' },
  'data-dir': { takes: 'FOLDER', help: 'Keeps the private chain.' },
  ...accessFlags,
  help: { help: 'Show this.' },
} as const satisfies Flags

const help = helpText(
  'nightjar [--port 8340] [--upstream URL[,URL...]]',
  'The wallet page, and the proxy through which it reaches a monerod.',
  flags,
)

const noNode =
  'no monerod on the PATH for a private chain; name a node with --upstream http://HOST:PORT'

await run('nightjar', async () => {
  const given = readFlags(flags, process.argv.slice(2))
  if (given.help) return void console.log(help)
  // From now on: a node that is being started must be ended too.
  const told = toldToEnd()
  const ip = ipOf('bind-ip', given['bind-ip'])
  const port = portOf('port', given.port ?? '8340')
  const access = accessOf(ip, given)
  const others = othersOf(listOf(given['allow-upstream']))

  const urls = listOf(given.upstream)
  const own = urls.length === 0 ? await privateNode(given['data-dir']) : undefined
  const node = upstreamOf(own ? [own.url] : urls)
  try {
    const app = proxyApp({
      backend: upstreamBackend(node),
      others,
      access,
      restricted: given['restricted-rpc'] === true,
      page: pageFrom(filesIn(join(dirname(fileURLToPath(import.meta.url)), 'page'))),
      report: (error) => console.error('bug:', error),
    })
    const server = await listen(app, ip, port)
    if (own) console.log('A private chain: its coins are worth nothing.')
    console.log(`Nightjar is at http://${ip.includes(':') ? `[${ip}]` : ip}:${server.port}/`)

    await Promise.race([told, own?.ended.then(failed) ?? new Promise(() => {})])
    await server.close()
  } finally {
    await Promise.all([node, ...others.values()].map((each) => each.close()))
    await own?.close()
  }
})

async function privateNode(dataDir = defaultDataDir()): Promise<PrivateNode> {
  const monerod = findMonerod()
  if (!monerod) throw new Failure(noNode)
  return startPrivateNode(monerod, join(dataDir, 'regtest'))
}

function failed(said: string): never {
  throw new Failure(`monerod ended. It said:\n${said}`)
}
