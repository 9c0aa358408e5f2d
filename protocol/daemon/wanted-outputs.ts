import { list, object, u64 } from '../fields.ts'
import { client } from './status.ts'

/** Params that name outputs: by amount, and by index within the amount. */
export const wantedOutputs = {
  ...client,
  outputs: list(
    object({
      amount: u64.default(0n).describe('In piconero; 0 for RingCT.'),
      index: u64.default(0n).describe('Index among the outputs of that amount.'),
    }),
  ).default([]),
}

/** Number of outputs that a restricted node returns in one answer. */
export const outputsCap = {
  list: 'outputs',
  accepts: { atMost: 5000 },
  refusal: { status: 'Too many outs requested' },
} as const
