import { setFrozen } from '../../engine/ledger/frozen.ts'
import { walletMethod } from '../method.ts'
import { keyImageParam, requireKeyImage } from './key-image.ts'

export const thaw = walletMethod({
  summary: 'Let a frozen output be spent again',
  params: { key_image: keyImageParam },
  result: {},
  refusedWhen: ['restricted', 'background'],
  errors: ['WRONG_KEY_IMAGE', 'UNKNOWN_ERROR'],
  source: 'wallet/wallet_rpc_server.cpp on_thaw',

  async run(wallet, { key_image }) {
    await setFrozen(wallet.store, requireKeyImage(key_image, 'thaw'), false)
    wallet.events.emit('changed', { what: 'balance' })
    return {}
  },
})
