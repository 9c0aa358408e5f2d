/**
 * `get_outs`: keys and commitments of outputs, in hex and in bytes.
 *
 * @module
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { StoredOutput } from '../blockchain/types.ts'
import type { NodeContext } from '../context.ts'
import { isUnlockTimePassed } from '../verify/unlock.ts'
import { StatusError } from './errors.ts'
import { okPaid } from './ok-status.ts'

type Wanted = readonly { amount: bigint; index: bigint }[]

/** Outputs in the order of the request. @throws StatusError if one does not exist. */
function outputsOf({ chain }: NodeContext, wanted: Wanted): StoredOutput[] {
  const byAmount = new Map<bigint, bigint[]>()
  for (const { amount, index } of wanted)
    byAmount.set(amount, [...(byAmount.get(amount) ?? []), index])
  const found = new Map(
    [...byAmount].map(([amount, indices]) => [amount, chain.outputs(amount, indices).values()]),
  )
  return wanted.map(({ amount }) => {
    const output = found.get(amount)!.next().value
    if (!output) throw new StatusError('Failed')
    return output
  })
}

/** `/get_outs`: in hex. */
export function getOuts(context: NodeContext, wanted: Wanted, withId: boolean) {
  const view = context.chain.view()
  const outs = outputsOf(context, wanted).map((output) => ({
    key: bytesToHex(output.key),
    mask: bytesToHex(output.commitment),
    unlocked: isUnlockTimePassed(output.unlockTime, view),
    height: output.height,
    txid: withId ? output.txId : '',
  }))
  return { ...okPaid, outs }
}

/** `/get_outs.bin`: in bytes. */
export function getOutsBin(context: NodeContext, wanted: Wanted, withId: boolean) {
  const view = context.chain.view()
  const outs = outputsOf(context, wanted).map((output) => ({
    key: output.key,
    mask: output.commitment,
    unlocked: isUnlockTimePassed(output.unlockTime, view),
    height: output.height,
    txid: withId ? hexToBytes(output.txId) : new Uint8Array(32),
  }))
  return { ...okPaid, outs }
}
