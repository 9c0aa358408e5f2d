/**
 * A node of our own on a private chain in memory, asked without a network.
 *
 * @module
 */
import type { Hono } from 'hono'
import { bytesToLatin1 } from '#protocol/bytes.ts'
import { parseJsonBytes, stringifyJson } from '#protocol/json/json.ts'
import { seedEpoch } from '#protocol/rules/seed-height.ts'
import { daemonRoutes } from '../../../proxy/routes.ts'
import type { NodeContext } from '../../../proxy/node/context.ts'
import { openNode, type NodePorts } from '../../../proxy/node/own-node.ts'
import type { MiningStatus } from '../../../proxy/node/miner/types.ts'
import { openMemoryDriver } from '../storage/memory-driver.ts'
import { sqliteDriver } from '../../../server/sqlite/connection.ts'
import { systemRandom } from '../../../worker/adapters/platform.ts'
import { testCrypto } from '../wasm/crypto.ts'
import { CallError, type Answer } from '../network/http-client.ts'

export type OwnNode = {
  /** Its routes. */
  app: Hono
  context: NodeContext
  /** Any body to any path. */
  post: (path: string, body: string | Uint8Array | object) => Promise<Answer>
  /** A JSON-RPC call; throws when it answers an error. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test reads any field of any answer
  call: (method: string, params?: unknown) => Promise<any>
  /** The same node through its restricted port. */
  public: Pick<OwnNode, 'post'>
}

/** Its clock is the machine's, difficulty is 1; what a test gives takes the place of that. */
export async function ownNode(
  ports: Partial<NodePorts> = {},
  { restricted = false }: { restricted?: boolean } = {},
): Promise<OwnNode> {
  const { backend, context } = openNode({
    driver: openMemoryDriver(await sqliteDriver()),
    options: { network: 'fakechain', fixedDifficulty: 1n },
    seedEpoch,
    clock: { now: () => BigInt(Math.floor(Date.now() / 1000)) },
    random: systemRandom,
    crypto: await testCrypto(),
    pow: { hash: () => Promise.reject(new Error('no proof of work here')) },
    miner: () => idleMiner(),
    bootstrap: noBootstrap,
    host: { version: 'test', freeSpace: () => 0n, connections: () => 1n },
    stop: () => {},
    ...ports,
  })
  const app = daemonRoutes(backend, restricted)
  const post = asking(app)
  return {
    app,
    context,
    post,
    public: { post: asking(daemonRoutes(backend, true)) },
    async call(method, params) {
      const answer = await post('/json_rpc', { jsonrpc: '2.0', id: '0', method, params })
      const { result, error } = answer.json()
      if (error) throw new CallError(Number(error.code), `${method}: ${error.message}`)
      return result
    },
  }
}

/** Any body to any path of an app. */
function asking(app: OwnNode['app']): OwnNode['post'] {
  // A bug fails the test that meets it.
  app.onError((error) => {
    throw error
  })
  return async (path, body) => {
    const raw = typeof body === 'string' || body instanceof Uint8Array
    const answer = await app.request(path, {
      method: 'POST',
      body: raw ? (body as Uint8Array<ArrayBuffer>) : stringifyJson(body),
    })
    const bytes = new Uint8Array(await answer.arrayBuffer())
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      bytes,
      text: () => bytesToLatin1(bytes),
      json: () => parseJsonBytes(bytes, { integers: 'bigint' }),
    }
  }
}

const noBootstrap = {
  set: () => {},
  address: () => '',
  wasEverUsed: () => false,
  isOn: () => false,
}

/** Mines nothing, and says that it does. */
function idleMiner() {
  const idle: MiningStatus = {
    active: false,
    speed: 0n,
    threads: 0,
    address: undefined,
    blockReward: 0n,
    background: false,
    ignoreBattery: false,
  }
  let status = idle
  return {
    mostThreads: () => 8,
    start: async ({ address, threads, background, ignoreBattery }) => {
      status = { ...idle, active: true, address, threads, background, ignoreBattery }
      return true
    },
    stop: async () => {
      status = idle
      return true
    },
    status: () => status,
    solve: () => Promise.reject(new Error('no search for nonces here')),
    showHashRate: () => {},
  } satisfies ReturnType<NodePorts['miner']>
}
