/**
 * A daemon's answers that hold until the next block, so that payments request them once for each.
 *
 * @module
 */
import type { Clock, Daemon } from '../base/ports.ts'

/** The calls that the fee and the form of a payment depend on. */
export type PaymentCalls = {
  rpc: Pick<
    Daemon['rpc'],
    | 'hard_fork_info'
    | 'get_fee_estimate'
    | 'get_info'
    | 'get_block_headers_range'
    | 'get_txpool_backlog'
  >
}

/** Milliseconds. A daemon may know the next block before the wallet does. */
const longestMs = 30_000

type Answers = Map<string, Promise<unknown>>

/** wallet2 remembers the same answers, for as long. @see monero src/wallet/node_rpc_proxy.cpp NodeRPCProxy */
export class BlockAnswers {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  #from: { daemon: Daemon; height: bigint; until: number } | undefined
  #answers: Answers = new Map()

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock
  }

  /** The daemon with remembered answers. @param height - Of the wallet's chain. */
  of(daemon: Daemon, height: bigint): PaymentCalls {
    const now = this.#clock.monotonicMs()
    const from = this.#from
    if (from?.daemon !== daemon || from.height !== height || now >= from.until) {
      this.#answers = new Map()
      this.#from = { daemon, height, until: now + longestMs }
    }
    return callsOver(daemon, this.#answers)
  }

  /** The next payment requests everything: an answer was wrong. */
  forget(): void {
    this.#from = undefined
  }
}

function callsOver({ rpc }: Daemon, answers: Answers): PaymentCalls {
  const remembered = <T>(name: string, params: object, ask: () => Promise<T>): Promise<T> => {
    const key = [name, ...Object.values(params)].join(' ')
    const before = answers.get(key) as Promise<T> | undefined
    if (before) return before
    const answer = ask()
    answers.set(key, answer)
    // A failure is not remembered; who asked reports it.
    answer.catch(() => answers.delete(key))
    return answer
  }
  return {
    rpc: {
      hard_fork_info: (params) =>
        remembered('hard_fork_info', params, () => rpc.hard_fork_info(params)),
      get_fee_estimate: (params) =>
        remembered('get_fee_estimate', params, () => rpc.get_fee_estimate(params)),
      get_info: (params) => remembered('get_info', params, () => rpc.get_info(params)),
      get_block_headers_range: (params) =>
        remembered('get_block_headers_range', params, () => rpc.get_block_headers_range(params)),
      get_txpool_backlog: (params) => rpc.get_txpool_backlog(params),
    },
  }
}
