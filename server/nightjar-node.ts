#!/usr/bin/env node
/** `nightjar-node`: the daemon RPC without the wallet page. */
import { randomBytes } from 'node:crypto'
import { release as osRelease, type as osType } from 'node:os'
import { join } from 'node:path'
import { listOf, UsageError } from '#protocol/settings.ts'
import { version } from '../package.json'
import { proxyApp, type ProxyOptions } from '../proxy/app.ts'
import { DigestGate } from '../proxy/digest-gate.ts'
import { firstAvailable } from '../proxy/hosts/upstreams.ts'
import type { NodeContext } from '../proxy/node/context.ts'
import { fromHeightOf } from './feed/flags.ts'
import { exportUntil } from './feed/run-export.ts'
import { runLight } from './feed/run-light.ts'
import { helpText, numberOf } from './flags/flags.ts'
import { reportIneffective } from './flags/program-flags.ts'
import { accessOf } from './http/access-flags.ts'
import { ConnectionCounts } from './http/connection-counts.ts'
import { connectionCapsOf, lightCaps, referenceCaps } from './http/connection-flags.ts'
import { listenAtAll } from './http/listen-addresses.ts'
import { FairTurns } from './http/fair-turns.ts'
import { listen, type Listener } from './http/listener.ts'
import { Traffic } from './http/traffic.ts'
import { parseLogin } from './login/parse-login.ts'
import { withPassword } from './login/rpc-login.ts'
import { applyChainFlags, randomXIdleMsOf } from './node/chain-flags.ts'
import { notifyBy } from './node/chain-notify.ts'
import { flags, readNodeFlags, type NodeGiven } from './node/flags.ts'
import { nodeAddressesOf } from './node/listen-addresses.ts'
import { defaultDataDir, openOwnChain } from './node/own-chain.ts'
import { allowedUpstreams, openUpstream, type OpenBackend } from './node/upstreams.ts'
import { detach, isDetached } from './process/detach.ts'
import { collectWhenIdle } from './process/idle-collection.ts'
import { end, report, run } from './process/program.ts'
import { rpcTlsOf } from './tls/flags.ts'
import { withKeptCertificate } from './tls/kept-certificate.ts'
import { zmqAddressesOf } from './zmq/flags.ts'
import { publishChain, publishUpstream, type Published } from './zmq/publish.ts'

const help = helpText(
  'nightjar-node --rpc-bind-port PORT (--upstream URL[,URL...] | --regtest)',
  'The daemon RPC of Monero, answered by a monerod or from a private chain.\nOther flags of monerod are accepted and have no effect.',
  flags,
)

await run('nightjar-node', async () => {
  const args = process.argv.slice(2)
  const { given: read, ineffective } = readNodeFlags(args, process.env)
  if (read.help) return void console.log(help)
  if (read.version) return void console.log(`nightjar-node ${version}`)
  if (read['os-version']) return void console.log(`OS: ${osType()} ${osRelease()}`)
  const given = await withPassword(read)
  // Before the first output: a caller may end the program as soon as it reads the address.
  const stop = end()

  const urls = urlsOf(given)
  const feedFolder = given['export-feed']
  if (feedFolder !== undefined) {
    if (!urls) throw new UsageError('--export-feed needs --upstream')
    const options = { folder: feedFolder, fromHeight: fromHeightOf(given) }
    return exportUntil(stop.ended, options, openUpstream(urls, given), import.meta.url)
  }
  const ports = nodeAddressesOf(given)
  const caps = connectionCapsOf(given, given.light ? lightCaps : referenceCaps)
  const tls = rpcTlsOf(given, given['rpc-ssl-allow-any-cert'])
  const login = given['rpc-login'] && parseLogin('rpc-login', given['rpc-login'])
  const others = allowedUpstreams(given)
  const zmqAddresses = zmqAddressesOf(given)
  if (given.detach && !isDetached()) return detach(args, given.pidfile)

  // Clients that start the program read the address here. Long before the last line: they parse what
  // arrives at once as one line.
  for (const { ip, ipv6, port } of ports) {
    console.log(`Binding on ${ip} (IPv4):${port}`)
    if (ipv6 !== undefined) console.log(`Binding on ${ipv6} (IPv6):${port}`)
  }
  const listeners: Listener[] = []
  const source: Source = urls
    ? openUpstream(urls, given)
    : await ownChain(given, listeners, stop.now)
  const { nodes, close } = source
  const light = given.light && (await openLight(given, source, stop.ended))
  const backend = light ? light.backend : source.backend
  const common: Omit<ProxyOptions, 'access' | 'restricted'> = {
    backend,
    ...(nodes && { nodes }),
    others,
    ...(light && { observer: light.requests }),
    turn: new FairTurns().wait,
    ...(login && { gate: new DigestGate(login, (length) => new Uint8Array(randomBytes(length))) }),
    report,
  }
  let published: Published | undefined
  try {
    published = zmqAddresses.length > 0 ? await publish(zmqAddresses, source) : undefined
    const folder = dataFolder(given)
    const kept = folder === undefined ? tls : withKeptCertificate(tls, folder)
    const traffic = new Traffic()
    for (const { restricted, ...addresses } of ports) {
      const counts = new ConnectionCounts(caps)
      const listenAt = (ip: string, port: number, only: { ipv6Only: boolean }) =>
        listen(
          proxyApp({
            ...common,
            access: accessOf(ip, given),
            restricted,
            ...(light && { light: light.routes(restricted) }),
          }),
          ip,
          port,
          { ...only, tls: kept, counts, traffic },
        )
      await listenAtAll(addresses, listenAt, listeners)
    }
    reportIneffective(ineffective)
    for (const address of published?.endpoints ?? [])
      console.log(`nightjar-node publishes at ${address}`)
    for (const { address } of listeners) console.log(`nightjar-node listens on ${address}`)
    for (const { name } of ports) console.log(`${name} RPC server started ok`)
    collectWhenIdle()
    await stop.ended
  } finally {
    await light?.close()
    await Promise.all(listeners.map((listener) => listener.close()))
    await Promise.all([...others.values()].map((each) => each.close()))
    await published?.close()
    await close()
  }
})

/** A backend, with its chain if that is our own. */
type Source = OpenBackend & { context?: NodeContext }

/** Publishes what happens on the chain. @throws ProgramError that names an address. */
function publish(addresses: readonly string[], { context, nodes = [] }: Source) {
  return context
    ? publishChain(addresses, context)
    : publishUpstream(addresses, firstAvailable(nodes), import.meta.url)
}

/** The nodes to ask; undefined for a private chain. */
function urlsOf(given: NodeGiven): string[] | undefined {
  const urls = listOf(given.upstream)
  if (urls.length > 0 && given.regtest)
    throw new UsageError('--upstream and --regtest exclude each other')
  if (given.light && urls.length === 0) throw new UsageError('--light needs --upstream')
  if (urls.length === 0 && !given.regtest)
    throw new UsageError('--upstream with the URL of a node is required, or --regtest')
  return given.regtest ? undefined : urls
}

/** The folder for the chain, the feed and the certificate; undefined where nothing is kept. */
function dataFolder(given: NodeGiven): string | undefined {
  return given['data-dir'] ?? (given.regtest || given.light ? defaultDataDir() : undefined)
}

/** @returns Undefined if the program was stopped before the upstream answered. */
function openLight(given: NodeGiven, { nodes = [] }: Source, stopped: Promise<void>) {
  return runLight({
    dataDir: dataFolder(given)!,
    nodes,
    fromHeight: fromHeightOf(given),
    program: import.meta.url,
    stopped,
  })
}

function ownChain(
  given: NodeGiven,
  listeners: readonly Listener[],
  stop: () => void,
): Promise<Source> {
  return openOwnChain({
    // The folder that monerod uses: `fake` below the data folder.
    folder: join(dataFolder(given)!, 'fake'),
    keep: given['keep-fakechain'] === true,
    fixedDifficulty: countOf(given, 'fixed-difficulty'),
    keepAlternatives: given['keep-alt-blocks'] === true,
    maxPoolWeight: countOf(given, 'max-txpool-weight'),
    randomXIdleMs: randomXIdleMsOf(given),
    program: import.meta.url,
    connections: () => listeners.reduce((sum, listener) => sum + listener.connections(), 0),
    stop,
    proxy: given.proxy,
    begin: (context) => begin(context, given),
  })
}

function begin(context: NodeContext, given: NodeGiven): Promise<void> {
  const commands = notifyBy({ block: given['block-notify'], reorg: given['reorg-notify'] })
  if (commands) context.chain.listen(commands)
  return applyChainFlags(context, given)
}

/** A whole number; 0 when the flag is missing. */
function countOf(given: NodeGiven, name: 'fixed-difficulty' | 'max-txpool-weight'): bigint {
  return BigInt(numberOf(name, given[name] ?? '0', Number.MAX_SAFE_INTEGER))
}
