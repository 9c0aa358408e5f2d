/**
 * Our node in the test process, with an HTTP port for other programs. Unlike the program of `regtest.ts`
 * it does not mine at the start: a test adds all blocks.
 *
 * @module
 */
import { listen } from '../../../server/http/listener.ts'
import { ownNode, type OwnNode } from './in-process-node.ts'
import { minerAddress } from '../programs/monerod.ts'
import { atFileEnd } from '../programs/file-end.ts'

export type ServedNode = OwnNode & {
  /** `127.0.0.1:PORT` */
  address: string
  /** Mines blocks, all that is in the pool in the first. */
  mine: (blocks: number, address?: string) => Promise<void>
  stop: () => Promise<void>
}

export async function servedNode(): Promise<ServedNode> {
  const node = await ownNode()
  const server = await listen(node.app, '127.0.0.1', 0)
  let closed: Promise<void> | undefined
  const stop = () => (closed ??= server.close())
  atFileEnd(stop)
  return {
    ...node,
    address: `127.0.0.1:${server.port}`,
    async mine(blocks, wallet_address = minerAddress) {
      await node.call('generateblocks', { amount_of_blocks: blocks, wallet_address })
    },
    stop,
  }
}
