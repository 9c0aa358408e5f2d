import { RpcError } from '#protocol/errors.ts'
import { text } from '#protocol/fields.ts'
import { hostMethod } from '../method.ts'
import { parseTxid } from '../notes/txid.ts'

export const verify_transfer = hostMethod({
  summary: 'Proves a received payment by its whole block; the node learns that block',
  params: { txid: text },
  result: {},
  errors: ['WRONG_TXID', 'NO_DAEMON_CONNECTION', 'DAEMON_IS_BUSY'],

  async run({ wallet }, { txid }) {
    const wanted = parseTxid(txid)
    const { store, sync } = wallet
    const received = [...store.received.values()].find((record) => record.txid === wanted)
    if (!received) throw new RpcError('WRONG_TXID', 'This transaction paid nothing to this wallet.')
    await sync.verifyBlocks(received.height, received.height + 1n)
    return {}
  },
})
