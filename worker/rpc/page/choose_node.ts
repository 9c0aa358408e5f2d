import { RpcError } from '#protocol/errors.ts'
import { text } from '#protocol/fields.ts'
import { hostMethod } from '../method.ts'
import { daemonUrl } from '../sync/daemon-url.ts'

export const choose_node = hostMethod({
  summary: 'Connects the open wallet, and the next ones, to another node',
  params: { address: text.describe('HOST:PORT or a URL; empty for the node of the page.') },
  result: {},
  errors: ['NO_DAEMON_CONNECTION'],

  run({ service }, { address }) {
    const url = daemonUrl(address, false)
    if (url === undefined)
      throw new RpcError(
        'NO_DAEMON_CONNECTION',
        'address: expected HOST:PORT or a URL of a node, without a login',
      )
    // Without a wallet, the next one begins with it.
    service.firstDaemon = { address: url, trusted: false }
    service.wallet?.setDaemon(service.firstDaemon)
    return {}
  },
})
