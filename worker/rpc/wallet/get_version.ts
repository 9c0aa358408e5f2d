import { bool, u32 } from '#protocol/fields.ts'
import { serviceMethod } from '../method.ts'

/** Major and minor number of the interface, 16 bits each. */
const version = (1 << 16) | 3

export const get_version = serviceMethod({
  summary: 'Version of the wallet RPC',
  params: {},
  result: {
    version: u32.describe('Major number in the upper 16 bits, minor in the lower.'),
    release: bool.describe('Whether this is a released version.'),
  },
  source: 'wallet/wallet_rpc_server.cpp on_get_version',

  run() {
    return { version, release: true }
  },
})
