/**
 * The publisher of `nightjar-node`: messages for subscribers, as monerod sends them.
 *
 * @module
 */
import type { NodeContext } from '../../proxy/node/context.ts'
import { publishOwnChain } from '../../proxy/publisher/own-chain.ts'
import { Publisher } from '../../proxy/publisher/publisher.ts'
import { UpstreamObserver } from '../../proxy/publisher/upstream-observer.ts'
import type { UpstreamNode } from '../../proxy/upstream/node.ts'
import { programCrypto } from '../process/program-crypto.ts'
import { openZmqSocket, type ZmqSocket } from './socket.ts'

export type Published = { endpoints: readonly string[]; close: () => Promise<void> }

/** Time between two looks at an upstream node. */
const lookMs = 1000

const report = (error: unknown) => console.error('bug:', error)

/** Publishes a chain of our own. @throws ProgramError that names an address. */
export async function publishChain(
  addresses: readonly string[],
  context: NodeContext,
): Promise<Published> {
  let socket: ZmqSocket | undefined
  const publisher = new Publisher(context.crypto, (message) => socket?.send(message))
  const { subscriptions } = publisher
  socket = await openZmqSocket(addresses, (message) => subscriptions.apply(message), report)
  publishOwnChain(publisher, context)
  const { endpoints, close } = socket
  return {
    endpoints,
    async close() {
      // The chain changes until it is closed, which happens later.
      socket = undefined
      close()
    },
  }
}

/**
 * Publishes what an upstream node reports.
 *
 * @param program - URL of the program's file, which has the cryptography beside it.
 * @throws ProgramError that names an address.
 */
export async function publishUpstream(
  addresses: readonly string[],
  node: UpstreamNode,
  program: string,
): Promise<Published> {
  const crypto = await programCrypto(program)
  let socket: ZmqSocket | undefined
  const publisher = new Publisher(crypto, (message) => socket?.send(message))
  const log = (message: string) => console.error(message)
  const observer = new UpstreamObserver({ node, crypto, publisher, log, report })
  socket = await openZmqSocket(
    addresses,
    (message) => {
      publisher.subscriptions.apply(message)
      void observer.lookAgain()
    },
    report,
  )
  const timer = setInterval(() => void observer.look(), lookMs)
  const { endpoints, close } = socket
  return {
    endpoints,
    async close() {
      clearInterval(timer)
      await observer.stop()
      socket = undefined
      close()
    },
  }
}
