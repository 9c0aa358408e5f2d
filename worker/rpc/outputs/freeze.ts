import { walletMethod } from '../method.ts'
import { freezeContract, setOutputFrozen } from './set-frozen.ts'

export const freeze = walletMethod({
  ...freezeContract,
  summary: 'Excludes an output from spending',
  source: 'wallet/wallet_rpc_server.cpp on_freeze',

  run: (wallet, { key_image }) => setOutputFrozen(wallet, key_image, true),
})
