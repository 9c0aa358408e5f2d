/**
 * Stands between a wallet and its node, and lets a test do to every answer what networks and
 * broken or wicked servers do.
 *
 * @module
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bytesToHex } from '@noble/hashes/utils.js'
import { bin, json, rpc } from '#protocol/daemon/calls.ts'
import type { DaemonContract } from '#protocol/daemon/contract.ts'
import { post } from './http-client.ts'
import { atFileEnd } from '../programs/file-end.ts'

/** What the wallet gets: an answer, none ever, a closed connection, or one closed half way. */
export type Reply =
  { status?: number; type?: string; bytes: Uint8Array } | 'hang' | 'close' | { half: Uint8Array }

/** `path` is that asked for, or `/json_rpc:METHOD`; `forward` asks the node; `body` is the request's. */
export type Tamper = (
  path: string,
  forward: () => Promise<Uint8Array>,
  body: Uint8Array,
) => Promise<Reply>

export type TamperingProxy = {
  /** `HOST:PORT` */
  address: string
  /** The node that is asked from now on. */
  node: string
  /** How requests are answered from now on. */
  tamper: Tamper
  /** Paths that were asked for. */
  asked: string[]
  /** Every request as it came: first line, headers except `Host`, and body in hex. */
  received: string[]
  stop: () => Promise<void>
}

/** Answers as the node does. */
export const unchanged: Tamper = async (_, forward) => ({ bytes: await forward() })

/** Starts it in front of the node at `url`, unchanged at first. */
export async function startTamperingProxy(url: string): Promise<TamperingProxy> {
  const server = createServer((request, response) => {
    carry(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const tampering: TamperingProxy = {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    node: url,
    tamper: unchanged,
    asked: [],
    received: [],
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  async function carry(request: IncomingMessage, response: ServerResponse) {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const body = new Uint8Array(Buffer.concat(pieces))
    const path = nameOf(request.url ?? '/', body)
    tampering.asked.push(path)
    tampering.received.push(asReceived(request, body))
    const forward = async () => (await post(tampering.node + request.url, body)).bytes
    give(response, await tampering.tamper(path, forward, body))
  }
  atFileEnd(tampering.stop)
  return tampering
}

function asReceived({ method, url, rawHeaders }: IncomingMessage, body: Uint8Array): string {
  const headers = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 && name.toLowerCase() !== 'host' ? `${name}: ${rawHeaders[at + 1]}` : [],
  )
  return [`${method} ${url}`, ...headers, bytesToHex(body)].join('\n')
}

/** The path or method by its name in our tables, whichever alias was asked for. */
function nameOf(path: string, body: Uint8Array): string {
  const [, alias = '', suffix = ''] = /^\/(\w+)(\.bin)?$/.exec(path) ?? []
  if (path !== '/json_rpc') return alias ? `/${named(suffix ? bin : json, alias)}${suffix}` : path
  const [, method = ''] = /"method": ?"(\w+)"/.exec(new TextDecoder().decode(body)) ?? []
  return `${path}:${named(rpc, method)}`
}

const named = (table: Record<string, DaemonContract>, alias: string) =>
  Object.entries(table).find(([, { aliases }]) => aliases?.includes(alias))?.[0] ?? alias

function give(response: ServerResponse, reply: Reply) {
  if (reply === 'hang') return
  if (reply === 'close') return void response.destroy()
  if ('half' in reply) {
    const half = reply.half.subarray(0, reply.half.length >> 1)
    response.writeHead(200, { 'content-length': reply.half.length })
    response.write(half, () => response.destroy())
    return
  }
  const { status = 200, type = 'application/octet-stream', bytes } = reply
  response.writeHead(status, { 'content-type': type }).end(bytes)
}
