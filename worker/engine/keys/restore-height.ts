/**
 * Where scanning begins: heights for new wallets and for dates.
 *
 * A height that is too low costs time, one that is too high hides money, so estimates stay a month
 * behind.
 *
 * @module
 */
import type { Network } from '#protocol/address.ts'
import { withTimeout } from '../base/with-timeout.ts'
import type { Clock, Daemon } from '../base/ports.ts'

const monthOfBlocks = 21_600n // 30 days at 120 s

/** Unix time and height of the first block, and of the fork to blocks of 120 s, on mainnet. */
const mainnet = { start: 1_397_818_193n, fork: { time: 1_458_748_658n, height: 1_009_827n } }

/** How long a new wallet waits for the daemon to say where the chain ends. */
const patienceMs = 10_000

/**
 * The height a wallet made now scans from: the daemon's, or an estimate when it does not answer, or
 * answers a height that the chain cannot have: all that is paid below it would never be seen.
 *
 * @see monero src/wallet/wallet_rpc_server.cpp on_create_wallet
 * @see monero src/wallet/wallet2.cpp wallet2::estimate_blockchain_height
 */
export async function newWalletHeight(
  network: Network,
  clock: Clock,
  daemon: Daemon | undefined,
): Promise<bigint> {
  // Not reached, the wallet is made all the same, as monero makes it.
  const known = daemon && (await withTimeout(clock, patienceMs, daemon.json.get_height({})))
  return plausibleHeight(network, known?.height, clock.now())
}

/**
 * The height that a daemon tells for a time, where the chain can have had it by then; else an estimate.
 *
 * @param told - Undefined where it did not answer.
 */
export const plausibleHeight = (
  network: Network,
  told: bigint | undefined,
  time: bigint,
): bigint =>
  told !== undefined && (network !== 'mainnet' || told <= scheduledHeight(time))
    ? told
    : estimatedHeight(network, time)

/**
 * A height that the chain had surely reached by `time`, from the clock alone.
 *
 * @param time - Unix seconds.
 * @returns 0 where blocks do not come at a known pace: on test networks, which were rolled back.
 */
export function estimatedHeight(network: Network, time: bigint): bigint {
  if (network !== 'mainnet') return 0n
  const height = scheduledHeight(time)
  return height > monthOfBlocks ? height - monthOfBlocks : 0n
}

/** Mainnet's height had every block come in its time: the chain has been behind that since the fork. */
function scheduledHeight(time: bigint): bigint {
  const { start, fork } = mainnet
  return time < fork.time
    ? ((time - start) * fork.height) / (fork.time - start)
    : fork.height + (time - fork.time) / 120n
}

/**
 * A height safely below the first block mined after `time`, by the daemon's own blocks.
 *
 * Halves the range until it is two days wide, and stays two days behind.
 *
 * @param time - Unix seconds.
 * @throws What the daemon's calls throw.
 * @see monero src/wallet/wallet2.cpp wallet2::get_blockchain_height_by_date
 */
export async function heightAtTime(daemon: Daemon, time: bigint): Promise<bigint> {
  const margin = 2n * 24n * 60n * 60n
  const rangeOfBlocks = 1440n // two days at 120 s
  let low = 0n
  let high = (await daemon.json.get_height({})).height - 1n
  while (high - low > rangeOfBlocks) {
    const middle = (low + high) / 2n
    const { block_header } = await daemon.rpc.get_block_header_by_height({ height: middle })
    if (block_header.timestamp + margin < time) low = middle
    else high = middle
  }
  return low
}
