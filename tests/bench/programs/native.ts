/**
 * monero-wallet-rpc, the reference.
 *
 * @module
 */
import { startWalletRpc } from '../../support/programs/monerod.ts'
import { rpcTime, type BenchWallet, type WalletOptions } from './wallet.ts'

export async function nativeWallet({ daemon }: WalletOptions): Promise<BenchWallet> {
  const { program, url, call, stop } = await startWalletRpc({ daemon })
  const { pid } = program
  return { pid, holders: () => [pid], call, time: rpcTime(url), close: () => stop() }
}
