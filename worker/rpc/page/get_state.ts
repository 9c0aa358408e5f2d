import { choice, list, object, text, bool, u32 } from '#protocol/fields.ts'
import type { Service } from '../../engine/service.ts'
import { hostMethod } from '../method.ts'

export const get_state = hostMethod({
  summary: 'Wallets of this browser, the open one, and how the engine runs',
  params: {},
  result: {
    wallets: list(text).describe('Names of the wallets in this browser.'),
    open: text.optional().describe('Name of the open wallet.'),
    network: choice('mainnet', 'testnet', 'stagenet', 'fakechain')
      .optional()
      .describe('Network of the open wallet, else of the daemon; absent while both are unknown.'),
    view_only: bool.describe('Whether the open wallet has no spend key.'),
    lookahead: object({ accounts: u32, addresses: u32 })
      .optional()
      .describe(
        'Number of accounts and addresses that the open wallet watches beyond the last used ones.',
      ),
    offline: choice('device', 'wallet')
      .optional()
      .describe('Whether all wallets or the open one make no request to a node; else absent.'),
    crypto: choice('wasm', 'fallback'),
    scan_kernel: choice('fma', 'simd', 'scalar', 'fallback'),
    scan_threads: u32
      .optional()
      .describe('Number of additional scan threads; absent if there are none.'),
    checks_work: bool
      .optional()
      .describe('Whether proofs of work are checked; absent where RandomX cannot run.'),
  },

  async run({ service }) {
    const { wallet, ports } = service
    return {
      wallets: await ports.files.list(),
      open: wallet?.name,
      network: wallet?.network ?? (await service.daemonNetwork()),
      view_only: wallet !== undefined && (wallet.viewOnly || wallet.background === 'wallet'),
      lookahead: wallet?.info.lookahead,
      offline: offlineBy(service),
      crypto: ports.crypto.kind,
      scan_kernel: ports.crypto.scanKernel,
      scan_threads: ports.scanThreads?.count,
      checks_work: ports.workHasher?.isOn,
    }
  },
})

function offlineBy({ isOffline, wallet }: Service): 'device' | 'wallet' | undefined {
  if (isOffline) return 'device'
  return wallet?.keptOffline ? 'wallet' : undefined
}
