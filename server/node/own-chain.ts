/**
 * A private chain on Node: implementations of the ports of `proxy/node`.
 *
 * @module
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism, homedir, loadavg } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { seedEpochOf } from '#protocol/rules/seed-height.ts'
import { version } from '../../package.json'
import { sqliteDriver } from '../sqlite/connection.ts'
import { bootstrapDaemon } from '../../proxy/node/bootstrap/daemon.ts'
import type { NodeContext } from '../../proxy/node/context.ts'
import { ChainMiner } from '../../proxy/node/miner/chain-miner.ts'
import { openNode } from '../../proxy/node/own-node.ts'
import { nodeWork } from '../../proxy/pow/threaded.ts'
import { threadOptions } from '../../proxy/pow/threads.ts'
import { StoreError } from '../../proxy/stores/schema.ts'
import { openSqliteDriver } from '../sqlite/chain-driver.ts'
import { timeouts, undiciNode } from '../outgoing/undici-node.ts'
import type { OpenBackend } from './upstreams.ts'
import { bootstrapNode } from '../../proxy/hosts/bootstrap-node.ts'
import { ProgramError } from '../process/program-error.ts'
import { programCrypto } from '../process/program-crypto.ts'
import { report } from '../process/program.ts'

export type OwnChainOptions = {
  /** The folder of `chain.sqlite`. */
  folder: string
  /** Whether an existing chain is kept. */
  keep: boolean
  /** 0 computes the difficulty. */
  fixedDifficulty: bigint
  /** Whether alternative blocks are kept. */
  keepAlternatives?: boolean
  /** 0 for the default. */
  maxPoolWeight?: bigint
  /** How long an unused RandomX seed is kept in memory. */
  randomXIdleMs?: number | undefined
  /** URL of the program's file. Its folder has the modules and thread programs. */
  program: string
  /** The number of open connections of clients. */
  connections: () => number
  /** Called when a client calls `stop_daemon`. */
  stop: () => void
  /** `IP:PORT` of a SOCKS proxy for all bootstrap nodes. Takes precedence over any other. */
  proxy?: string | undefined
  /** Runs on the open chain before the first request. */
  begin?: (context: NodeContext) => Promise<void>
}

type OpenChain = OpenBackend & { context: NodeContext }

/** Opens the chain. @throws Failure when another process uses it, or it is damaged or foreign. */
export async function openOwnChain(options: OwnChainOptions): Promise<OpenChain> {
  try {
    return await open(options)
  } catch (error) {
    if (error instanceof StoreError) throw new ProgramError(error.message)
    throw error
  }
}

async function open(options: OwnChainOptions): Promise<OpenChain> {
  const { folder, program } = options
  const crypto = await programCrypto(program)
  const driver = await openStore(options)
  const startThread = () => new Worker(new URL('./nightjar-pow.js', program), threadOptions)
  const work = nodeWork(startThread, { idleMs: options.randomXIdleMs })
  try {
    const { backend, context } = openNode({
      driver,
      crypto,
      random,
      pow: work.pow,
      options: {
        network: 'fakechain',
        ...(options.fixedDifficulty > 0n && { fixedDifficulty: options.fixedDifficulty }),
        ...(options.maxPoolWeight && { maxPoolWeight: options.maxPoolWeight }),
        keepAlternatives: options.keepAlternatives === true,
      },
      seedEpoch: seedEpochOf(process.env),
      clock,
      miner: ({ chain, templates }) =>
        new ChainMiner({ chain, templates, random, searcher: work.miner, ...minerPorts }),
      bootstrap: bootstrapDaemon({ connect: reachBootstrap, clock, proxy: options.proxy }),
      host: {
        version,
        freeSpace: () => freeSpace(folder),
        connections: () => BigInt(options.connections()),
      },
      stop: options.stop,
    })
    await options.begin?.(context)
    return {
      backend,
      context,
      async close() {
        await context.miner.stop()
        await work.close()
        driver.close()
      },
    }
  } catch (error) {
    await work.close()
    driver.close()
    throw error
  }
}

const reachBootstrap = bootstrapNode({
  direct: (origin, how) => undiciNode(origin, { ...timeouts, ...how }),
  socks: (origin, how, proxy) => undiciNode(origin, { ...timeouts, ...how, proxy }),
  random: (length) => random(length),
})

const random = (length: number) => new Uint8Array(randomBytes(length))

const clock = { now: () => BigInt(Math.floor(Date.now() / 1000)) }

const minerPorts = {
  // monerod's default: nine tenths of the machine are idle.
  isIdle: (threads: number) => loadavg()[0]! - threads < 0.1 * availableParallelism(),
  wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  report,
  log: (message: string) => console.log(message),
}

async function openStore({ folder, keep }: OwnChainOptions) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'chain.sqlite')
  const openSqlite = await sqliteDriver()
  const driver = openSqliteDriver(file, openSqlite)
  if (keep) return driver
  // Opened first: this proves that the file is a chain, and that no other process has it.
  driver.close()
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
  return openSqliteDriver(file, openSqlite)
}

function freeSpace(folder: string): bigint {
  const { bavail, bsize } = statfsSync(folder, { bigint: true })
  return bavail * bsize
}

/** The folder of chains, when no flag gives one. */
export const defaultDataDir = (): string =>
  join(process.env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'nightjar')
