/**
 * Transfers in answers.
 *
 * @module
 */
import type { SubaddressIndex } from '../../engine/store/records.ts'
import type { Transfer } from '../../engine/ledger/transfer-view.ts'

/** A transfer with monero's field names. Fields that monero leaves out at zero are undefined. */
export const wireTransfer = (transfer: Transfer) => ({
  txid: transfer.txid,
  payment_id: transfer.paymentId,
  height: transfer.height,
  timestamp: transfer.timestamp,
  amount: transfer.amount,
  amounts: transfer.amounts,
  fee: transfer.fee,
  note: transfer.note,
  destinations: transfer.destinations,
  type: transfer.kind,
  unlock_time: transfer.unlockTime,
  locked: transfer.locked,
  subaddr_index: wireIndex(transfer.subaddress),
  subaddr_indices: transfer.subaddresses.map(wireIndex),
  address: transfer.address,
  double_spend_seen: transfer.doubleSpendSeen,
  can_be_mined: transfer.canBeMined || undefined,
  unverified: transfer.unverified || undefined,
  pinned: transfer.pinned || undefined,
  confirmations: transfer.confirmations || undefined,
  suggested_confirmations_threshold: transfer.suggestedConfirmations || undefined,
})

export const wireIndex = ({ account, address }: SubaddressIndex) => ({
  major: account,
  minor: address,
})
