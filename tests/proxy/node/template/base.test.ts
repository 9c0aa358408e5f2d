import { beforeEach, describe, expect, test } from 'vitest'
import type { OwnBlockchain } from '../../../../proxy/node/blockchain/blockchain.ts'
import { baseOf } from '../../../../proxy/node/template/base.ts'
import { makeBlock } from '../../../support/chains/block-builder.ts'
import { addBlock, chainOf } from '../../../support/chains/unchecked-chain.ts'
import type { Transaction } from '#protocol/chain/transaction.ts'

const options = { network: 'fakechain' } as const
let chain: OwnBlockchain

beforeEach(async () => {
  chain = await chainOf(3)
})

describe('baseOf', () => {
  test('is the top block with the median of the chain', () => {
    const { id, generatedCoins } = chain.tip()
    const base = {
      prevId: id,
      height: 4n,
      majorVersion: 16,
      difficulty: 1n,
      generatedCoins,
      seed: { height: 0n, id: chain.idAt(0n) },
    }
    expect(baseOf(chain, options, undefined)).toEqual({ ...base, medianWeight: 300_000n })
    // Named as the parent, its weight takes the place of the median.
    const { weight } = chain.tip()
    expect(baseOf(chain, options, id)).toEqual({ ...base, medianWeight: weight })
  })

  test('is another block of the main chain, with its weight and coins', async () => {
    const minerTx = (tx: Transaction) => ({ ...tx, extra: new Uint8Array(2000) })
    await addBlock(chain, { minerTx })
    await addBlock(chain)
    const { id, weight, generatedCoins } = chain.infoAt(4n)!
    expect(weight).toBeGreaterThan(2000n)
    expect(baseOf(chain, options, id)).toMatchObject({
      height: 5n,
      medianWeight: weight,
      generatedCoins,
    })
  })

  test('above an alternative block allows 95 % of its weight', async () => {
    const minerTx = (tx: Transaction) => ({ ...tx, extra: new Uint8Array(2000) })
    const { blob, id } = makeBlock(chain, { parent: chain.idAt(1n)!, nonce: 1, minerTx })
    expect(await chain.addBlock(blob)).toMatchObject({ kind: 'alternative' })
    const { weight } = chain.block(id)!.info
    expect(baseOf(chain, options, id)).toMatchObject({
      prevId: id,
      height: 3n,
      medianWeight: weight - weight / 20n,
    })
  })

  test('error: an unknown parent', () => {
    expect(baseOf(chain, options, '07'.repeat(32))).toBeUndefined()
  })
})
