import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import type { ProofOfWork } from '../../../../proxy/node/types.ts'
import { makeBlock, makeTransaction } from '../../../support/chains/block-builder.ts'
import { openBlockchain } from '../../../support/chains/in-memory-blockchain.ts'
import { addBlock, chainOf } from '../../../support/chains/unchecked-chain.ts'

describe('the chain of an empty store', () => {
  test('has the genesis block of its network', async () => {
    const chain = await openBlockchain({ network: 'stagenet' })
    expect([chain.height(), chain.topId()]).toEqual([
      1n,
      '76ee3cc98646292206cd3e86f74d88b4dcc1d937088645e9b0cbca84b7ce74eb',
    ])
    expect(chain.tip()).toMatchObject({
      difficulty: 1n,
      cumulativeDifficulty: 1n,
      generatedCoins: 17_592_186_044_415n,
      weight: 80n,
      longTermWeight: 80n,
      txCount: 0,
      timestamp: 0n,
      nonce: 10_002,
    })
  })
})

describe('addBlock', () => {
  test('is added to the tip', async () => {
    const chain = await chainOf(2)
    expect(await addBlock(chain)).toEqual({ kind: 'added', height: 3n })
    expect(chain.height()).toBe(4n)
  })

  test('ignores a known block, alternative or not', async () => {
    const chain = await chainOf(2)
    const { blob } = makeBlock(chain, { parent: chain.idAt(1n)!, nonce: 1 })
    expect(await chain.addBlock(blob)).toEqual({ kind: 'alternative', height: 2n })
    expect(await chain.addBlock(blob)).toEqual({ kind: 'known' })
    expect(await chain.addBlock(chain.blobAt(1n)!)).toEqual({ kind: 'known' })
  })

  test('ignores a block with invalid inputs until invalid blocks are forgotten', async () => {
    let isValid = false
    const check = () => (isValid ? undefined : { at: 0, flags: [], reason: 'order of inputs' })
    const chain = await chainOf(0, { check })
    isValid = true
    await addBlock(chain)
    isValid = false
    const { blob, id, transactions } = makeBlock(chain, { transactions: [makeTransaction(1)] })
    expect(await chain.addBlock(blob, transactions)).toMatchObject({ kind: 'invalid' })
    isValid = true
    expect([await chain.addBlock(blob, transactions), chain.hasBlock(id)]).toEqual([
      { kind: 'known' },
      true,
    ])
    chain.forgetInvalid()
    expect(await chain.addBlock(blob, transactions)).toEqual({ kind: 'added', height: 2n })
  })

  test('hashes a block once, with the seed of its height', async () => {
    const asked: unknown[] = []
    const pow: ProofOfWork = {
      hash: async (_, { height, majorVersion, seedHash }) => {
        asked.push([majorVersion, height, bytesToHex(seedHash)])
        return new Uint8Array(32)
      },
    }
    const chain = await chainOf(2, { fixedDifficulty: 2n, pow })
    expect(asked).toEqual([1n, 2n].map((height) => [16, height, chain.idAt(0n)]))
    // Known blocks and orphans need no hash.
    await chain.addBlock(chain.blobAt(2n)!)
    await addBlock(chain, { header: { prevId: new Uint8Array(32).fill(7) } })
    expect(asked).toHaveLength(2)
  })

  test('reports added blocks, and the blocks of a reorganisation after it', async () => {
    const events: unknown[] = []
    const chain = await chainOf(0)
    chain.listen({
      added: (id) => events.push(id),
      reorganised: (change) => events.push(change),
    })
    for (let i = 0; i < 3; i++) await addBlock(chain)
    expect(events.splice(0)).toEqual(chain.ids(1n, 9))
    const first = makeBlock(chain, { parent: chain.idAt(1n)!, nonce: 1 })
    await chain.addBlock(first.blob)
    const second = makeBlock(chain, { parent: first.id, nonce: 1 })
    await chain.addBlock(second.blob)
    expect(events).toEqual([])
    const third = makeBlock(chain, { parent: second.id, nonce: 1 })
    await chain.addBlock(third.blob)
    expect(events).toEqual([
      { splitHeight: 2n, height: 5n, discarded: 2n },
      first.id,
      second.id,
      third.id,
    ])
  })

  test('error: bytes that are not a block', async () => {
    const chain = await chainOf(1)
    expect(await chain.addBlock(new Uint8Array(50))).toMatchObject({ kind: 'invalid' })
  })
})

describe('popBlocks', () => {
  test('keeps the genesis block', async () => {
    const chain = await chainOf(3)
    expect(chain.popBlocks(100n)).toBe(1n)
    expect(await addBlock(chain)).toEqual({ kind: 'added', height: 1n })
  })
})

describe('forgetAlternatives', () => {
  test('removes all alternative blocks, and only those', async () => {
    const chain = await chainOf(3)
    const { blob, id } = makeBlock(chain, { parent: chain.idAt(1n)!, nonce: 1 })
    await chain.addBlock(blob)
    chain.forgetAlternatives()
    expect([chain.alternativeBlocks(), chain.hasBlock(id), chain.height()]).toEqual([[], false, 4n])
    expect(await chain.addBlock(blob)).toMatchObject({ kind: 'alternative' })
  })
})
