import { bool, u32 } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'

export const is_multisig = walletMethod({
  summary: 'Whether several must sign together to spend',
  params: {},
  result: {
    multisig: bool,
    ready: bool.describe('Whether all keys were exchanged.'),
    threshold: u32.describe('How many must sign.'),
    total: u32.describe('How many can.'),
  },
  source: 'wallet/wallet_rpc_server.cpp on_is_multisig',

  run: ({ multisig }) => multisig.state,
})
