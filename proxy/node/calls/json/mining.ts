/**
 * Mining in the node.
 *
 * @module
 */
import { formatAddress } from '#protocol/address.ts'
import type { Backend } from '#protocol/contract.ts'
import type * as contracts from '#protocol/daemon/json/mining.ts'
import { newestVersion } from '#protocol/rules/forks.ts'
import { blockTarget } from '#protocol/rules/limits.ts'
import type { NodeContext } from '../../context.ts'
import { StatusError } from '../errors.ts'
import { parseNodeAddress } from '../node-address.ts'
import { okStatus } from '../ok-status.ts'
import { difficultyFields } from '../uint128.ts'

export const jsonMining = (context: NodeContext) => {
  const { miner } = context
  return {
    async start_mining({ miner_address, threads_count, do_background_mining, ignore_battery }) {
      const address = parseNodeAddress(context, miner_address)
      if (!address) throw new StatusError('Failed, wrong address')
      if (address.kind === 'subaddress')
        throw new StatusError("Mining to subaddress isn't supported yet")
      if (miner.mostThreads() === 0)
        throw new StatusError('Failed, this host cannot mine: it has no threads')
      if (threads_count > BigInt(miner.mostThreads()))
        throw new StatusError('Failed, too many threads relative to CPU cores.')
      if (miner.status().active) throw new StatusError('Already mining')
      const started = await miner.start({
        address,
        threads: Number(threads_count),
        background: do_background_mining,
        ignoreBattery: ignore_battery,
      })
      if (!started) throw new StatusError('Failed, mining not started')
      return okStatus
    },
    async stop_mining() {
      if (!miner.status().active) throw new StatusError('Mining never started')
      if (!(await miner.stop())) throw new StatusError('Failed, mining not stopped')
      return okStatus
    },
    mining_status: () => miningStatus(context),
    set_log_hash_rate({ visible }) {
      if (!miner.status().active) throw new StatusError('NOT MINING')
      miner.showHashRate(visible)
      return okStatus
    },
  } satisfies Backend<typeof contracts>
}

/** The reference's thresholds for mining in the background. */
const background = { bg_idle_threshold: 90, bg_min_idle_seconds: 10, bg_target: 40 }
const notInBackground = { bg_idle_threshold: 0, bg_min_idle_seconds: 0, bg_target: 0 }

/** @see monero src/rpc/core_rpc_server.cpp on_mining_status */
function miningStatus({ chain, miner }: NodeContext) {
  const { active, address, ...status } = miner.status()
  const isTold = address && (active || status.background)
  return {
    ...okStatus,
    active,
    speed: active ? status.speed : 0n,
    threads_count: active ? status.threads : 0,
    address: isTold ? formatAddress(address) : '',
    pow_algorithm: 'RandomX',
    is_background_mining_enabled: status.background,
    ...(status.background ? background : notInBackground),
    bg_ignore_battery: status.background && status.ignoreBattery,
    block_target: Number(blockTarget(newestVersion)),
    block_reward: active ? status.blockReward : 0n,
    ...difficultyFields(chain.nextDifficulty()),
  }
}
