/**
 * Starts the measured nodes on private chains.
 *
 * @module
 */
import { Pool } from 'undici'
import { daemonClient, type DaemonClient } from '../../support/network/http-client.ts'
import { startMonerod } from '../../support/programs/monerod.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'
import { startProgram } from '../../support/programs/process.ts'
import { built } from '../../support/programs/proxy.ts'

export type BenchNode = DaemonClient & {
  name: 'ours' | 'monerod'
  pid: number
  stop: () => Promise<unknown>
}

/** Starts both nodes with only the genesis block, and difficulty 1. */
export async function startNodes(): Promise<BenchNode[]> {
  const monerod = await startMonerod()
  return [
    await ourNode(),
    { ...monerod, name: 'monerod', pid: monerod.program.pid, stop: () => monerod.stop() },
  ]
}

async function ourNode(): Promise<BenchNode> {
  const flags = '--regtest --offline --fixed-difficulty 1 --rpc-bind-port 0'.split(' ')
  const args = [built('nightjar-node'), ...flags, '--data-dir', temporaryFolder('bench-node')]
  const program = await startProgram(process.execPath, args)
  const [, port] = await program.says(/listens on 127\.0\.0\.1:(\d+)\n/)
  const client = daemonClient(`http://127.0.0.1:${port}`)
  return { ...client, name: 'ours', pid: program.pid, stop: () => program.stop() }
}

/**
 * Responses per second, over persistent connections.
 *
 * @param calls - Total number; each connection sends its next request after the response.
 */
export async function rateOf(
  { url }: DaemonClient,
  asked: { path: string; body: string | Uint8Array },
  { connections, calls }: { connections: number; calls: number },
): Promise<number> {
  const pool = new Pool(url, { connections, pipelining: 1 })
  const ask = async () => {
    const { statusCode, body } = await pool.request({ ...asked, method: 'POST' })
    await body.arrayBuffer()
    if (statusCode !== 200) throw new Error(`${asked.path}: HTTP ${statusCode}`)
  }
  const each = (act: () => Promise<void>) => Promise.all(Array.from({ length: connections }, act))
  try {
    await each(ask)
    let left = calls
    const start = performance.now()
    await each(async () => {
      while (left-- > 0) await ask()
    })
    return (1000 * calls) / (performance.now() - start)
  } finally {
    await pool.close()
  }
}
