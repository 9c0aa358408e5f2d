/**
 * A publisher whose messages a test reads.
 *
 * @module
 */
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { parseJson } from '#protocol/json/json.ts'
import { Publisher } from '../../../proxy/publisher/publisher.ts'
import { testCrypto } from '../wasm/crypto.ts'

export async function publishedMessages(...prefixes: readonly string[]) {
  const messages: string[] = []
  const publisher = new Publisher(await testCrypto(), (message) => void messages.push(message))
  const request = (tag: number, prefix: string) =>
    publisher.subscriptions.apply(Uint8Array.of(tag, ...utf8ToBytes(prefix)))
  const subscribe = (prefix: string) => request(1, prefix)
  prefixes.forEach(subscribe)
  return {
    publisher,
    subscribe,
    unsubscribe: (prefix: string) => request(0, prefix),
    /** The messages since the last call. */
    taken: () => messages.splice(0),
    /** The same, as topic and value. */
    takenValues: () => messages.splice(0).map(valueOf),
  }
}

/** A message as its topic and its JSON. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test reads any field of any message
export function valueOf(message: string): [topic: string, value: any] {
  const colon = message.indexOf(':')
  return [message.slice(0, colon), parseJson(message.slice(colon + 1), { integers: 'bigint' })]
}
