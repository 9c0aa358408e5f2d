import { walletMethod } from '../method.ts'
import { freezeContract, setOutputFrozen } from './set-frozen.ts'

export const thaw = walletMethod({
  ...freezeContract,
  summary: 'Makes a frozen output spendable again',
  source: 'wallet/wallet_rpc_server.cpp on_thaw',

  run: (wallet, { key_image }) => setOutputFrozen(wallet, key_image, false),
})
