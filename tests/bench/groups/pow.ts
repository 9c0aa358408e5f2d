/**
 * RandomX in light mode, one hash after another, compared with `calc_pow` of monerod.
 *
 * @module
 */
import { Worker } from 'node:worker_threads'
import { bytesToHex } from '@noble/hashes/utils.js'
import { nodeWork } from '../../../proxy/pow/threaded.ts'
import { threadOptions } from '../../../proxy/pow/threads.ts'
import { startMonerod } from '../../support/programs/monerod.ts'
import type { Group } from '../group.ts'
import { cpuOf } from '../processes.ts'
import { atLeast, row, type Row } from '../row.ts'
import { medianOf } from '../statistics.ts'

const thread = new URL('../../../dist/nightjar-pow.js', import.meta.url)
const majorVersion = 16
const height = 1n

/** Hashes a blob whose first byte is given. */
type Hash = (first: number) => Promise<unknown>
type Contender = { name: 'ours' | 'monerod'; pid: number; hash: Hash }
type Turn = { hashesPerSecond: number; cpuMs: number }

export const pow: Group = {
  name: 'pow',
  summary: 'RandomX in light mode, one thread, beside calc_pow',
  async measure({ size, log }) {
    const node = await startMonerod()
    const work = nodeWork(() => new Worker(thread, threadOptions))
    try {
      const genesis = await node.call('get_block_header_by_height', { height: 0 })
      const seed_hash: string = genesis.block_header.hash
      const seedHash = Buffer.from(seed_hash, 'hex')
      const ours: Hash = (first) => work.pow.hash(blob(first), { majorVersion, height, seedHash })
      const theirs: Hash = (first) =>
        node.call('calc_pow', {
          major_version: majorVersion,
          height,
          seed_hash,
          block_blob: bytesToHex(blob(first)),
        })
      const contenders: Contender[] = [
        { name: 'ours', pid: process.pid, hash: ours },
        { name: 'monerod', pid: node.program.pid, hash: theirs },
      ]
      const seedSeconds = await seconds(() => ours(0))
      log(`a seed and its first hash took ${seedSeconds.toFixed(1)} s`)
      await theirs(0)
      return rowsOf(await takeTurns(contenders, size.rounds, size.calls), seedSeconds)
    } finally {
      await work.close()
      await node.stop()
    }
  },
}

function blob(first: number): Uint8Array {
  return new Uint8Array(76).fill(first, 0, 1)
}

async function takeTurns(contenders: readonly Contender[], rounds: number, hashes: number) {
  const turns: Record<Contender['name'], Turn[]> = { ours: [], monerod: [] }
  for (let round = 0; round < rounds; round++)
    for (const { name, pid, hash } of contenders) {
      const cpu = cpuOf(pid)
      const taken = await seconds(async () => {
        for (let count = 0; count < hashes; count++) await hash(count)
      })
      const cpuMs = ((cpuOf(pid) - cpu) * 1000) / hashes
      turns[name].push({ hashesPerSecond: hashes / taken, cpuMs })
    }
  return turns
}

async function seconds(task: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await task()
  return (performance.now() - start) / 1000
}

function rowsOf(turns: Record<Contender['name'], readonly Turn[]>, seedSeconds: number): Row[] {
  const median = (name: Contender['name'], figure: keyof Turn) =>
    medianOf(turns[name].map((turn) => turn[figure]))
  const both = (figure: keyof Turn) => ({
    value: median('ours', figure),
    reference: median('monerod', figure),
  })
  return [
    row({
      name: 'pow/RandomX hashes',
      unit: '1/s',
      goal: atLeast(20, '1/s'),
      ...both('hashesPerSecond'),
    }),
    row({ name: 'pow/RandomX hash, CPU', unit: 'ms', ...both('cpuMs') }),
    row({ name: 'pow/a new seed and its first hash', unit: 's', value: seedSeconds }),
  ]
}
