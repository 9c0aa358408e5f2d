/**
 * monero-ts: wallet2 in WebAssembly, on Node.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'
import { benchSeed } from '../chain/form.ts'
import type { Measured } from '../usage.ts'

export type MoneroTsWallet = Measured & {
  refresh: () => Promise<void>
  balance: () => Promise<bigint>
  close: () => Promise<void>
}

/** Starts it in a separate process, with a wallet of the bench. @param daemon - `HOST:PORT` */
export async function moneroTsWallet(daemon: string): Promise<MoneroTsWallet> {
  const child = spawn(
    process.execPath,
    ['tests/bench/programs/monero-ts-process.mjs', `http://${daemon}`],
    { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, HOME: temporaryFolder('home') } },
  )
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const answer = async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error('monero-ts ended early')
    return value as string
  }
  const ask = async (question: string) => {
    child.stdin.write(`${question}\n`)
    return answer()
  }
  child.stdin.write(`${benchSeed}\n`)
  await answer()
  const pid = child.pid!
  return {
    pid,
    holders: () => [pid],
    refresh: async () => void (await ask('refresh')),
    balance: async () => BigInt(await ask('balance')),
    close: async () => {
      const ended = new Promise((resolve) => child.once('close', resolve))
      child.stdin.end()
      await ended
    },
  }
}
