/**
 * `/send_raw_transaction`.
 *
 * @module
 * @see monero src/rpc/core_rpc_server.cpp on_send_raw_tx
 */
import type { json } from '#protocol/daemon/calls.ts'
import type { Input, Value } from '#protocol/fields.ts'
import type { NodeContext } from '../context.ts'
import { submit } from '../pool/submit.ts'
import type { Refusal } from '../types.ts'
import { bytesOf } from './hex-params.ts'
import { okPaid } from './ok-status.ts'
import { matureOutputs } from './output-histogram.ts'

type Contract = typeof json.send_raw_transaction

export function sendRawTransaction(
  context: NodeContext,
  { tx_as_hex, do_not_relay, do_sanity_checks }: Value<Contract['params']>,
): Input<Contract['result']> {
  const blob = bytesOf(tx_as_hex)
  if (!blob) return refused({ flags: [], reason: '' }, new Uint8Array())
  const { crypto, pool, chain } = context
  const outcome = submit(
    {
      crypto,
      pool,
      isInChain: (id) => chain.transactionHeight(id) !== undefined,
      matureOutputs: () => matureOutputs(context, 0n),
    },
    blob,
    { doNotRelay: do_not_relay, sanityChecks: do_sanity_checks },
  )
  if ('flags' in outcome) return refused(outcome, blob)
  if (outcome.relayed) return { ...okPaid, ...noFlags, reason: '' }
  return { ...okPaid, ...noFlags, reason: 'Not relayed', not_relayed: true }
}

const noFlags = {
  not_relayed: false,
  low_mixin: false,
  double_spend: false,
  invalid_input: false,
  invalid_output: false,
  too_big: false,
  overspend: false,
  fee_too_low: false,
  too_few_outputs: false,
  sanity_check_failed: false,
  tx_extra_too_big: false,
  nonzero_unlock_time: false,
  not_rct: false,
}

/** Answers contain only the flags; the reference writes the reasons to its log. */
const refused = ({ flags }: Refusal, blob: Uint8Array) => ({
  ...okPaid,
  ...noFlags,
  // Newer versions of monerod no longer send this flag. Version 1 has no RingCT.
  not_rct: blob[0] === 1,
  ...Object.fromEntries(flags.map((flag) => [flag, true])),
  status: 'Failed',
  reason: flags.includes('sanity_check_failed') ? 'Sanity check failed' : '',
})
