/**
 * The measured wallet programs, which start with an empty wallet of the bench keys.
 *
 * @module
 */
import { existsSync } from 'node:fs'
import { post } from '../../support/network/http-client.ts'
import type { Result } from '../../support/programs/monerod.ts'
import type { Measured } from '../usage.ts'
import { benchSeed } from '../chain/form.ts'

export type BenchWallet = Measured & {
  /** Calls a wallet method; throws its error. Integers are bigints. */
  call: (method: string, params?: object) => Promise<Result>
  /** Milliseconds from a call to its response, which is not parsed; throws its error. */
  time: (method: string, params?: object) => Promise<number>
  close: () => Promise<unknown>
}

/** Options of a bench wallet; `scanners` and `flags` apply to our programs only. */
export type WalletOptions = { daemon: string; scanners?: number; flags?: readonly string[] }

/** Creates a wallet of the bench that scans from the first block on `refresh`. */
export async function restore({ call }: Pick<BenchWallet, 'call'>, name = 'bench'): Promise<void> {
  await call('auto_refresh', { enable: false })
  await call('restore_deterministic_wallet', {
    filename: name,
    password: '',
    seed: benchSeed,
    restore_height: 0,
  })
}

/** Times calls of a wallet RPC at `url`. */
export const rpcTime =
  (url: string): BenchWallet['time'] =>
  async (method, params = {}) => {
    const start = performance.now()
    const answer = await post(`${url}/json_rpc`, { jsonrpc: '2.0', id: '0', method, params })
    const ms = performance.now() - start
    const { error } = answer.json()
    if (error) throw new Error(`${method}: ${error.message}`)
    return ms
  }

export const hasWalletRpc = existsSync('/usr/bin/monero-wallet-rpc')
