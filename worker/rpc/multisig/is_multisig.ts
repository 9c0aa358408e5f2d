import { bool, u32 } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'

export const is_multisig = walletMethod({
  summary: 'Whether the wallet is multisig',
  params: {},
  result: {
    multisig: bool,
    ready: bool.describe('Whether the key exchange is complete.'),
    threshold: u32.describe('Number of members that must sign.'),
    total: u32.describe('Number of members.'),
  },
  source: 'wallet/wallet_rpc_server.cpp on_is_multisig',

  run: ({ multisig }) => multisig.state,
})
