import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { bytesToHex } from '@noble/hashes/utils.js'
import { mineBlocks, paymentWaits, privateChain } from '../../web/state/node.ts'
import { addressOf, coinbaseCoin } from '../support/chains/coinbase-coins.ts'
import { testCrypto } from '../support/wasm/crypto.ts'
import { ForgeScene, type ForgeParts } from '../support/transactions/forge-scene.ts'
import { newSecrets } from '../support/chains/coin-mint.ts'
import { minerAddress } from '../support/programs/monerod.ts'
import { ownNode, type OwnNode } from '../support/daemons/in-process-node.ts'

const { fetch: realFetch } = globalThis
let node: OwnNode

/** The page's own node, asked without a network. */
beforeAll(async () => {
  node = await ownNode()
})

afterEach(() => {
  globalThis.fetch = realFetch
})

function serve(answering: OwnNode['post']) {
  globalThis.fetch = async (path, init) => {
    const { status, bytes } = await answering(path as string, (init?.body as string) ?? '')
    return new Response(bytes as Uint8Array<ArrayBuffer>, { status })
  }
}

describe('a private chain', () => {
  test('is told from others, and mined on', async () => {
    serve(node.post)
    expect(await privateChain()).toBe(true)
    await mineBlocks(minerAddress, 2)
    expect(node.context.chain.height()).toBe(3n)
  })

  test('is mined on where the node mines for nobody', async () => {
    const { context, public: stranger } = await ownNode()
    serve(stranger.post)
    await mineBlocks(minerAddress, 3)
    expect(context.chain.height()).toBe(4n)
    await expect(mineBlocks('no address', 1)).rejects.toThrow('refused')
  })

  test('error: it asks for work, and the node does none for us', async () => {
    const options = { network: 'fakechain', fixedDifficulty: 2n } as const
    const { public: stranger } = await ownNode({ options })
    serve(stranger.post)
    await expect(mineBlocks(minerAddress, 1)).rejects.toThrow('this chain asks for work')
  })

  test('error: the node refuses', async () => {
    serve(node.post)
    await expect(mineBlocks('no address', 1)).rejects.toThrow('refused')
  })

  test('is none while the node is away', async () => {
    serve(() => Promise.reject(new Error('away')))
    expect(await privateChain()).toBe(false)
    expect(await paymentWaits()).toBe(false)
  })
})

describe('a payment', () => {
  test('waits as long as a block would take it', async () => {
    const crypto = await testCrypto()
    const secrets = newSecrets(crypto)
    const { call, context, post } = await ownNode({ crypto })
    serve(post)
    expect(await paymentWaits()).toBe(false)

    await mineBlocks(addressOf(secrets), 85)
    const { chain } = context
    const ripe = Array.from({ length: 20 }, (_, i) =>
      coinbaseCoin({ crypto, chain, secrets }, BigInt(i + 1)),
    )
    const parts = { crypto, below: () => 0, ripe, view: chain.view() }
    const blob = new ForgeScene(parts as unknown as ForgeParts).forge({ inputs: 1 })
    await post('/send_raw_transaction', { tx_as_hex: bytesToHex(blob) })
    expect(await paymentWaits()).toBe(true)

    // What it spends is locked again: the next block would leave it where it is.
    await post('/pop_blocks', { nblocks: 30 })
    expect(await call('get_info')).toMatchObject({ tx_pool_size: 1n })
    expect(await paymentWaits()).toBe(false)
    await mineBlocks(minerAddress, 30)
    expect(await call('get_info')).toMatchObject({ tx_pool_size: 0n })
    expect(await paymentWaits()).toBe(false)
  })
})
