/**
 * A line of the history, in words.
 *
 * @module
 */
import type { IconName } from '../parts/icons.ts'
import type { Transfer } from '../state/wallet.svelte.ts'

export type ShownTransfer = {
  title: string
  icon: IconName
  tone: 'in' | 'out' | 'failed'
  /** What it changed, in piconero: negative when it left, its fee included. */
  amount: bigint
  /** What is still open about it, if anything. */
  state: string | undefined
}

export function describeTransfer(transfer: Transfer): ShownTransfer {
  const { type } = transfer
  if (type === 'in' || type === 'block' || type === 'pool') return incoming(transfer)
  const amount = -(transfer.amount + transfer.fee)
  if (type === 'failed')
    return { title: 'Not sent', icon: 'close', tone: 'failed', amount, state: 'failed' }
  const state = type === 'pending' ? 'waiting to be mined' : confirming(transfer)
  return { title: 'Sent', icon: 'send', tone: 'out', amount, state }
}

function incoming(transfer: Transfer): ShownTransfer {
  const title = transfer.type === 'block' ? 'Mined' : 'Received'
  const state = transfer.double_spend_seen
    ? 'spent elsewhere too: do not rely on it'
    : transfer.type === 'pool'
      ? 'waiting to be mined'
      : confirming(transfer)
  return { title, icon: 'receive', tone: 'in', amount: transfer.amount, state }
}

function confirming({ locked, confirmations }: Transfer): string | undefined {
  if (!locked) return undefined
  return confirmations === 1n ? 'locked, 1 confirmation' : `locked, ${confirmations} confirmations`
}
