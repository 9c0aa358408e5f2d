/**
 * Lets newer wallets onto a private chain: they expect of a block the version that mainnet had at
 * its height, while all blocks of a private chain have the last one.
 *
 * Blocks are given out as version 1. That changes their ids, so the ids that a wallet names are
 * turned back on their way to the node.
 *
 * @see monero src/wallet/wallet2.cpp check_block_hard_fork_version
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { blockId, parseBlock } from '#protocol/chain/block.ts'
import { bin } from '#protocol/daemon/calls.ts'
import { epeeFrom, epeeTo } from '#protocol/epee.ts'
import { post, type Answer } from './http.ts'

export type Shim = { url: string; stop: () => Promise<void> }

/** Serves the node at `url` to a wallet that knows mainnet alone. */
export async function startShim(url: string): Promise<Shim> {
  const ids = new Ids()
  const server = createServer((request, response) => {
    carry(ids, url, request, response).catch(() => response.destroy())
  })
  // A wallet fails when a connection that it kept is closed while it scans.
  server.keepAliveTimeout = 600_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function carry(ids: Ids, url: string, request: IncomingMessage, response: ServerResponse) {
  const pieces: Uint8Array[] = []
  for await (const piece of request) pieces.push(piece as Uint8Array)
  const body = new Uint8Array(Buffer.concat(pieces))
  const path = request.url ?? '/'
  const answer = await post(url + path, ids.asked(path, body))
  ids.answered(path, answer)
  response.writeHead(answer.status, { 'content-type': String(answer.headers['content-type']) })
  response.end(answer.bytes)
}

/** The ids of blocks as the node has them, by the ids of what the wallet was given. */
class Ids {
  readonly #real = new Map<string, Uint8Array>()

  /** The request with real ids. */
  asked(path: string, body: Uint8Array): Uint8Array {
    if (/^\/get_?blocks\.bin$/.test(path)) return this.#asked(bin.get_blocks.params, body)
    if (/^\/get_?hashes\.bin$/.test(path)) return this.#asked(bin.get_hashes.params, body)
    return body
  }

  #asked(fields: typeof bin.get_hashes.params, body: Uint8Array): Uint8Array {
    const params = epeeTo(fields, body)
    const block_ids = params.block_ids.map((id) => this.#real.get(bytesToHex(id)) ?? id)
    return epeeFrom(fields, { ...params, block_ids })
  }

  /** Makes the blocks in an answer version 1, in place. */
  answered(path: string, { status, bytes }: Answer) {
    if (status !== 200 || !/^\/get_?blocks\.bin$/.test(path)) return
    for (const { block } of epeeTo(bin.get_blocks.result, bytes).blocks) {
      const real = blockId(parseBlock(block.slice()))
      block[0] = 1
      this.#real.set(bytesToHex(blockId(parseBlock(block))), real)
    }
  }
}
