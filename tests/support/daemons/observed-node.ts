/**
 * An observer of a node of our own, in place of an upstream monerod, whose answers a test may change.
 *
 * @module
 */
import { bytesToLatin1 } from '#protocol/bytes.ts'
import { parseJson } from '#protocol/json/json.ts'
import { UpstreamObserver } from '../../../proxy/publisher/upstream-observer.ts'
import { publishedMessages } from '../chains/published-messages.ts'
import { testCrypto } from '../wasm/crypto.ts'
import { fakeNode } from './fake-upstream-node.ts'
import type { OwnNode } from './in-process-node.ts'

/** Changes the text of an answer. @param call - Its method or path. */
type Lie = (answer: string, call: string) => string

export async function observedNode(node: Pick<OwnNode, 'post'>, ...prefixes: readonly string[]) {
  const published = await publishedMessages(...prefixes)
  const crypto = await testCrypto()
  const lines: string[] = []
  const scene = {
    ...published,
    lines,
    /** The calls since the last time, without their params. */
    calls: () => upstream.asked.splice(0).map(callOf),
    lie: undefined as Lie | undefined,
    /** Runs before each answer. */
    before: undefined as ((call: string) => unknown) | undefined,
    look: () => observer.look(),
    observer: undefined as unknown as UpstreamObserver,
  }
  const upstream = fakeNode(async (request) => {
    const call = callOf(request)
    await scene.before?.(call)
    const { bytes } = await node.post(request.path, request.body)
    return scene.lie ? scene.lie(bytesToLatin1(bytes), call) : bytes
  })
  const observer = new UpstreamObserver({
    node: upstream,
    crypto,
    publisher: published.publisher,
    log: (message) => void lines.push(message),
    report: (error) => {
      throw error
    },
  })
  scene.observer = observer
  return scene
}

function callOf({ path, body }: { path: string; body: Uint8Array }): string {
  if (path !== '/json_rpc') return path
  return (parseJson(bytesToLatin1(body)) as { method: string }).method
}
