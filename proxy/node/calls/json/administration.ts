/**
 * Calls without the chain: logs, updates, bootstrap node, shutdown.
 *
 * @module
 */
import type { Backend } from '#protocol/contract.ts'
import type * as contracts from '#protocol/daemon/json/administration.ts'
import type { NodeContext } from '../../context.ts'
import { StatusError } from '../errors.ts'
import { okStatus } from '../ok-status.ts'

export const jsonAdministration = ({ state, stop, bootstrap }: NodeContext) =>
  ({
    set_log_level({ level }) {
      if (!state.log.setLevel(level)) throw new StatusError('Error: log level not valid')
      return okStatus
    },
    set_log_categories({ categories }) {
      state.log.set(categories)
      return { ...okStatus, categories: state.log.text }
    },
    set_bootstrap_daemon(params) {
      bootstrap.set(params)
      return { status: 'OK' }
    },
    stop_daemon() {
      stop()
      return okStatus
    },
    update: () => {
      throw new StatusError('Daemon is running offline')
    },
    start_save_graph: () => okStatus,
    stop_save_graph: () => okStatus,
  }) satisfies Backend<typeof contracts>
