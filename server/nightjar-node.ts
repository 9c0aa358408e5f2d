#!/usr/bin/env node
/** `nightjar-node`: the daemon RPC alone. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { release as osRelease, type as osType } from 'node:os'
import { DigestGate } from '../proxy/digest-gate.ts'
import { parseLogin } from './login/parse-login.ts'
import { listOf, UsageError } from '#protocol/settings.ts'
import { helpText, numberOf } from './flags/flags.ts'
import { version } from '../package.json'
import { detach, isDetached } from './process/detach.ts'
import { openListener } from './http/listen-addresses.ts'
import { withPassword } from './login/rpc-login.ts'
import { rpcTlsOf } from './tls/flags.ts'
import { proxyApp, type ProxyOptions } from '../proxy/app.ts'
import { accessOf, othersOf } from './node/access-flags.ts'
import { answeringUpstream, type Answering } from './node/upstream-backend.ts'
import { nodeListenAddresses } from './node/listen-addresses.ts'
import { flags, readNodeFlags, type NodeFlags } from './node/flags.ts'
import { notifyBy } from './node/chain-notify.ts'
import { openOwnChain } from './node/own-chain.ts'
import { withKeptCertificate } from './tls/kept-certificate.ts'
import { begin } from './node/chain-flags.ts'
import { defaultDataDir, end, explain, listen, run, type Listening } from './process/program.ts'

const help = helpText(
  'nightjar-node --rpc-bind-port PORT (--upstream URL[,URL...] | --regtest)',
  'The daemon RPC of Monero, answered by asking a monerod, or from a private chain.\nOther flags of monerod are accepted and have no effect.',
  flags,
)

await run('nightjar-node', async () => {
  const args = process.argv.slice(2)
  const { given: asked, idle } = readNodeFlags(args, process.env)
  if (asked.help) return void console.log(help)
  if (asked.version) return void console.log(`nightjar-node ${version}`)
  if (asked['os-version']) return void console.log(`OS: ${osType()} ${osRelease()}`)
  const given = await withPassword(asked)
  // From now on: whoever reads that it listens may end it at once.
  const told = end()

  const urls = urlsOf(given)
  const doors = nodeListenAddresses(given)
  const tls = rpcTlsOf(given, given['rpc-ssl-allow-any-cert'])
  const login = given['rpc-login'] && parseLogin('rpc-login', given['rpc-login'])
  const others = othersOf(listOf(given['allow-upstream']))
  if (given.detach && !isDetached()) return detach(args, given.pidfile)

  const servers: Listening[] = []
  const answering = urls ? answeringUpstream(urls) : await ownChain(given, servers, told.now)
  const common: Omit<ProxyOptions, 'access' | 'restricted'> = {
    backend: answering.backend,
    others,
    ...(login && { gate: new DigestGate(login, (length) => new Uint8Array(randomBytes(length))) }),
    report: (error) => console.error('bug:', error),
  }
  const appAt = (ip: string, restricted: boolean) =>
    proxyApp({ ...common, access: accessOf(ip, given), restricted })
  try {
    const folder = keptIn(given)
    const kept = folder === undefined ? tls : withKeptCertificate(tls, folder)
    for (const door of doors)
      await openListener(
        door,
        (ip, port, only) => listen(appAt(ip, door.restricted), ip, port, { ...only, tls: kept }),
        servers,
        explain,
      )
    if (idle.length > 0)
      console.log(`Without effect here: ${idle.map((name) => `--${name}`).join(' ')}`)
    for (const { address } of servers) console.log(`nightjar-node listens on ${address}`)
    await told.ended
  } finally {
    await Promise.all(servers.map((server) => server.close()))
    await Promise.all([...others.values()].map((each) => each.close()))
    await answering.close()
  }
})

/** Nodes to ask; undefined for a chain of our own. */
function urlsOf(given: NodeFlags['given']): string[] | undefined {
  const urls = listOf(given.upstream)
  if (urls.length > 0 && given.regtest)
    throw new UsageError('--upstream and --regtest: it answers from one of them')
  if (urls.length === 0 && !given.regtest)
    throw new UsageError('--upstream must name a node, or --regtest ask for a chain')
  return given.regtest ? undefined : urls
}

/** Where what is kept is; undefined for a node that keeps nothing unless it is told where. */
function keptIn(given: NodeFlags['given']): string | undefined {
  return given['data-dir'] ?? (given.regtest ? defaultDataDir() : undefined)
}

function ownChain(
  given: NodeFlags['given'],
  servers: readonly Listening[],
  stop: () => void,
): Promise<Answering> {
  return openOwnChain({
    // As monerod has it: `fake` below the folder.
    folder: join(keptIn(given)!, 'fake'),
    keep: given['keep-fakechain'] === true,
    fixedDifficulty: countOf(given, 'fixed-difficulty'),
    keepAlternatives: given['keep-alt-blocks'] === true,
    maxPoolWeight: countOf(given, 'max-txpool-weight'),
    program: import.meta.url,
    connections: () => servers.reduce((sum, server) => sum + server.connections(), 0),
    stop,
    listener: notifyBy({ block: given['block-notify'], reorg: given['reorg-notify'] }),
    proxy: given.proxy,
    begin: (context) => begin(context, given),
  })
}

/** A number of any size; 0 when it is not given. */
function countOf(
  given: NodeFlags['given'],
  name: 'fixed-difficulty' | 'max-txpool-weight',
): bigint {
  return BigInt(numberOf(name, given[name] ?? '0', Number.MAX_SAFE_INTEGER))
}
