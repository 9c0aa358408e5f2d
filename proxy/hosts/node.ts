#!/usr/bin/env node
/** `nightjar-node`: the daemon RPC alone. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { release as osRelease, type as osType } from 'node:os'
import { DigestGate, loginOf } from '#protocol/digest-gate.ts'
import { helpText, listOf, numberOf, portOf, UsageError } from '#protocol/flags.ts'
import { version } from '../../package.json'
import { proxyApp, type ProxyOptions } from '../app.ts'
import { accessOf, ipOf, othersOf } from './access.ts'
import { answeringUpstream, type Answering } from './answering.ts'
import { flags, readNodeFlags, type NodeFlags } from './node-flags.ts'
import { openOwnChain } from './own-chain.ts'
import { defaultDataDir, end, listen, run, type Listening } from './program.ts'

const help = helpText(
  'nightjar-node --rpc-bind-port PORT (--upstream URL[,URL...] | --regtest)',
  'The daemon RPC of Monero, answered by asking a monerod, or from a private chain.\nOther flags of monerod are accepted and have no effect.',
  flags,
)

await run('nightjar-node', async () => {
  const { given, idle } = readNodeFlags(process.argv.slice(2))
  if (given.help) return void console.log(help)
  if (given.version) return void console.log(`nightjar-node ${version}`)
  if (given['os-version']) return void console.log(`OS: ${osType()} ${osRelease()}`)
  // From now on: whoever reads that it listens may end it at once.
  const told = end()

  const doors = doorsOf(given)
  const login = given['rpc-login'] && loginOf('rpc-login', given['rpc-login'])
  const servers: Listening[] = []
  const answering = await answeringOf(given, servers, told.now)
  const others = othersOf(listOf(given['allow-upstream']))
  const common: Omit<ProxyOptions, 'access' | 'restricted'> = {
    backend: answering.backend,
    others,
    ...(login && { gate: new DigestGate(login, (length) => new Uint8Array(randomBytes(length))) }),
    report: (error) => console.error('bug:', error),
  }
  try {
    for (const { ip, port, restricted } of doors) {
      const app = proxyApp({ ...common, access: accessOf(ip, given), restricted })
      servers.push(await listen(app, ip, port))
    }
    if (idle.length > 0)
      console.log(`Without effect here: ${idle.map((name) => `--${name}`).join(' ')}`)
    servers.forEach(({ port }, index) =>
      console.log(`nightjar-node listens on ${doors[index]!.ip}:${port}`),
    )
    await told.ended
  } finally {
    await Promise.all(servers.map((server) => server.close()))
    await Promise.all([...others.values()].map((each) => each.close()))
    await answering.close()
  }
})

async function answeringOf(
  given: NodeFlags['given'],
  servers: readonly Listening[],
  stop: () => void,
): Promise<Answering> {
  const urls = listOf(given.upstream)
  if (urls.length > 0 && given.regtest)
    throw new UsageError('--upstream and --regtest: it answers from one of them')
  if (urls.length > 0) return answeringUpstream(urls)
  if (!given.regtest)
    throw new UsageError('--upstream must name a node, or --regtest ask for a chain')
  return openOwnChain({
    // As monerod has it: `fake` below the folder.
    folder: join(given['data-dir'] ?? defaultDataDir(), 'fake'),
    keep: given['keep-fakechain'] === true,
    fixedDifficulty: BigInt(
      numberOf('fixed-difficulty', given['fixed-difficulty'] ?? '0', 2 ** 53 - 1),
    ),
    program: import.meta.url,
    connections: () => servers.reduce((sum, server) => sum + server.connections(), 0),
    stop,
  })
}

type Door = { ip: string; port: number; restricted: boolean }

/** Where it listens: the port, and one for the public where it is given. */
function doorsOf(given: NodeFlags['given']): Door[] {
  const own: Door = {
    ip: ipOf('rpc-bind-ip', given['rpc-bind-ip']),
    port: portOf('rpc-bind-port', given['rpc-bind-port'] ?? '18081'),
    restricted: given['restricted-rpc'] === true,
  }
  const port = given['rpc-restricted-bind-port']
  if (port === undefined) return [own]
  const ip = ipOf('rpc-restricted-bind-ip', given['rpc-restricted-bind-ip'])
  return [own, { ip, port: portOf('rpc-restricted-bind-port', port), restricted: true }]
}
