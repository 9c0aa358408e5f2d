import { bool } from '#protocol/fields.ts'
import { isFrozen } from '../../engine/ledger/frozen.ts'
import { walletMethod } from '../method.ts'
import { keyImageParam, requireKeyImage } from './key-image.ts'

export const frozen = walletMethod({
  summary: 'Whether an output is frozen',
  params: { key_image: keyImageParam },
  result: { frozen: bool },
  refusedWhen: ['background'],
  errors: ['WRONG_KEY_IMAGE', 'UNKNOWN_ERROR'],
  source: 'wallet/wallet_rpc_server.cpp on_frozen',

  run({ store }, { key_image }) {
    return { frozen: isFrozen(store, requireKeyImage(key_image, 'check if frozen')) }
  },
})
