/**
 * A bootstrap node that is really asked.
 *
 * @module
 * @see monero src/rpc/core_rpc_server.cpp use_bootstrap_daemon_if_necessary
 */
import { parseJson, stringifyJsonBytes } from '#protocol/json.ts'
import { socksProxyOf } from '#protocol/socks.ts'
import { memberOf } from '../../member-of.ts'
import { readText, parseUpstream } from '../../upstream/forward.ts'
import {
  UpstreamUnavailable,
  type UpstreamRequest,
  type UpstreamNode,
} from '../../upstream/node.ts'
import { originOf } from '../../upstream/origin.ts'
import { NodeRpcError } from '../calls/errors.ts'
import type { Clock } from '../types.ts'
import type { Bootstrap, BootstrapSettings } from './types.ts'

export type BootstrapPorts = {
  /** A node at an origin, by the login and the SOCKS proxy of the settings where they name some. */
  connect: (origin: string, settings: BootstrapSettings) => UpstreamNode
  clock: Clock
  /** `IP:PORT` of a SOCKS proxy that takes the place of any other. */
  proxy?: string | undefined
}

/** How much further the other node must be. */
const ahead = 10n

/** Seconds between two looks at how far it is. */
const lookEvery = 30n

/** No node at first. */
export function bootstrapDaemon({ connect, clock, proxy = '' }: BootstrapPorts): Bootstrap {
  let origin: string | undefined
  let node = nowhere
  let isOn = false
  let wasUsed = false
  let lookedAt = -lookEvery

  /** Whether it is to be asked; undefined when it did not say. */
  async function isAhead(asked: UpstreamNode, height: bigint): Promise<boolean | undefined> {
    lookedAt = clock.now()
    const info = await infoOf(asked)
    if (!info || info.height < info.target) return undefined
    return height + ahead < info.height
  }

  return {
    set(given) {
      const settings = { ...given, proxy: proxy || given.proxy }
      if (settings.proxy !== '' && !socksProxyOf(settings.proxy))
        throw new NodeRpcError('UNSPECIFIED', '')
      void node.close()
      isOn = given.address !== ''
      // No public node is known here: `auto` finds none.
      origin = isOn && given.address !== 'auto' ? originOf(given.address) : undefined
      node = origin === undefined ? nowhere : connect(origin, settings)
    },
    address: () => (origin === undefined ? '' : addressOf(origin)),
    wasEverUsed: () => wasUsed,
    isOn: () => isOn,
    async relay(ask, height) {
      if (!isOn) return undefined
      const asked = node
      if (clock.now() - lookedAt > lookEvery) {
        const further = await isAhead(asked, height)
        if (further === undefined || asked !== node) return undefined
        isOn = further
        if (!isOn) return undefined
      }
      wasUsed = true
      return asked.ask(ask).catch(failed)
    },
  }
}

/** Is never reached. */
export const nowhere: UpstreamNode = {
  ask: () => Promise.reject(new UpstreamUnavailable('unsent')),
  close: async () => {},
}

function failed(error: unknown) {
  if (error instanceof UpstreamUnavailable) return 'failed' as const
  throw error
}

function addressOf(origin: string): string {
  const { hostname, port, protocol } = new URL(origin)
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`
}

/** How far a node is; undefined when it does not say. */
async function infoOf(node: UpstreamNode): Promise<{ height: bigint; target: bigint } | undefined> {
  const ask: UpstreamRequest = {
    path: '/getinfo',
    body: stringifyJsonBytes({}),
    contentType: 'application/json',
    once: false,
  }
  try {
    const text = await readText(await node.ask(ask))
    const info = parseUpstream(() => parseJson(text, { integers: 'bigint' }))
    const [height, target] = [memberOf(info, 'height'), memberOf(info, 'target_height')]
    if (memberOf(info, 'status') !== 'OK' || typeof height !== 'bigint') return undefined
    return { height, target: typeof target === 'bigint' ? target : 0n }
  } catch (error) {
    if (error instanceof UpstreamUnavailable) return undefined
    throw error
  }
}
