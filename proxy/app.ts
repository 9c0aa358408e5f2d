/**
 * The daemon proxy: access rules, then the page, the daemon, and other nodes the operator allows.
 *
 * @module
 */
import type { Access } from './access-rules.ts'
import type { DigestGate } from './digest-gate.ts'
import { Hono, type MiddlewareHandler } from 'hono'
import { requireAllowedOrigin, requireKnownHost } from './access-middleware.ts'
import { requireLogin } from './require-login.ts'
import { nodeSamplesPath } from '#protocol/daemon/node-samples.ts'
import { pricesPath } from '#protocol/daemon/prices.ts'
import { feedPath, indexName } from '#protocol/feed/feed-index.ts'
import { eventsName } from '#protocol/feed/live.ts'
import { StorageFailure } from '#protocol/storage-failure.ts'
import { dnsQueries } from './dns-query.ts'
import { nodeSamplesReply } from './node-samples.ts'
import { pricesReply } from './prices.ts'
import { errorReply, guards } from './replies.ts'
import { serverInfoRoute } from './server-info.ts'
import type { CountFileCache } from './output-counts.ts'
import { daemonRoutes } from './routes.ts'
import type { DaemonBackend } from './daemon-backend.ts'
import type { Turn } from './route-handler.ts'
import { upstreamBackend } from './upstream/backend.ts'
import type { UpstreamNode } from './upstream/node.ts'
import { isNearby, originOf } from './upstream/origin.ts'

export type ProxyOptions = {
  /** Answers our own routes. */
  backend: DaemonBackend
  access: Access
  /** Hides and caps what `monerod --restricted-rpc` does. */
  restricted: boolean
  /** The nodes that the backend asks. Wallets compare several. */
  nodes?: readonly UpstreamNode[]
  /** Other nodes that pages may use, by origin. */
  others?: ReadonlyMap<string, UpstreamNode>
  /** A file of the page; undefined for any other path. */
  page?: (request: Request) => Promise<Response | undefined>
  /** Addresses of second servers whose scan feed pages may compare. */
  comparedFeeds?: readonly string[]
  /** URL of the resolver that answers TXT queries of the page. Without it `/dns-query` does not exist. */
  resolver?: string
  /** URL of the prices that pages may read. Without it `/prices/v1` does not exist. */
  priceSource?: string
  /** Keeps files of output counts. */
  countCache?: CountFileCache
  /** Sees all requests before any other part. */
  observer?: MiddlewareHandler
  /** Routes of a light node: the scan feed, health, metrics. */
  light?: readonly Hono[]
  /** Requires a login for everything except the page. */
  gate?: DigestGate
  /** Requests wait for it before they are parsed. */
  turn?: Turn
  /** Receives bugs. They never contain a request. */
  report: (error: unknown) => void
}

/** Without the path, which is for the operator. */
const storageReply =
  'The node cannot write its storage, so nothing was changed. Its log has the reason'

/** An app for any host that speaks `Request` and `Response`. */
export function proxyApp(options: ProxyOptions): Hono {
  const {
    backend,
    access,
    restricted,
    nodes = [],
    others = new Map<string, UpstreamNode>(),
    page,
    comparedFeeds = [],
    resolver,
    priceSource,
    countCache,
    observer,
    light = [],
    gate,
    turn,
    report,
  } = options
  const app = new Hono()
  app.onError((error) => {
    report(error)
    return errorReply(500, error instanceof StorageFailure ? storageReply : 'Internal error')
  })
  app.notFound(() => errorReply(404, 'Not found'))

  if (observer) app.use(observer)
  app.use(requireKnownHost(access))
  if (page) app.on(['GET', 'HEAD'], '*', async (c, next) => (await page(c.req.raw)) ?? next())
  app.use(requireAllowedOrigin(access, undefined, isFeedList))
  if (gate) app.use(requireLogin(gate))
  app.use(rejectQueries)
  if (resolver !== undefined) app.post('/dns-query', dnsQueries(resolver))
  app.get(nodeSamplesPath, nodeSamplesReply(nodes))
  if (priceSource !== undefined) app.get(pricesPath, pricesReply(priceSource))
  const prices = priceSource !== undefined
  app.route(
    '/',
    serverInfoRoute({
      others: others.keys(),
      nodeCount: nodes.length,
      prices,
      comparedFeeds,
      restricted,
    }),
  )
  for (const routes of light) app.route('/', routes)
  for (const path of feedPaths) app.get(path, () => noFeed())
  app.route('/', daemonRoutes(backend, restricted, { countCache, turn }))
  app.all('/node/*', otherNodes(others, restricted, turn))
  return app
}

/** What wallets ask every proxy of ours for. Without a feed, a 404 would be an error in the console of a page. */
const feedPaths = [feedPath + indexName, feedPath + eventsName]

/** Pages of any server compare their own feed with this one. */
const isFeedList = (path: string) =>
  path === feedPath + indexName || path.startsWith(`${feedPath}lists/`)

const noFeed = () =>
  new Response(null, {
    status: 204,
    headers: { ...guards, 'cache-control': 'public, max-age=300' },
  })

/** Refuses paths with a query, as monerod does. */
const rejectQueries: MiddlewareHandler = async ({ req }, next) =>
  req.url.includes('?') ? errorReply(404, 'Not found') : next()

/**
 * `/node/ADDRESS/PATH` is PATH of the node at ADDRESS, which is encoded by `encodeURIComponent`.
 *
 * Only nodes that the operator has listed can be reached. Otherwise any client could make the proxy
 * fetch any address, including those of its own network.
 */
function otherNodes(
  others: ReadonlyMap<string, UpstreamNode>,
  restricted: boolean,
  turn: Turn | undefined,
): MiddlewareHandler {
  const apps = new Map(
    [...others].map(([origin, node]) => {
      const backend = upstreamBackend(node, { fillHashes: isNearby(origin) })
      return [origin, daemonRoutes(backend, restricted, { turn })]
    }),
  )
  return async ({ req: { raw }, env }) => {
    const url = new URL(raw.url)
    const [, address = '', path = ''] = /^\/node\/([^/]+)(\/.*)$/.exec(url.pathname) ?? []
    const origin = originOf(decoded(address))
    const app = origin && apps.get(origin)
    if (!app) return errorReply(403, 'This node is not allowed here')
    if (raw.method === 'GET' && feedPaths.includes(path)) return noFeed()
    // String concatenation, because `new URL` would read a path of two slashes as a host.
    return app.fetch(new Request(url.origin + path, raw), env as object)
  }
}

function decoded(component: string): string {
  try {
    return decodeURIComponent(component)
  } catch {
    // Not encoded by encodeURIComponent, so not an address.
    return ''
  }
}
