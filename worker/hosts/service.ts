#!/usr/bin/env node
/**
 * `nightjar-wallet-rpc`: the wallet behind `POST /json_rpc`, as monero-wallet-rpc answers it.
 *
 * @module
 */
import { appendFileSync, mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { DigestGate } from '#protocol/digest-gate.ts'
import { helpText, readFlags, UsageError } from '#protocol/flags.ts'
import type { ScanKernel } from '#wasm/types.ts'
import { version } from '../../package.json'
import { scanningCrypto } from '../adapters/crypto.ts'
import { connectDaemon } from '../adapters/daemon.ts'
import { systemClock, systemRandom } from '../adapters/platform.ts'
import { allowRelaxedSimd } from '../adapters/relaxed-simd.ts'
import { sqliteDriver } from '../../sqlite/connection.ts'
import { nodeThreads } from '../adapters/scan-threads.ts'
import { sqliteFiles } from '../adapters/sqlite.ts'
import { defaultStretchCost, stretchPassword } from '../adapters/stretch.ts'
import type { Log, Ports } from '../engine/ports.ts'
import { Service } from '../engine/service.ts'
import { defaultPeriod } from '../engine/sync/auto-refresh.ts'
import { dispatch, placeOf } from '../rpc/dispatch.ts'
import { modulesBeside } from './module-files.ts'
import { listen, rpcServer, shutDown } from './rpc-server.ts'
import { flags, readOptions, type HostOptions } from './service-options.ts'

const help = helpText(
  'nightjar-wallet-rpc --rpc-bind-port PORT (--wallet-dir FOLDER | --wallet-file FILE) [flags]',
  'The RPC wallet. It needs to connect to a Monero daemon to work.',
  flags,
)

/** Beside this file once it is bundled. */
const scanner = new URL('./nightjar-scanner.js', import.meta.url)

const kernels: Record<ScanKernel, string> = {
  fma: 'fused multiply-adds, two points at a time',
  simd: 'SIMD, two points at a time',
  scalar: 'WebAssembly without SIMD',
  fallback: 'JavaScript',
}

async function main(args: readonly string[]): Promise<void> {
  const given = readFlags(flags, args)
  if (given.help) return console.log(help)
  if (given.version) return console.log(`nightjar-wallet-rpc ${version}`)
  const options = readOptions(given)
  allowRelaxedSimd()
  const service = await makeService(options)
  const ended = Promise.race([service.stopped, toldToEnd()])
  if ('file' in options.wallets)
    await service.open(basename(options.wallets.file), options.wallets.password)

  const { access, login } = options
  const gate = login && new DigestGate(login, systemRandom)
  const call = (method: string, params: unknown) => dispatch(service, method, params)
  const report = (error: unknown) => service.ports.log('error', placeOf(error))
  const server = rpcServer({ access, gate, call, report })
  const port = await listen(server, access.ip, options.port)
  console.log(`Binding on ${access.ip} (IPv${access.ip.includes(':') ? 6 : 4}):${port}`)
  console.log('Starting wallet RPC server')
  console.log(`Scanning with ${kernels[service.ports.crypto.scanKernel]}`)

  await ended
  await shutDown(server)
  console.log('Stopped wallet RPC server')
  await service.change(() => service.close())
  console.log('Successfully saved')
}

async function makeService(options: HostOptions): Promise<Service> {
  const { network, restricted, daemon, lookahead, wallets } = options
  const walletDir = 'folder' in wallets
  const folder = walletDir ? wallets.folder : dirname(wallets.file)
  if (walletDir) mkdirSync(folder, { recursive: true, mode: 0o700 })
  const ports: Ports = {
    crypto: await scanningCrypto(modulesBeside(import.meta.url), systemRandom),
    random: systemRandom,
    clock: systemClock,
    files: sqliteFiles(folder, await sqliteDriver()),
    stretchPassword,
    stretchCost: defaultStretchCost,
    connect: connectDaemon,
    log: logTo(options),
    scanThreads: nodeThreads(options.threads || availableParallelism(), () => new Worker(scanner)),
  }
  const autoRefresh = options.autoRefresh ? defaultPeriod : 0
  return new Service({ ports, network, restricted, walletDir, daemon, lookahead, autoRefresh })
}

const levels = { error: 0, warning: 0, info: 1 } as const

function logTo({ logLevel, logFile }: HostOptions): Log {
  const write = logFile === undefined ? console.error : appendTo(logFile)
  return (level, message) => {
    if (levels[level] <= logLevel) write(`${new Date().toISOString()} ${level} ${message}`)
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
