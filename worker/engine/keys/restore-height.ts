/**
 * Where scanning begins: heights for new wallets. For dates see month-heights.ts.
 *
 * A height that is too low costs time, and one that is too high hides money. So estimates are a month
 * too low.
 *
 * @module
 */
import type { Network } from '#protocol/address.ts'
import { withTimeout } from '../base/with-timeout.ts'
import type { Clock, Daemon } from '../base/ports.ts'

const monthOfBlocks = 21_600n // 30 days at 120 s

/** Unix time and height of the first block, and of the fork to blocks of 120 s, on mainnet. */
const mainnet = { start: 1_397_818_193n, fork: { time: 1_458_748_658n, height: 1_009_827n } }

/** How long a new wallet waits for the daemon's height. */
const patienceMs = 10_000

/**
 * The restore height of a new wallet: the daemon's height, or an estimate when the daemon does not answer or
 * its height is impossible. Payments below a height that is too high would never be found.
 *
 * @see monero src/wallet/wallet_rpc_server.cpp on_create_wallet
 * @see monero src/wallet/wallet2.cpp wallet2::estimate_blockchain_height
 */
export async function newWalletHeight(
  network: Network,
  clock: Clock,
  daemon: Daemon | undefined,
): Promise<bigint> {
  // The wallet is created even when the daemon is unreachable, as in monero.
  const known = daemon && (await withTimeout(clock, patienceMs, daemon.json.get_height({})))
  return plausibleHeight(network, known?.height, clock.now())
}

/**
 * The daemon's height for a time, if the chain can have had it by then; otherwise an estimate.
 *
 * @param reported - The daemon's answer; undefined without an answer.
 */
const plausibleHeight = (network: Network, reported: bigint | undefined, time: bigint): bigint =>
  reported !== undefined && (network !== 'mainnet' || reported <= scheduledHeight(time))
    ? reported
    : estimatedHeight(network, time)

/**
 * A height that the chain had certainly reached by `time`, from the clock only.
 *
 * @param time - Unix seconds.
 * @returns 0 on test networks, which were rolled back and have no known pace.
 */
export function estimatedHeight(network: Network, time: bigint): bigint {
  if (network !== 'mainnet') return 0n
  const height = scheduledHeight(time)
  return height > monthOfBlocks ? height - monthOfBlocks : 0n
}

/** Mainnet's height if every block had met its target: the chain has been behind that since the fork. */
function scheduledHeight(time: bigint): bigint {
  const { start, fork } = mainnet
  return time < fork.time
    ? ((time - start) * fork.height) / (fork.time - start)
    : fork.height + (time - fork.time) / 120n
}
