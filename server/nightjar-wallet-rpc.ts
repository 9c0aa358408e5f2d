#!/usr/bin/env node
/**
 * `nightjar-wallet-rpc`: wallets behind `POST /json_rpc`, as monero-wallet-rpc answers it, and `/events`.
 *
 * @module
 */
import { appendFileSync, mkdirSync } from 'node:fs'
import type { Server } from 'node:http'
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { basename, dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { detach, isDetached } from './process/detach.ts'
import { openListener } from './http/listen-addresses.ts'
import { withPassword } from './login/rpc-login.ts'
import { encrypt } from './tls/listener.ts'
import type { Access } from '../proxy/access-rules.ts'
import { DigestGate } from '../proxy/digest-gate.ts'
import { UsageError } from '#protocol/settings.ts'
import { helpText } from './flags/flags.ts'
import type { ScanKernel } from '#wasm/types.ts'
import { version } from '../package.json'
import { scanningCrypto } from '../worker/adapters/crypto.ts'
import { textLookup } from '../worker/adapters/name-lookup.ts'
import { systemClock, systemRandom } from '../worker/adapters/platform.ts'
import { allowRelaxedSimd } from './wallet-rpc/relaxed-simd.ts'
import { sqliteDriver } from './sqlite/connection.ts'
import { offlineDaemon } from '../worker/adapters/offline-daemon.ts'
import { nodeThreads } from '../worker/adapters/scan-threads.ts'
import { sqliteFiles } from './sqlite/wallet-files.ts'
import { defaultStretchCost, stretchPassword } from '../worker/adapters/stretch.ts'
import { LogCategories } from '#protocol/log-categories.ts'
import { isLogged } from '../worker/engine/base/log-filter.ts'
import type { Log, Ports } from '../worker/engine/base/ports.ts'
import { Service } from '../worker/engine/service.ts'
import { defaultPeriod } from '../worker/engine/sync/auto-refresh.ts'
import { errorLocation } from '../worker/rpc/dispatch.ts'
import { walletDocument } from '../worker/rpc/document.ts'
import { daemonConnection, resolverFetch } from './outgoing/wallet-daemon.ts'
import { streamEvents } from './wallet-rpc/event-stream.ts'
import { modulesBeside } from './wallet-rpc/module-files.ts'
import { makeDescribed } from './wallet-rpc/generate-from-json.ts'
import { listen, rpcServer, shutDown, type RpcServerOptions } from './wallet-rpc/rpc-server.ts'
import { allFlags, readOptions, readServiceFlags, type HostOptions } from './wallet-rpc/options.ts'
import { notifyOfTransactions } from './wallet-rpc/tx-notify.ts'
import { Wallets } from './wallet-rpc/wallets.ts'

const help = helpText(
  'nightjar-wallet-rpc --rpc-bind-port PORT (--wallet-dir FOLDER | --wallet-file FILE | --generate-from-json FILE) [flags]',
  'The RPC wallet. It needs to connect to a Monero daemon to work.',
  allFlags,
)

/** Beside this file once it is bundled. */
const scanner = new URL('./nightjar-scanner.js', import.meta.url)

const kernels: Record<ScanKernel, string> = {
  fma: 'fused multiply-adds, two points at a time',
  simd: 'SIMD, two points at a time',
  scalar: 'WebAssembly without SIMD',
  fallback: 'JavaScript',
}

/** Between the line that says where and the one that says that it answers. */
const betweenLinesMs = 100

async function main(args: readonly string[]): Promise<void> {
  const { given, idle } = readServiceFlags(args, process.env)
  if (given.help) return console.log(help)
  if (given.version) return console.log(`nightjar-wallet-rpc ${version}`)
  const options = readOptions(await withPassword(given))
  if (options.detach && !isDetached()) return detach(args, options.pidfile)
  allowRelaxedSimd()
  const make = await serviceMaker(options)
  const service = make()
  const wallets = new Wallets(service, make)
  const ended = Promise.race([service.stopped, toldToEnd()])
  await openFirst(service, options)

  const { login, accessAt } = options
  const gate = login && new DigestGate(login, systemRandom)
  const serving = (access: Access): RpcServerOptions => ({
    access,
    gate,
    call: (method, params, wallet) => wallets.call(method, params, wallet),
    stream: (response, wallet, lastId) =>
      wallets.use(wallet, (one) =>
        streamEvents(one, response, lastId, () => wallets.isIn(one, wallet)),
      ),
    document: walletDocument,
    report: (error) => service.ports.log('error', errorLocation(error)),
  })
  const doors: { server: Server; port: number }[] = []
  const listenAt = async (ip: string, port: number, only: { ipv6Only: boolean }) => {
    const server = rpcServer(serving(accessAt(ip)))
    encrypt(server, options.tls)
    const bound = await listen(server, ip, port, only)
    console.log(`Binding on ${ip} (IPv${isIP(ip)}):${bound}`)
    return { server, port: bound }
  }
  if (idle.length > 0)
    console.log(`Without effect here: ${idle.map((name) => `--${name}`).join(' ')}`)
  console.log(`Scanning with ${kernels[service.ports.crypto.scanKernel]}`)
  await openListener(options.door, listenAt, doors, explain)
  // Whoever starts us may take all that it reads at once for one line, as monero-ts does.
  await service.ports.clock.sleep(betweenLinesMs)
  console.log('Starting wallet RPC server')

  await ended
  await Promise.all(doors.map(({ server }) => shutDown(server)))
  console.log('Stopped wallet RPC server')
  await wallets.close()
  console.log('Successfully saved')
}

/** The wallet that the program was started for, where it was for one. */
async function openFirst(service: Service, { wallets, network }: HostOptions): Promise<void> {
  if ('described' in wallets) await makeDescribed(service, wallets.described, network)
  else if ('file' in wallets) await service.open(basename(wallets.file), wallets.password)
}

/** Makes services that share everything but their wallet. */
async function serviceMaker(options: HostOptions): Promise<() => Service> {
  const { network, restricted, daemon, lookahead, multisigEnabled, wallets, resolver } = options
  const walletDir = 'folder' in wallets
  const folder = walletDir ? wallets.folder : dirname(wallets.file)
  if (walletDir) mkdirSync(folder, { recursive: true, mode: 0o700 })
  const logCategories = new LogCategories()
  logCategories.set(options.log)
  const concurrency = options.threads || availableParallelism()
  const log = logTo(options, logCategories)
  const ports: Ports = {
    crypto: await scanningCrypto(modulesBeside(import.meta.url), systemRandom),
    random: systemRandom,
    clock: systemClock,
    files: sqliteFiles(folder, await sqliteDriver()),
    stretchPassword,
    stretchCost: defaultStretchCost,
    kdfRounds: options.kdfRounds,
    connect: options.offline ? offlineDaemon : daemonConnection(options.proxy, log),
    hasProxy: options.proxy !== undefined,
    lookUpText: resolver ? textLookup(resolver, resolverFetch(resolver, options.proxy)) : undefined,
    log,
    logCategories,
    concurrency,
    scanThreads: nodeThreads(concurrency, () => new Worker(scanner)),
  }
  const autoRefresh = options.autoRefresh ? defaultPeriod : 0
  // What its files lack is told now, not when a wallet opens.
  ports.connect(daemon).close()
  const { txNotify, nextDaemon } = options
  return () => {
    const service = new Service({
      ports,
      network,
      restricted,
      walletDir,
      daemon,
      lookahead,
      autoRefresh,
      nextDaemon,
      multisigEnabled,
    })
    if (txNotify !== undefined) notifyOfTransactions(service, txNotify)
    return service
  }
}

function logTo({ logFile }: HostOptions, categories: LogCategories): Log {
  const write = logFile === undefined ? console.error : appendTo(logFile)
  return (level, message) => {
    if (isLogged(categories, level)) write(`${new Date().toISOString()} ${level} ${message}`)
  }
}

/** A log that cannot be written any more must not keep a call from its answer. */
function appendTo(file: string) {
  const append = (text: string) => appendFileSync(file, text, { mode: 0o600 })
  append('')
  return (line: string) => {
    try {
      append(`${line}\n`)
    } catch {
      console.error(line)
    }
  }
}

const toldToEnd = () =>
  new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => resolve())
  })

/** One line for the person at the terminal. */
function explain(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return 'the port is in use; choose another --rpc-bind-port'
  if (code === 'EADDRNOTAVAIL') return 'this machine does not have the address of --rpc-bind-ip'
  return message
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(`nightjar-wallet-rpc: ${explain(error)}`)
  if (error instanceof UsageError) console.error('Try nightjar-wallet-rpc --help')
  process.exitCode = 1
}
// All is stored and closed; what sleeps until its next turn need not be waited for.
process.exit()
