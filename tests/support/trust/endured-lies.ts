/**
 * Lies that do not end a call: they have no effect, or the wallet reports them, or undoes them later.
 *
 * @module
 */
import { packCounts } from '#protocol/daemon/output-counts.ts'
import { stringifyJsonBytes } from '#protocol/json/json.ts'
import { ofBin, ofJson, type Lie } from './lie.ts'

export type EnduredLie = Lie & {
  /** What the wallet does. `text` is what the person sees; empty where nothing is to be done. */
  result: string
}

const wrongCounts =
  '…: the counts of daemon … are wrong and are not used; choose another daemon, or try again later'

/** Changes the counts of blocks from the first on. */
const ofCounts = (change: (count: number, height: number) => number): Lie['tamper'] =>
  ofBin('get_output_distribution', ({ distributions: [only] }) => {
    const { compressed_data } = only as { compressed_data: Uint8Array }
    // The counts of so few outputs have one byte each.
    const changed = packCounts([...compressed_data].map(change))
    return { distributions: [{ ...only, compressed_data: changed }] }
  })

export const endured = {
  adjustedTime: {
    ...ofJson(
      '/json_rpc:get_info',
      'an adjusted time years ahead, which would end time locks',
      '',
      () => ({ adjusted_time: 2_000_000_000 }),
    ),
    result: 'reduced to the own clock and two hours',
  },
  vanished: {
    // The answer is JSON.
    ...ofJson(
      '/get_transaction_pool_hashes.bin',
      'a pool transaction that disappears',
      'A transaction left the pool of the node',
      () => ({ tx_hashes: [] }),
    ),
    result: 'warning',
  },
  outputTooMany: {
    claim: 'an output distribution that names the real ring member',
    text: wrongCounts,
    tamper: ofCounts((count, height) => (height === 50 ? 100 : count)),
    result: 'not used; a payment ends with the error',
  },
  blockTooFull: {
    claim: 'more outputs in a block than its weight allows',
    text: wrongCounts,
    tamper: ofCounts((count, height) => (height === 50 ? 5_000_000 : count)),
    result: 'not used; a payment ends with the error',
  },
  readCounts: {
    claim: 'false output counts of blocks that the wallet read',
    text: '',
    tamper: ofCounts((count, height) => (height >= 100 ? 100 : count)),
    result: 'no effect: the wallet counts them itself',
  },
  silence: {
    claim: 'no answer to a request for ring candidates',
    text: 'no connection to daemon',
    tamper: () => async (path, forward) =>
      path === '/get_outs.bin' ? 'close' : { bytes: await forward() },
    result: 'the same candidates are requested again',
  },
  backlog: {
    ...ofJson('/json_rpc:get_txpool_backlog', 'a backlog that does not exist', '', () => ({
      backlog: fullBacklog(),
    })),
    result: 'no effect: the lowest fee is paid',
  },
  refusal: {
    claim: 'a refusal of a payment that it passes on',
    text: 'transaction was rejected by daemon',
    tamper: () => async (path, forward) => {
      const bytes = await forward()
      if (path !== '/send_raw_transaction') return { bytes }
      return { bytes: stringifyJsonBytes({ status: 'Failed', invalid_input: true }) }
    },
    result: 'kept as failed, and found in the next block; nothing is paid twice',
  },
} satisfies Record<string, EnduredLie>

/** A thousand transactions of 2 kB at 80 000 piconero a byte, 24 bytes each: weight, fee, time in the pool. */
function fullBacklog(): Uint8Array {
  const backlog = new Uint8Array(24 * 1_000)
  const view = new DataView(backlog.buffer)
  for (let at = 0; at < backlog.length; at += 24) {
    view.setBigUint64(at, 2_000n, true)
    view.setBigUint64(at + 8, 2_000n * 80_000n, true)
  }
  return backlog
}
