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
import type { Refusal, RefusalFlag } from '../types.ts'
import { bytesOf } from './hex.ts'
import { paid } from './ok.ts'
import { matureOutputs } from './outputs.ts'

type Contract = typeof json.send_raw_transaction

export function sendRawTransaction(
  context: NodeContext,
  { tx_as_hex, do_not_relay, do_sanity_checks }: Value<Contract['params']>,
): Input<Contract['result']> {
  const blob = bytesOf(tx_as_hex)
  if (!blob) return refused({ flags: [], reason: '' })
  const { crypto, pool, chain } = context
  const outcome = submit(
    {
      ...{ crypto, pool },
      isInChain: (id) => chain.transactionHeight(id) !== undefined,
      matureOutputs: () => matureOutputs(context, 0n),
    },
    blob,
    { doNotRelay: do_not_relay, sanityChecks: do_sanity_checks },
  )
  if ('flags' in outcome) return refused(outcome)
  if (outcome.relayed) return { ...paid, ...noFlags, reason: '' }
  return { ...paid, ...noFlags, reason: 'Not relayed', not_relayed: true }
}

/** Flags in the order of the reasons, and how each is said. */
const said: readonly (readonly [RefusalFlag, string])[] = [
  ['sanity_check_failed', 'Sanity check failed'],
  ['low_mixin', 'bad ring size'],
  ['double_spend', 'double spend'],
  ['invalid_input', 'invalid input'],
  ['invalid_output', 'invalid output'],
  ['too_big', 'too big'],
  ['overspend', 'overspend'],
  ['fee_too_low', 'fee too low'],
  ['too_few_outputs', 'too few outputs'],
  ['tx_extra_too_big', 'tx-extra too big'],
  ['nonzero_unlock_time', 'tx unlock time is not zero'],
]

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

const refused = ({ flags }: Refusal) => ({
  ...paid,
  ...noFlags,
  ...Object.fromEntries(flags.map((flag) => [flag, true])),
  status: 'Failed',
  reason: said
    .filter(([flag]) => flags.includes(flag))
    .map(([, words]) => words)
    .join(', '),
})
