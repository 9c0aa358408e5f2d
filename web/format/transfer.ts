/**
 * Describes a transfer for the history.
 *
 * @module
 */
import { showList } from '../languages/locale.svelte.ts'
import { plural, text } from '../languages/text.ts'
import type { IconName } from '../parts/icons.ts'
import type { Transfer } from '../state/wallet.svelte.ts'

export type ShownTransfer = {
  title: string
  icon: IconName
  tone: 'in' | 'out' | 'failed'
  /** Change of the balance in piconero: negative for outgoing transfers, fee included. */
  amount: bigint
  /** Status of a transfer that is not final. */
  state: string | undefined
}

export function describeTransfer(transfer: Transfer): ShownTransfer {
  const { type } = transfer
  if (type === 'in' || type === 'block' || type === 'pool') return incoming(transfer)
  const amount = -(transfer.amount + transfer.fee)
  if (type === 'failed') {
    const state = transfer.can_be_mined
      ? text('refused by the node, could still be mined')
      : text('failed')
    return { title: text('Not sent'), icon: 'close', tone: 'failed', amount, state }
  }
  const state = type === 'pending' ? text('waiting to be mined') : confirming(transfer)
  return { title: text('Sent'), icon: 'send', tone: 'out', amount, state }
}

function incoming(transfer: Transfer): ShownTransfer {
  const title = transfer.type === 'block' ? text('Mined') : text('Received')
  const state = transfer.double_spend_seen
    ? text('double spend detected: do not rely on it')
    : transfer.type === 'pool'
      ? text('waiting to be mined')
      : showList(
          [confirming(transfer), verifying(transfer)].filter((part) => part !== undefined),
        ) || undefined
  return { title, icon: 'receive', tone: 'in', amount: transfer.amount, state }
}

/** Confirmations of about a day. Older payments are verified on request, so a list does not mark them. */
const dayOfBlocks = 720n

function verifying({ unverified, confirmations = 0n }: Transfer): string | undefined {
  return unverified && confirmations < dayOfBlocks ? text('not yet verified') : undefined
}

function confirming({ locked, confirmations }: Transfer): string | undefined {
  if (!locked) return undefined
  return plural(confirmations ?? 0n, ['locked, # confirmation', 'locked, # confirmations'])
}
