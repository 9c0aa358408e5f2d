/**
 * The wallet engine's ports on Node, and services over them.
 *
 * @module
 */
import { mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { LogCategories } from '#protocol/log-categories.ts'
import { feedDigests } from '../../worker/adapters/feed-digests.ts'
import { textLookup } from '../../worker/adapters/name-lookup.ts'
import { offlineDaemon } from '../../worker/adapters/offline-daemon.ts'
import { pinnedBlocks } from '../../worker/adapters/pinned-history.ts'
import { systemClock, systemRandom, systemSha256 } from '../../worker/adapters/platform.ts'
import { nodeThreads } from '../../worker/adapters/scan-threads.ts'
import { defaultStretchCost, threadedStretch } from '../../worker/adapters/stretch.ts'
import { nodeTask } from '../../worker/adapters/task-thread.ts'
import { nodeHash } from '../../worker/adapters/work-hasher.ts'
import { Service } from '../../worker/engine/service.ts'
import type { Ports } from '../../worker/engine/base/ports.ts'
import { defaultPeriod } from '../../worker/engine/sync/auto-refresh.ts'
import { feedConnection, resolverPost } from '../outgoing/wallet-daemon.ts'
import { sqliteDriver } from '../sqlite/connection.ts'
import { sqliteFiles } from '../sqlite/wallet-files.ts'
import { comparedConnection } from './compared-daemons.ts'
import { logTo } from './log.ts'
import { filesBeside, groupsBeside } from '../process/module-files.ts'
import { scanningProgramCrypto } from '../process/program-crypto.ts'
import type { HostOptions } from './options.ts'
import { notifyOfTransactions } from './tx-notify.ts'

/**
 * Makes services that share everything but their wallet.
 *
 * @param program - URL of the program's file; the modules and the scan thread are in its folder.
 */
export async function serviceMaker(options: HostOptions, program: string): Promise<() => Service> {
  const { network, restricted, daemon, lookahead, multisigEnabled, wallets, resolver } = options
  const { txNotify, nextDaemon } = options
  const walletDir = 'folder' in wallets
  const folder = walletDir ? wallets.folder : dirname(wallets.file)
  if (walletDir) mkdirSync(folder, { recursive: true, mode: 0o700 })
  const logCategories = new LogCategories()
  logCategories.set(options.log)
  const concurrency = options.threads || availableParallelism()
  const log = logTo(options.logFile, logCategories)
  const scanner = new URL('./nightjar-scanner.js', program)
  const hasher = new URL('./nightjar-hasher.js', program)
  const stretcher = new URL('./nightjar-stretcher.js', program)
  const ports: Ports = {
    crypto: await scanningProgramCrypto(program),
    random: systemRandom,
    sha256: systemSha256,
    clock: systemClock,
    files: sqliteFiles(folder, await sqliteDriver()),
    stretchPassword: threadedStretch(() => nodeTask(new Worker(stretcher))),
    stretchCost: defaultStretchCost,
    kdfRounds: options.kdfRounds,
    connect: options.offline ? offlineDaemon : comparedConnection(options, log),
    hasProxy: options.proxy !== undefined,
    lookUpText: resolver ? textLookup(resolver, resolverPost(resolver, options.proxy)) : undefined,
    pinnedBlocks: pinnedBlocks(groupsBeside(program)),
    feedDigests: feedDigests(filesBeside(program)),
    connectFeed: feedConnection(options.proxy),
    log,
    logCategories,
    concurrency,
    scanThreads: nodeThreads(concurrency, () => new Worker(scanner)),
    workHasher: { isOn: options.verifyWork, hash: nodeHash(() => new Worker(hasher)) },
  }
  // A missing certificate file is an error at the start, not when a wallet opens.
  ports.connect(daemon).close()
  return () => {
    const service = new Service({
      ports,
      network,
      restricted,
      walletDir,
      daemon,
      lookahead,
      autoRefresh: options.autoRefresh ? defaultPeriod : 0,
      nextDaemon,
      multisigEnabled,
      wholeBlocks: options.wholeBlocks,
      feedKind: options.feedKind,
      comparedFeed: options.comparedFeed,
    })
    if (txNotify !== undefined) notifyOfTransactions(service, txNotify)
    return service
  }
}
