/**
 * Names of routes, for labels. The path of a request never becomes a label.
 *
 * @module
 */
import { nodeSamplesPath } from '#protocol/daemon/node-samples.ts'
import { outputCountFiles } from '#protocol/daemon/output-counts.ts'
import { pricesPath } from '#protocol/daemon/prices.ts'
import { serverInfoPath } from '#protocol/daemon/server-info.ts'
import { paths } from '../routes.ts'
import { healthPath } from './health.ts'
import { metricsPath } from './metrics-route.ts'

export type RouteNames = {
  /** All names except `other`. */
  names: readonly string[]
  /** The name of the route that answers a path; `other` for unknown ones. */
  nameOf: (path: string) => string
}

/** Routes of the proxy beside the daemon RPC. Each also names the paths below it. */
const ownRoutes: Readonly<Record<string, string>> = {
  [outputCountFiles]: 'output_counts',
  [nodeSamplesPath]: 'node_samples',
  [pricesPath]: 'prices',
  [serverInfoPath]: 'server_info',
  [healthPath]: 'health',
  [metricsPath]: 'metrics',
  '/dns-query': 'dns_query',
  '/node': 'other_node',
}

/**
 * The names of the daemon's paths (`get_height`, `get_blocks.bin`, `json_rpc`) and of the proxy's own.
 *
 * @param more - Names of further paths: `{ '/feed/v1': 'feed' }`.
 */
export function routeNames(more: Readonly<Record<string, string>> = {}): RouteNames {
  const exact = new Map([['/json_rpc', 'json_rpc']])
  for (const { route } of paths())
    exact.set(route.path, route.path.endsWith('.bin') ? `${route.name}.bin` : route.name)
  const prefixes = Object.entries({ ...ownRoutes, ...more })
  const below = (path: string) =>
    prefixes.find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`))?.[1]
  return {
    names: [...new Set([...exact.values(), ...prefixes.map(([, name]) => name)])],
    nameOf: (path) => exact.get(path) ?? below(path) ?? 'other',
  }
}
