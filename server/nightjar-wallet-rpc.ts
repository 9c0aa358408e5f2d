#!/usr/bin/env node
/**
 * `nightjar-wallet-rpc`: wallets behind `POST /json_rpc`, as monero-wallet-rpc answers it, and `/events`.
 *
 * @module
 */
import { isIP } from 'node:net'
import { basename } from 'node:path'
import type { ScanKernel } from '#wasm/types.ts'
import { version } from '../package.json'
import { DigestGate } from '../proxy/digest-gate.ts'
import { systemRandom } from '../worker/adapters/platform.ts'
import type { Service } from '../worker/engine/service.ts'
import { errorLocation } from '#protocol/error-location.ts'
import { mostRequestBytes } from '#protocol/json/jsonrpc.ts'
import { walletDocument } from '../worker/rpc/document.ts'
import { requestLimit } from '../worker/rpc/request-limit.ts'
import { helpText } from './flags/flags.ts'
import { reportIneffective } from './flags/program-flags.ts'
import { ConnectionCounts } from './http/connection-counts.ts'
import { FairTurns } from './http/fair-turns.ts'
import { listenAtAll } from './http/listen-addresses.ts'
import { listen, type Listener } from './http/listener.ts'
import { Traffic, trafficLimits } from './http/traffic.ts'
import { withPassword } from './login/rpc-login.ts'
import { detach, isDetached } from './process/detach.ts'
import { collectWhenIdle } from './process/idle-collection.ts'
import { end, run } from './process/program.ts'
import { walletApp } from './wallet-rpc/app.ts'
import { eventStream } from './wallet-rpc/event-stream.ts'
import { makeDescribed } from './wallet-rpc/generate-from-json.ts'
import { allFlags, readOptions, readServiceFlags, type HostOptions } from './wallet-rpc/options.ts'
import { serviceMaker } from './wallet-rpc/service-maker.ts'
import { Wallets } from './wallet-rpc/wallets.ts'

const help = helpText(
  'nightjar-wallet-rpc --rpc-bind-port PORT (--wallet-dir FOLDER | --wallet-file FILE | --generate-from-json FILE) [flags]',
  'The RPC wallet. It needs to connect to a Monero daemon to work.',
  allFlags,
)

const kernels: Record<ScanKernel, string> = {
  fma: 'fused multiply-adds, two points at a time',
  simd: 'SIMD, two points at a time',
  scalar: 'WebAssembly without SIMD',
  fallback: 'JavaScript',
}

/** Between the line with the address and the line that announces the server. */
const betweenLinesMs = 100

async function main(args: readonly string[]): Promise<void> {
  const { given, ineffective } = readServiceFlags(args, process.env)
  if (given.help) return console.log(help)
  if (given.version) return console.log(`nightjar-wallet-rpc ${version}`)
  const options = readOptions(await withPassword(given))
  if (options.detach && !isDetached()) return detach(args, options.pidfile)
  collectWhenIdle()
  const make = await serviceMaker(options, import.meta.url)
  const service = make()
  const wallets = new Wallets(service, make)
  const ended = Promise.race([service.stopped, end().ended])
  await openFirst(service, options)

  const { login, accessAt, tls } = options
  const gate = login && new DigestGate(login, systemRandom)
  const report = (error: unknown) => service.ports.log('error', errorLocation(error))
  const counts = new ConnectionCounts(options.connectionCaps)
  const turn = new FairTurns().wait
  // The largest set, and room for the requests beside it.
  const traffic = new Traffic({ ...trafficLimits, mostBytes: mostRequestBytes + (28 << 20) })
  const listenAt = async (ip: string, port: number, only: { ipv6Only: boolean }) => {
    const app = walletApp({
      access: accessAt(ip),
      gate,
      call: (method, params, wallet) => wallets.call(method, params, wallet),
      limitOf: requestLimit,
      turn,
      events: (context, wallet) => eventStream(context, wallets, wallet, report),
      document: walletDocument,
      report,
    })
    const listener = await listen(app, ip, port, { ...only, tls, counts, traffic })
    console.log(`Binding on ${ip} (IPv${isIP(ip)}):${listener.port}`)
    return listener
  }
  reportIneffective(ineffective)
  console.log(`Scanning with ${kernels[service.ports.crypto.scanKernel]}`)
  const listeners: Listener[] = []
  await listenAtAll(options.addresses, listenAt, listeners)
  // A client such as monero-ts takes everything that it reads at once for one line.
  await service.ports.clock.sleep(betweenLinesMs)
  console.log('Starting wallet RPC server')

  await ended
  await Promise.all(listeners.map((listener) => listener.close()))
  console.log('Stopped wallet RPC server')
  await wallets.close()
  console.log('Successfully saved')
}

/** Opens the wallet that the flags name or describe. */
async function openFirst(service: Service, { wallets, network }: HostOptions): Promise<void> {
  if ('described' in wallets) await makeDescribed(service, wallets.described, network)
  else if ('file' in wallets) await service.open(basename(wallets.file), wallets.password)
}

await run('nightjar-wallet-rpc', () => main(process.argv.slice(2)))
// All wallets are stored and closed; pending timers need no wait.
process.exit()
