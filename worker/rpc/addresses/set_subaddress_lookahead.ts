import { RpcError } from '#protocol/errors.ts'
import { text, u32 } from '#protocol/fields.ts'
import { TimeSlice } from '../../engine/base/time-slice.ts'
import { walletMethod } from '../method.ts'

export const set_subaddress_lookahead = walletMethod({
  summary: 'Sets the number of accounts and addresses to scan beyond the last used ones',
  params: {
    password: text
      .default('')
      .secret()
      .describe('Password of the wallet, if it is stored in a file.'),
    major_idx: u32.default(0).describe('Accounts, at least 1.'),
    minor_idx: u32.default(0).describe('Addresses per account, at least 1.'),
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
