/**
 * A full refresh of a dense chain, by each wallet in turn.
 *
 * @module
 */
import { feedFiles } from '../chain/feed.ts'
import { chainNode } from '../chain/node.ts'
import { keptChain } from '../chain/kept.ts'
import type { MadeChain } from '../chain/make.ts'
import type { Group } from '../group.ts'
import { moneroTsWallet } from '../programs/monero-ts.ts'
import { nativeWallet } from '../programs/native.ts'
import { chromiumWallet } from '../programs/ours-chromium.ts'
import { ourNodeWallet } from '../programs/ours-node.ts'
import { withCores } from '../programs/scanners.ts'
import { hasWalletRpc, restore, type BenchWallet } from '../programs/wallet.ts'
import { atMost, noGoal, ratioAtLeast, row, type Row } from '../row.ts'
import { pageFiles, startServer, type Server } from '../server.ts'
import { slowLine, type Line } from '../slow-line.ts'
import { medianOf } from '../statistics.ts'
import { peakMemory, usage, type Measured, type Usage } from '../usage.ts'

type Run = Usage & { bytes: number }
type Runs = ReadonlyMap<string, readonly Run[]>

/** A wallet whose refresh can be measured. */
type Refresher = Measured & {
  refresh: () => Promise<unknown>
  balance: () => Promise<bigint>
  close: () => Promise<unknown>
}

type Contender = {
  name: string
  rounds: number
  /** Whether an additional round measures its memory. */
  remembers: boolean
  /** Of a page. */
  scanners?: number
  /** Version of the blocks, where the wallet does not accept those of a private chain. */
  version?: number
  /** Whether its server has the scan feed. */
  feed?: boolean
  /** Between it and the server; as fast as the machine by default. */
  line?: Line
  open: (server: Server) => Promise<Refresher>
}

export const refresh: Group = {
  name: 'refresh',
  summary: 'a whole refresh of a dense chain',
  async measure({ size, log }) {
    const chain = await keptChain(size.chain)
    const contenders = contendersOf(size.rounds)
    const runs = new Map<string, Run[]>(contenders.map(({ name }) => [name, []]))
    for (let round = 0; round < size.rounds; round++)
      for (const contender of contenders.filter(({ rounds }) => round < rounds)) {
        const { version } = contender
        const own = version === undefined ? chain : await keptChain({ ...size.chain, version })
        const run = await refreshed(own, contender, usage)
        runs.get(contender.name)!.push(run)
        const { cpuSeconds, besideSeconds, wallSeconds } = run
        const [cpu, beside, wall] = [cpuSeconds, besideSeconds, wallSeconds].map((s) =>
          s.toFixed(2),
        )
        log(`${contender.name}: ${cpu} s of CPU, ${beside} s of the node's, in ${wall} s`)
      }
    const peaks = new Map<string, number>()
    for (const contender of contenders.filter(({ remembers }) => remembers)) {
      const { peak } = await refreshed(chain, contender, async (...asked) => ({
        peak: await peakMemory(...asked),
      }))
      peaks.set(contender.name, peak / 1e6)
    }
    return [...rowsOf(chain, runs), ...memoryRows(peaks)]
  },
}

/** As many households have. */
const fastLine: Line = { bitsPerSecond: 100e6, latencyMs: 20 }

const names = {
  chromium: (scanners: number) => `Chromium, ${scanners} scanner${scanners > 1 ? 's' : ''}`,
  node: (scanners: number) => `Node, ${scanners} scanner${scanners > 1 ? 's' : ''}`,
  chromiumFeed: 'Chromium, 1 scanner, scan feed',
  nodeFeed: (scanners: number) => `${names.node(scanners)}, scan feed`,
  nodeScanRows: 'Node, 2 scanners, scan rows',
  overLine: (name: string) => `${name}, over 100 Mbit/s`,
  native: 'monero-wallet-rpc',
  moneroTs: 'monero-ts',
}

function contendersOf(rounds: number): Contender[] {
  const counts = [1, 2]
  const restored = async (wallet: BenchWallet): Promise<Refresher> => {
    await restore(wallet)
    return {
      ...wallet,
      refresh: () => wallet.call('refresh'),
      balance: async () => (await wallet.call('get_balance', { account_index: 0 })).balance,
    }
  }
  return [
    ...counts.map((scanners) => ({
      name: names.chromium(scanners),
      rounds,
      remembers: true,
      scanners,
      open: async (server: Server) => restored(await chromiumWallet(server)),
    })),
    ...(hasWalletRpc
      ? [
          {
            name: names.native,
            rounds,
            remembers: true,
            open: async ({ address }: Server) => restored(await nativeWallet({ daemon: address })),
          },
        ]
      : []),
    ...counts.map((scanners) => ({
      name: names.node(scanners),
      rounds,
      remembers: true,
      open: async ({ address }: Server) =>
        restored(await ourNodeWallet({ daemon: address, scanners })),
    })),
    {
      name: names.chromiumFeed,
      rounds,
      remembers: false,
      scanners: 1,
      feed: true,
      open: async (server: Server) => restored(await chromiumWallet(server)),
    },
    ...counts.map((scanners) => ({
      name: names.nodeFeed(scanners),
      rounds,
      remembers: false,
      feed: true,
      open: async ({ address }: Server) =>
        restored(await ourNodeWallet({ daemon: address, scanners, flags: ['--scan-feed'] })),
    })),
    {
      name: names.nodeScanRows,
      rounds,
      remembers: false,
      feed: true,
      open: async ({ address }: Server) => {
        const flags = ['--scan-feed', '--scan-rows']
        return restored(await ourNodeWallet({ daemon: address, scanners: 2, flags }))
      },
    },
    ...[false, true].map((feed) => ({
      name: names.overLine(feed ? names.nodeFeed(2) : names.node(2)),
      rounds,
      remembers: false,
      feed,
      line: fastLine,
      open: async ({ address }: Server) =>
        restored(
          await ourNodeWallet({
            daemon: address,
            scanners: 2,
            ...(feed && { flags: ['--scan-feed'] }),
          }),
        ),
    })),
    // It is ten times as slow as the others, so it runs once. It expects the versions of mainnet at these heights.
    // @see monero src/wallet/wallet2.cpp check_block_hard_fork_version
    {
      name: names.moneroTs,
      version: 1,
      rounds: 1,
      remembers: false,
      open: ({ address }) => moneroTsWallet(address),
    },
  ]
}

/** Measures a refresh, which must end with the balance that the chain pays. */
async function refreshed<T>(
  chain: MadeChain,
  { name, scanners = 1, feed = false, line, open }: Contender,
  measure: (program: Measured, task: () => Promise<unknown>) => Promise<T>,
): Promise<T & { bytes: number }> {
  const files = feed ? await feedFiles(chain) : undefined
  const server = await startServer(chainNode(chain), withCores(pageFiles(), scanners), files)
  const limited = line && (await slowLine(Number(new URL(server.url).port), line))
  const address = limited ? new URL(limited.url).host : server.address
  const wallet = await open({ ...server, address })
  try {
    const before = server.answered()
    const measured = await measure(wallet, () => wallet.refresh())
    const balance = await wallet.balance()
    if (balance !== chain.balance)
      throw new Error(`${name} ended with ${balance}, the chain pays ${chain.balance}`)
    return { ...measured, bytes: server.answered() - before }
  } finally {
    await wallet.close()
    await limited?.close()
    await server.close()
  }
}

/** Least transactions per CPU second beside monero-wallet-rpc. */
const perCpuGoals: readonly [name: string, least?: number][] = [
  [names.chromium(2)],
  [names.node(1), 2],
  [names.node(2)],
  [names.chromiumFeed, 2.2],
  [names.nodeFeed(1), 2.2],
  [names.nodeFeed(2)],
  [names.nodeScanRows],
]

const placesOf = () => [names.chromium(1), names.chromium(2), names.node(1), names.node(2)]

function rowsOf({ form }: MadeChain, runs: Runs): Row[] {
  const transactions = form.blocks * (form.transactions + 1)
  const of = (name: string, figure: (run: Run) => number) =>
    medianOf((runs.get(name) ?? []).map(figure))
  const perCpu = (name: string) => of(name, ({ cpuSeconds }) => transactions / cpuSeconds)
  const perWall = (name: string) => of(name, ({ wallSeconds }) => transactions / wallSeconds)
  const forMillion = (name: string) =>
    of(name, ({ wallSeconds }) => (1e6 * wallSeconds) / transactions)
  const cores = (name: string) =>
    of(name, ({ cpuSeconds, besideSeconds, wallSeconds }) => {
      return (cpuSeconds + besideSeconds) / wallSeconds
    })
  const { chromium, native, moneroTs } = names
  const places = placesOf()
  return [
    row({
      name: `refresh/transactions per CPU second, ${chromium(1)}`,
      unit: '1/s',
      value: perCpu(chromium(1)),
      reference: perCpu(native),
      goal: ratioAtLeast(2, native),
    }),
    row({
      name: `refresh/transactions per CPU second, ${chromium(1)}, beside monero-ts`,
      unit: '1/s',
      value: perCpu(chromium(1)),
      reference: perCpu(moneroTs),
      goal: ratioAtLeast(10, moneroTs),
    }),
    ...perCpuGoals.map(([name, least]) =>
      row({
        name: `refresh/transactions per CPU second, ${name}`,
        unit: '1/s',
        value: perCpu(name),
        reference: perCpu(native),
        goal: least === undefined ? noGoal : ratioAtLeast(least, native),
      }),
    ),
    ...[...places, names.chromiumFeed, names.nodeFeed(1), names.nodeFeed(2)].map((name) =>
      row({
        name: `refresh/transactions per second, ${name}`,
        unit: '1/s',
        value: perWall(name),
        reference: perWall(native),
      }),
    ),
    row({
      name: `refresh/seconds for a million transactions, ${names.overLine(names.nodeFeed(2))}`,
      unit: 's',
      value: forMillion(names.overLine(names.nodeFeed(2))),
      reference: forMillion(names.overLine(names.node(2))),
      goal: atMost(24, 's'),
    }),
    row({
      name: 'refresh/speed of 2 scanners beside 1, Chromium',
      unit: '1/s',
      value: perWall(chromium(2)),
      reference: perWall(chromium(1)),
      goal: ratioAtLeast(1.7, 'one scanner'),
    }),
    ...places.map((name) =>
      row({
        name: `refresh/cores kept busy, the node's too, ${name}`,
        unit: '',
        value: cores(name),
      }),
    ),
    row({
      name: 'refresh/bytes a transaction',
      unit: 'B',
      value: of(chromium(1), ({ bytes }) => bytes / transactions),
      reference: of(native, ({ bytes }) => bytes / transactions),
    }),
    row({
      name: 'refresh/bytes a transaction, scan feed',
      unit: 'B',
      value: of(names.nodeFeed(1), ({ bytes }) => bytes / transactions),
      reference: of(native, ({ bytes }) => bytes / transactions),
    }),
    row({
      name: 'refresh/bytes a transaction, scan rows with the ranges that they need',
      unit: 'B',
      value: of(names.nodeScanRows, ({ bytes }) => bytes / transactions),
      reference: of(native, ({ bytes }) => bytes / transactions),
    }),
  ]
}

function memoryRows(peaks: ReadonlyMap<string, number>): Row[] {
  const of = (name: string) => peaks.get(name) ?? null
  return placesOf().map((name, at) =>
    row({
      name: `refresh/peak memory above idle, ${name}`,
      unit: 'MB',
      value: of(name),
      reference: of(names.native),
      ...(at < 2 && { goal: atMost(200, 'MB') }),
    }),
  )
}
