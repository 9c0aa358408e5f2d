import { RpcError } from '#protocol/errors.ts'
import { text, u32 } from '#protocol/fields.ts'
import { TimeSlice } from '../../engine/base/time-slice.ts'
import { walletMethod } from '../method.ts'

export const set_subaddress_lookahead = walletMethod({
  summary: 'Watch so many accounts and addresses beyond the last one used',
  params: {
    password: text.default('').secret().describe("The wallet's, if it is kept in a file."),
    major_idx: u32.default(0).describe('Accounts; 1 at least.'),
    minor_idx: u32.default(0).describe('Addresses in each; 1 at least.'),
  },
  result: {},
  refusedWhen: ['restricted', 'background'],
  errors: ['INVALID_PASSWORD', 'UNKNOWN_ERROR'],
  source: 'wallet/wallet_rpc_server.cpp on_set_subaddr_lookahead',

  async run(wallet, { password, major_idx: accounts, minor_idx: addresses }) {
    if (wallet.name !== '' && !(await wallet.verifyPassword(password)))
      throw new RpcError('INVALID_PASSWORD', 'Invalid password.')
    const breath = new TimeSlice(wallet.ports.clock)
    await wallet.inForeground(() => wallet.addresses.setLookahead({ accounts, addresses }, breath))
    return {}
  },
})
