/**
 * The bootstrap node that an operator names, reached by whatever carries bytes on this platform.
 *
 * @module
 */
import type { BootstrapSettings } from '../node/bootstrap/types.ts'
import { AwayError, type Node } from '../upstream/node.ts'
import type { Carrier } from './upstreams.ts'

/** One behind a login or a SOCKS proxy is never reached: going around the proxy would tell who asks. */
export const bootstrapNode =
  (carrier: Carrier) =>
  (origin: string, { proxy, username, password }: BootstrapSettings): Node => {
    if (!proxy && !username && !password) return carrier(origin)
    return { ask: () => Promise.reject(new AwayError('unsent')), close: async () => {} }
  }
