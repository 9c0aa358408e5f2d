/**
 * Lets newer wallets use a private chain: they expect each block to have the mainnet version of its
 * height, but all blocks of a private chain have the latest version.
 *
 * Blocks are returned with version 1, which changes their ids. So the ids in responses are those of
 * the changed blocks, and the ids in requests are translated back.
 *
 * @see monero src/wallet/wallet2.cpp check_block_hard_fork_version
 * @module
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { blockId, parseBlock } from '#protocol/chain/block.ts'
import { bin } from '#protocol/daemon/calls.ts'
import { epeeFrom, epeeTo } from '#protocol/epee/epee.ts'
import { daemonClient, post, type Answer } from './http-client.ts'
import { atFileEnd } from '../programs/file-end.ts'

export type Shim = { url: string; stop: () => Promise<void> }

/** Serves the node at `url` to a wallet that knows mainnet alone. */
export async function startShim(url: string): Promise<Shim> {
  const ids = new Ids(url)
  const server = createServer((request, response) => {
    carry(ids, url, request, response).catch(() => response.destroy())
  })
  // A wallet fails when a connection that it kept is closed while it scans.
  server.keepAliveTimeout = 600_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const shim: Shim = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  atFileEnd(shim.stop)
  return shim
}

async function carry(ids: Ids, url: string, request: IncomingMessage, response: ServerResponse) {
  const pieces: Uint8Array[] = []
  for await (const piece of request) pieces.push(piece as Uint8Array)
  const body = new Uint8Array(Buffer.concat(pieces))
  const path = request.url ?? '/'
  const answer = await post(url + path, ids.asked(path, body))
  await ids.answered(path, answer)
  response.writeHead(answer.status, { 'content-type': String(answer.headers['content-type']) })
  response.end(answer.bytes)
}

/** Under which ids a wallet was given blocks, and those that the node knows them by. */
class Ids {
  readonly #url: string
  /** By the id that was given. */
  readonly #real = new Map<string, Uint8Array>()
  /** By the real one. */
  readonly #given = new Map<string, Uint8Array>()

  constructor(url: string) {
    this.#url = url
  }

  /** The request with real ids. */
  asked(path: string, body: Uint8Array): Uint8Array {
    if (asksBlocks(path)) return this.#asked(bin.get_blocks.params, body)
    if (asksHashes(path)) return this.#asked(bin.get_hashes.params, body)
    return body
  }

  #asked(fields: typeof bin.get_hashes.params, body: Uint8Array): Uint8Array {
    const params = epeeTo(fields, body)
    const block_ids = params.block_ids.map((id) => this.#real.get(bytesToHex(id)) ?? id)
    return epeeFrom(fields, { ...params, block_ids })
  }

  /** Makes the blocks in an answer version 1, and their ids, in place. */
  async answered(path: string, { status, bytes }: Answer) {
    if (status !== 200) return
    if (asksBlocks(path))
      for (const { block } of epeeTo(bin.get_blocks.result, bytes).blocks) this.#give(block)
    if (asksHashes(path))
      for (const id of epeeTo(bin.get_hashes.result, bytes).m_block_ids)
        id.set(await this.#givenId(id))
  }

  /** Makes a block version 1, in place. @returns Its id then. */
  #give(block: Uint8Array): Uint8Array {
    const real = blockId(parseBlock(block.slice()))
    block[0] = 1
    const given = blockId(parseBlock(block))
    this.#real.set(bytesToHex(given), real)
    this.#given.set(bytesToHex(real), given)
    return given
  }

  async #givenId(real: Uint8Array): Promise<Uint8Array> {
    const hash = bytesToHex(real)
    const { call } = daemonClient(this.#url)
    return this.#given.get(hash) ?? this.#give(hexToBytes((await call('get_block', { hash })).blob))
  }
}

const asksBlocks = (path: string) => /^\/get_?blocks\.bin$/.test(path)
const asksHashes = (path: string) => /^\/get_?hashes\.bin$/.test(path)
