/**
 * A wallet over a scripted chain.
 *
 * @module
 */
import type { Crypto } from '#wasm/types.ts'
import { systemClock } from '../../../worker/adapters/platform.ts'
import { keysOfSeed } from '../../../worker/engine/keys/account.ts'
import type {
  Clock,
  Daemon,
  PinnedBlocksSource,
  Ports,
  ScanThreads,
  WorkHasher,
} from '../../../worker/engine/base/ports.ts'
import type { NewWallet, Service } from '../../../worker/engine/service.ts'
import type { Wallet } from '../../../worker/engine/wallet.ts'
import { ScriptedChain } from '../chains/scripted-chain.ts'
import { withBlocksArriving } from '../daemons/encoded-daemon.ts'
import { testSeed, testService, testWallet } from './test-wallet.ts'

/** Stands still, so that what was seen at different times looks the same. */
const stoppedClock = { ...systemClock, now: () => 1_800_000_000n }

/**
 * @param options - `script`: the chain of another wallet. `wrap`: what the daemon does otherwise. `trusted`: whether it is
 *   trusted, as it is by default. `leastFeedBlocks`: that must be missing for a scan feed. `ports`: replace others.
 */
export async function scriptedWallet(
  crypto: Crypto,
  options: {
    script?: ScriptedChain
    wrap?: (daemon: Daemon) => Daemon
    wanted?: Partial<NewWallet>
    clock?: Partial<Clock>
    scanThreads?: ScanThreads
    pinnedBlocks?: PinnedBlocksSource
    workHasher?: WorkHasher
    trusted?: boolean
    leastFeedBlocks?: number
    ports?: Partial<Ports>
  } = {},
): Promise<{ wallet: Wallet; script: ScriptedChain; service: Service }> {
  const script = options.script ?? new ScriptedChain(crypto, keysOfSeed(crypto, testSeed))
  const wrap = options.wrap ?? ((daemon) => daemon)
  const service = await testService(
    {
      network: options.wanted?.network ?? 'fakechain',
      daemon: { address: 'scripted', trusted: options.trusted ?? true },
      ...(options.leastFeedBlocks && { leastFeedBlocks: options.leastFeedBlocks }),
    },
    {
      clock: { ...stoppedClock, ...options.clock },
      connect: () => withBlocksArriving(wrap(script.daemon())),
      scanThreads: options.scanThreads,
      workHasher: options.workHasher,
      ...(options.pinnedBlocks && { pinnedBlocks: options.pinnedBlocks }),
      ...options.ports,
    },
  )
  const wallet = await testWallet({ network: 'fakechain', ...options.wanted }, service)
  return { wallet, script, service }
}
