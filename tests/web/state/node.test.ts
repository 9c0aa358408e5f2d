import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { bytesToHex } from '@noble/hashes/utils.js'
import { mineBlocks, hasPendingPayment, isPrivateChain } from '../../../web/state/node.ts'
import { addressOf, coinbaseCoin } from '../../support/chains/coinbase-coins.ts'
import { testCrypto } from '../../support/wasm/crypto.ts'
import { ForgeScene, type ForgeParts } from '../../support/transactions/forge-scene.ts'
import { newSecrets } from '../../support/chains/coin-mint.ts'
import { minerAddress } from '../../support/programs/monerod.ts'
import { ownNode, type OwnNode } from '../../support/daemons/in-process-node.ts'

const { fetch: realFetch } = globalThis
let node: OwnNode

/** The page's node, without a network. */
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
  test('is recognised, and can be mined on', async () => {
    serve(node.post)
    expect(await isPrivateChain()).toBe(true)
    await mineBlocks(minerAddress, 2)
    expect(node.context.chain.height()).toBe(3n)
  })

  test('can be mined on through a restricted node', async () => {
    const { context, public: stranger } = await ownNode()
    serve(stranger.post)
    await mineBlocks(minerAddress, 3)
    expect(context.chain.height()).toBe(4n)
    await expect(mineBlocks('no address', 1)).rejects.toThrow('the node returned an error')
  })

  test('error: a difficulty above 1 on a restricted node', async () => {
    const options = { network: 'fakechain', fixedDifficulty: 2n } as const
    const { public: stranger } = await ownNode({ options })
    serve(stranger.post)
    await expect(mineBlocks(minerAddress, 1)).rejects.toThrow(
      'difficulty: expected 1 on a private chain',
    )
  })

  test('error: the node returns an error', async () => {
    serve(node.post)
    await expect(mineBlocks('no address', 1)).rejects.toThrow('the node returned an error')
  })

  test('is unknown while the node is unreachable', async () => {
    serve(() => Promise.reject(new Error('away')))
    expect(await isPrivateChain()).toBe(false)
    expect(await hasPendingPayment()).toBe(false)
  })
})

describe('hasPendingPayment', () => {
  test('is pending while the next block can include it', async () => {
    const crypto = await testCrypto()
    const secrets = newSecrets(crypto)
    const { call, context, post } = await ownNode({ crypto })
    serve(post)
    expect(await hasPendingPayment()).toBe(false)

    await mineBlocks(addressOf(secrets), 85)
    const { chain } = context
    const ripe = Array.from({ length: 20 }, (_, i) =>
      coinbaseCoin({ crypto, chain, secrets }, BigInt(i + 1)),
    )
    const parts = { crypto, below: () => 0, ripe, view: chain.view() }
    const blob = new ForgeScene(parts as unknown as ForgeParts).forge({ inputs: 1 })
    await post('/send_raw_transaction', { tx_as_hex: bytesToHex(blob) })
    expect(await hasPendingPayment()).toBe(true)

    // Its inputs are locked again: the next block cannot include it.
    await post('/pop_blocks', { nblocks: 30 })
    expect(await call('get_info')).toMatchObject({ tx_pool_size: 1n })
    expect(await hasPendingPayment()).toBe(false)
    await mineBlocks(minerAddress, 30)
    expect(await call('get_info')).toMatchObject({ tx_pool_size: 0n })
    expect(await hasPendingPayment()).toBe(false)
  })
})
