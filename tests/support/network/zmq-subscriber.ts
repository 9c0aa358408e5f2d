/**
 * A client of a ZeroMQ publisher.
 *
 * @module
 */
import { Subscriber } from 'zeromq'
import { atFileEnd } from '../programs/file-end.ts'

export type ZmqSubscriber = {
  /** The next message. @throws Error if none arrives within a minute. */
  next: () => Promise<string>
  /** The next messages. */
  take: (count: number) => Promise<string[]>
  subscribe: (...prefixes: readonly string[]) => void
  unsubscribe: (prefix: string) => void
  close: () => void
}

/** Connects; a subscription takes effect when the publisher has received it, which it does not confirm. */
export function zmqSubscriber(address: string, ...prefixes: readonly string[]): ZmqSubscriber {
  const socket = new Subscriber({
    linger: 0,
    receiveTimeout: 60_000,
    receiveHighWaterMark: 0,
    ipv6: address.startsWith('tcp://['),
  })
  socket.connect(address)
  if (prefixes.length > 0) socket.subscribe(...prefixes)
  const close = () => socket.close()
  atFileEnd(close)
  const next = async () => {
    const [message] = await socket.receive()
    return message!.toString('latin1')
  }
  return {
    next,
    async take(count) {
      const taken: string[] = []
      while (taken.length < count) taken.push(await next())
      return taken
    },
    subscribe: (...more) => socket.subscribe(...more),
    unsubscribe: (prefix) => socket.unsubscribe(prefix),
    close,
  }
}
