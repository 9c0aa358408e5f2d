/**
 * Response times and memory of our HTTP programs, while a crowd of hostile clients has one address.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { minerAddress } from '../../support/programs/monerod.ts'
import { post } from '../../support/network/http-client.ts'
import { pause, startProgram, type Program } from '../../support/programs/process.ts'
import { built } from '../../support/programs/proxy.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'
import type { Bench, Group } from '../group.ts'
import { residentBytes } from '../processes.ts'
import { startCrowd, type CrowdSize, type LongRequest } from '../programs/http-crowd.ts'
import { atMost, row, type Row } from '../row.ts'
import { quantile } from '../statistics.ts'

/** A program that is measured. */
type Service = {
  name: string
  start: (flags: readonly string[]) => Promise<Program>
  /** A short call. */
  short: { path: string; body: string }
  long: LongRequest
}

/** All connections of the crowd are accepted. */
const raised = ['', '-per-private-ip', '-per-public-ip'].map(
  (suffix) => `--rpc-max-connections${suffix}=10000`,
)
const caps = [
  { name: 'default caps', flags: [] },
  { name: 'caps of 10 000', flags: raised },
]

/** Of a client that is not answered. */
const lostMs = 10_000
const betweenCallsMs = 50
/** Connections of a program and of the crowd, and some more. */
const filesPerConnection = 1.2

export const http: Group = {
  name: 'http',
  summary: 'other clients and memory during idle connections, slow readers and invalid requests',
  async measure(bench) {
    const { crowd } = bench.size
    const needed = filesPerConnection * (crowd.idle + crowd.unread + crowd.invalid)
    if (mostFiles() < needed) {
      bench.log(`expected a limit of ${needed} open files (ulimit -Hn), got ${mostFiles()}`)
      return []
    }
    const node = await ownNode([])
    try {
      await mine(node, bench.size.crowdBlocks)
      const rows: Row[] = []
      for (const service of [nodeService, proxyService(await portOf(node)), walletService])
        for (const cap of caps) rows.push(...(await measured(bench, service, cap)))
      return rows
    } finally {
      await node.stop()
    }
  },
}

async function measured(
  { size, log }: Bench,
  { name, start, short, long }: Service,
  cap: (typeof caps)[number],
): Promise<Row[]> {
  const program = await start(cap.flags)
  try {
    const port = await portOf(program)
    const crowd = await startCrowd(port, size.crowd, long)
    try {
      const isDefault = cap.flags.length === 0
      if (isDefault) await pause(size.crowdSeconds * 100)
      else await complete(crowd.open, size.crowd)
      const before = crowd.answered()
      const samples = await sampled(`http://127.0.0.1:${port}`, short, size.crowdSeconds)
      const { idle, unread, invalid } = crowd.open()
      const rate = (crowd.answered() - before) / size.crowdSeconds
      log(`${name}, ${cap.name}: ${idle} idle, ${unread} unread, ${invalid} invalid, ${rate}/s`)
      const label = (figure: string) => `http/${name}, ${cap.name}: ${figure}`
      return [
        row({
          name: label(`${samples.length} calls of others, 99th percentile`),
          unit: 'ms',
          value: quantile(samples, 0.99),
          goal: atMost(1000, 'ms'),
        }),
        row({
          name: label('memory at its peak'),
          unit: 'MB',
          value: residentBytes(program.pid).peak / 1e6,
          goal: atMost(300, 'MB'),
        }),
      ]
    } finally {
      await crowd.stop()
    }
  } finally {
    await program.stop()
  }
}

/** Waits until nine tenths of the crowd are connected. The program may have disconnected some of them already. */
async function complete(open: () => CrowdSize, { idle, unread }: CrowdSize) {
  const endMs = performance.now() + 60_000
  while (open().idle < 0.9 * idle || open().unread < 0.9 * unread) {
    if (performance.now() > endMs)
      throw new Error(`expected ${idle} idle and ${unread} unread, got ${JSON.stringify(open())}`)
    await pause(200)
  }
}

/** Milliseconds of calls that begin at regular times, each over a connection of its own. */
async function sampled(url: string, { path, body }: Service['short'], seconds: number) {
  const calls: Promise<number>[] = []
  const endMs = performance.now() + 1000 * seconds
  while (performance.now() < endMs) {
    calls.push(timeOf(url + path, body))
    await pause(betweenCallsMs)
  }
  return Promise.all(calls)
}

const lost = () => pause(lostMs).then(() => undefined)

async function timeOf(url: string, body: string): Promise<number> {
  const start = performance.now()
  const answer = await Promise.race([post(url, body).catch(() => undefined), lost()])
  return answer?.status === 200 ? performance.now() - start : lostMs
}

const startServer = async (name: string, flags: readonly string[], ready: RegExp) =>
  startProgram(process.execPath, [built(name), '--rpc-bind-port', '0', ...flags], { ready })

const ownNode = (flags: readonly string[]) =>
  startServer(
    'nightjar-node',
    [
      ...'--regtest --offline --fixed-difficulty 1 --keep-fakechain'.split(' '),
      `--data-dir=${temporaryFolder('http-node')}`,
      ...flags,
    ],
    /listens on/,
  )

const portOf = async (program: Program) => {
  const [, port] = await program.says(
    /(?:listens on 127\.0\.0\.1|Binding on \S+ \(IPv4\)):([1-9]\d*)\n/,
  )
  return Number(port)
}

async function mine(node: Program, blocks: number) {
  const params = { amount_of_blocks: blocks, wallet_address: minerAddress }
  const url = `http://127.0.0.1:${await portOf(node)}/json_rpc`
  await post(url, { method: 'generateblocks', params })
}

const shortDaemonCall = { path: '/get_height', body: '' }
const headers: LongRequest = {
  method: 'POST',
  path: '/json_rpc',
  body: '{"method":"get_block_headers_range","params":{"start_height":0,"end_height":200}}',
}

const nodeService: Service = {
  name: 'nightjar-node, private chain',
  async start(flags) {
    const node = await ownNode(flags)
    await mine(node, 200)
    return node
  },
  short: shortDaemonCall,
  long: headers,
}

/** A proxy in front of the node at `upstream`. */
const proxyService = (upstream: number): Service => ({
  name: 'nightjar-node, upstream',
  start: (flags) =>
    startServer(
      'nightjar-node',
      [`--upstream=http://127.0.0.1:${upstream}`, ...flags],
      /listens on/,
    ),
  short: shortDaemonCall,
  long: { ...headers, body: headers.body!.replace('200', '500') },
})

const walletService: Service = {
  name: 'nightjar-wallet-rpc',
  start: (flags) =>
    startServer(
      'nightjar-wallet-rpc',
      [`--wallet-dir=${temporaryFolder('http-wallets')}`, '--offline', ...flags],
      /Starting wallet RPC server/,
    ),
  short: { path: '/json_rpc', body: '{"method":"get_version"}' },
  long: { method: 'GET', path: '/openrpc.json' },
}

/** Files that this process, and those that it starts, may open. */
function mostFiles(): number {
  const [, hard] = /^Max open files +\d+ +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))!
  return Number(hard)
}
