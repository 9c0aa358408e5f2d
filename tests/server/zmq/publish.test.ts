import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, vi } from 'vitest'
import type { UpstreamNode } from '../../../proxy/upstream/node.ts'
import { publishChain, publishUpstream, type Published } from '../../../server/zmq/publish.ts'
import { valueOf } from '../../support/chains/published-messages.ts'
import { fakeNode } from '../../support/daemons/fake-upstream-node.ts'
import { ownNode, type OwnNode } from '../../support/daemons/in-process-node.ts'
import { zmqSubscriber } from '../../support/network/zmq-subscriber.ts'
import { atFileEnd } from '../../support/programs/file-end.ts'
import { minerAddress } from '../../support/programs/monerod.ts'
import { pause } from '../../support/programs/process.ts'
import { test } from '../../support/programs/test.ts'

/** A program beside the built modules. */
const program = pathToFileURL(resolve('wasm/build/program.js')).href
const anyPort = ['tcp://127.0.0.1:*']

async function mine(node: OwnNode): Promise<string> {
  const params = { amount_of_blocks: 1, wallet_address: minerAddress }
  return (await node.call('generateblocks', params)).blocks[0]
}

/** Mines until the client has received the first message, whose subscription may be under way. */
async function firstOf({ endpoints }: Published, node: OwnNode) {
  const client = zmqSubscriber(endpoints[0]!, 'json-minimal-chain_main')
  let received: string | undefined
  void client.next().then((message) => (received = message))
  await vi.waitFor(
    async () => {
      await mine(node)
      await pause(100)
      expect(received).toBeDefined()
    },
    { timeout: 60_000 },
  )
  return { client, value: valueOf(received!)[1] }
}

describe('publishChain', () => {
  test('publishes the blocks of our own chain until it is closed', async () => {
    const node = await ownNode()
    const published = await publishChain(anyPort, node.context)
    const { value } = await firstOf(published, node)
    const { chain } = node.context
    expect(value.ids).toEqual([chain.idAt(value.first_height)])
    await published.close()
    await mine(node)
  })

  test('error: a wrong address', async () => {
    const { context } = await ownNode()
    await expect(publishChain(['tcp://192.0.2.1:1'], context)).rejects.toThrow('--zmq-pub tcp:')
  })
})

describe('publishUpstream', () => {
  test('publishes the blocks of an upstream node, which it asks while there are subscriptions', async () => {
    const node = await ownNode()
    const upstream = fakeNode(async ({ path, body }) => (await node.post(path, body)).bytes)
    const published = await publishUpstream(anyPort, upstream satisfies UpstreamNode, program)
    atFileEnd(() => published.close())
    await pause(1500)
    expect(upstream.asked).toEqual([])
    const { client, value } = await firstOf(published, node)
    expect(value.ids).toEqual([node.context.chain.idAt(value.first_height)])
    client.close()
    await pause(1500)
    const asked = upstream.asked.length
    await pause(1500)
    expect(upstream.asked).toHaveLength(asked)
  })

  test('stops asking when it is closed', async () => {
    const upstream = fakeNode(() => '{"status":"BUSY"}')
    const published = await publishUpstream(anyPort, upstream, program)
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
    zmqSubscriber(published.endpoints[0]!, '')
    await vi.waitFor(() => expect(upstream.asked.length).toBeGreaterThan(0), { timeout: 60_000 })
    await published.close()
    const asked = upstream.asked.length
    await pause(1500)
    expect(upstream.asked).toHaveLength(asked)
    expect(errors.mock.calls).toEqual([
      ['zmq-pub: nothing is published for now: daemon: get_transaction_pool_hashes: BUSY'],
    ])
    errors.mockRestore()
  })

  test('error: a wrong address leaves no timer behind', async () => {
    const upstream = fakeNode()
    await expect(publishUpstream(['tcp://192.0.2.1:1'], upstream, program)).rejects.toThrow(
      '--zmq-pub tcp://192.0.2.1:1: this machine does not have that address',
    )
    await pause(1200)
    expect(upstream.asked).toEqual([])
  })
})
