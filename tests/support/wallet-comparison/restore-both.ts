/**
 * Our wallet and monero-wallet-rpc's over the same keys and the same node.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { connectDaemon } from '../../../worker/adapters/daemon.ts'
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

/** Restores our wallet from test keys, with monero's lookahead. @param daemon - `HOST:PORT` */
export async function restoreOurs(
  daemon: string,
  options: { viewOnly?: boolean; restoreHeight?: bigint } = {},
): Promise<OurWallet> {
  const ports = await testPorts({ connect: connectDaemon })
  const service = new Service({
    ports,
    network: 'fakechain',
    daemon: { address: daemon, trusted: true },
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
  { viewOnly = false } = {},
): Promise<WalletRpc> {
  const rpc = await startWalletRpc({ daemon })
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
