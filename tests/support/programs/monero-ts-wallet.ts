/**
 * Full wallets of monero-ts, closed when the test file ends.
 *
 * @module
 */
import moneroTs from 'monero-ts'
import { atFileEnd } from './file-end.ts'

/** A wallet of mainnet keys in the test's own process. */
export async function moneroTsWallet(
  config: Partial<moneroTs.MoneroWalletConfig>,
): Promise<moneroTs.MoneroWalletFull> {
  const wallet = await moneroTs.createWalletFull({
    password: 'pass',
    networkType: moneroTs.MoneroNetworkType.MAINNET,
    proxyToWorker: false,
    ...config,
  })
  atFileEnd(() => wallet.close(false))
  return wallet
}
