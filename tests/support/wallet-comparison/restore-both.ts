/**
 * Our wallet and monero-wallet-rpc's over the same keys and the same node.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { connectDaemon } from '../../../worker/adapters/daemon.ts'
import type { Daemon, DaemonAddress } from '../../../worker/engine/base/ports.ts'
import { Service } from '../../../worker/engine/service.ts'
import type { Wallet } from '../../../worker/engine/wallet.ts'
import { dispatch } from '../../../worker/rpc/dispatch.ts'
import { startWalletRpc, type Result, type WalletRpc } from '../programs/monerod.ts'
import { testPorts, testWallet } from '../wallets/test-wallet.ts'
import { asAnswered } from './comparable-answers.ts'
import { atFileEnd } from '../programs/file-end.ts'

export type OurWallet = {
  wallet: Wallet
  service: Service
  /** A call as a client makes it; throws when it answers an error. */
  call: (method: string, params?: unknown) => Promise<Result>
}

type OurOptions = {
  viewOnly?: boolean
  restoreHeight?: bigint
  /** Connects as pages do if it is left out. */
  connect?: (target: DaemonAddress) => Daemon
  /** Blocks that must be missing for the scan feed to be read. */
  leastFeedBlocks?: number
  /** Of the daemon. */
  login?: { username: string; password: string }
}

/** Restores our wallet from test keys, with monero's lookahead. @param daemon - `HOST:PORT` */
export async function restoreOurs(daemon: string, options: OurOptions = {}): Promise<OurWallet> {
  const ports = await testPorts({ connect: options.connect ?? connectDaemon })
  const service = new Service({
    ports,
    network: 'fakechain',
    daemon: { address: daemon, trusted: true, ...options.login },
    ...(options.leastFeedBlocks !== undefined && { leastFeedBlocks: options.leastFeedBlocks }),
  })
  atFileEnd(() => service.close())
  const wanted = { network: 'fakechain', restoreHeight: options.restoreHeight ?? 0n } as const
  const full = await testWallet(wanted, service)
  const { spendSecret: _, ...viewSecrets } = full.secrets
  // Closing the full wallet wipes its keys.
  const secrets = structuredClone(viewSecrets)
  const wallet = options.viewOnly ? await testWallet({ ...wanted, secrets }, service) : full
  return {
    wallet,
    service,
    async call(method, params = {}) {
      const outcome = await dispatch(service, method, params)
      if ('error' in outcome) throw new Error(`${method}: ${outcome.error.message}`)
      return asAnswered(method, outcome.result)
    },
  }
}

/** Restores a monero-wallet-rpc from the keys of our wallet. */
export async function restoreTheirs(
  daemon: string,
  { wallet }: OurWallet,
  { viewOnly = false, flags = [] as string[] } = {},
): Promise<WalletRpc> {
  const rpc = await startWalletRpc({ daemon, flags })
  const { spendSecret, viewSecret } = wallet.secrets
  await rpc.call('generate_from_keys', {
    filename: 'same',
    password: '',
    restore_height: 0,
    address: wallet.primaryAddress,
    viewkey: bytesToHex(viewSecret),
    ...(viewOnly ? {} : { spendkey: bytesToHex(spendSecret!) }),
  })
  await rpc.call('auto_refresh', { enable: false })
  return rpc
}
