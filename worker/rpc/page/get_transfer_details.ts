import { bool, list, text, u64 } from '#protocol/fields.ts'
import { isUnconfirmed } from '../../engine/ledger/balances.ts'
import { isUnverified } from '../../engine/ledger/transfer-view.ts'
import { hostMethod } from '../method.ts'
import { parseTxid } from '../notes/txid.ts'

export const get_transfer_details = hostMethod({
  summary: 'What the wallet can do with a transaction, and the ring members of its inputs',
  params: { txid: text },
  result: {
    can_resend: bool.describe(
      'Whether `resend_tx` accepts it: it waits, and its bytes are stored.',
    ),
    can_verify: bool.describe(
      'Whether `verify_transfer` can prove its received payments: the id of its block is stored.',
    ),
    rings: list(list(u64)).describe(
      'For each input of a sent transaction, the global output indices of its ring members.',
    ),
  },
  errors: ['NOT_OPEN', 'WRONG_TXID'],

  run({ wallet }, { txid }) {
    const wanted = parseTxid(txid)
    const { store, chain } = wallet
    const sent = store.sent.get(wanted)
    const unverified = [...store.received.values()].filter(
      (record) => record.txid === wanted && isUnverified(record),
    )
    return {
      can_resend: sent !== undefined && isUnconfirmed(sent) && sent.blob.length > 0,
      can_verify: unverified.length > 0 && unverified.every(({ height }) => height >= chain.first),
      rings: sent?.rings ?? [],
    }
  },
})
