import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { makeBlock } from '../../../support/chains/block-builder.ts'
import { openBlockchain } from '../../../support/chains/in-memory-blockchain.ts'
import { regtest } from '../../../vectors/chain/vectors.ts'

const genesisAmount = 17_592_186_044_415n
const beyond = 2n ** 64n - 1n

/** The first two blocks of monerod; block 3 with two real transactions; block 4. */
const sent = regtest.transactions.slice(0, 2)
const fees = sent.reduce((sum, { fee }) => sum + BigInt(fee!), 0n)
const clock = { now: () => 1_800_000_000n }
const chain = await openBlockchain({ check: () => undefined, clock })
for (const { blob } of regtest.blocks.slice(1, 3)) await chain.addBlock(hexToBytes(blob))
for (const transactions of [sent.map(({ hex }) => parseTransaction(hexToBytes(hex))), []]) {
  const block = makeBlock(chain, { transactions })
  await chain.addBlock(block.blob, block.transactions)
}
const beside = await Promise.all(
  [1, 2, 3].map(async (nonce) => {
    const header = { timestamp: clock.now() }
    const block = makeBlock(chain, { parent: chain.idAt(3n)!, nonce, header })
    await chain.addBlock(block.blob)
    return block
  }),
)

describe('blocks', () => {
  test('have the headers that monerod reports', () => {
    for (const { header, blob, miner_tx_hash } of regtest.blocks.slice(0, 3)) {
      const height = BigInt(header.height)
      expect(chain.infoAt(height)).toMatchObject({
        id: header.hash,
        weight: BigInt(header.block_weight),
        longTermWeight: BigInt(header.long_term_weight),
        reward: BigInt(header.reward),
        majorVersion: header.major_version,
        minerTxId: miner_tx_hash,
      })
      expect([chain.idAt(height), chain.heightOf(header.hash)]).toEqual([header.hash, height])
      expect(bytesToHex(chain.blobAt(height)!)).toBe(blob)
      expect(chain.block(header.hash)).toMatchObject({ orphan: false, info: { height } })
    }
    expect([chain.height(), chain.tip().height, chain.topId()]).toEqual([5n, 4n, chain.idAt(4n)])
  })

  test('are absent above the top, for any u64', () => {
    for (const height of [5n, 2n ** 53n, beyond]) {
      expect([chain.infoAt(height), chain.idAt(height), chain.blobAt(height)]).toEqual([
        undefined,
        undefined,
        undefined,
      ])
      expect([chain.infos(height, beyond), chain.ids(height, 9)]).toEqual([[], []])
    }
    expect(chain.heightOf('07'.repeat(32))).toBeUndefined()
    expect(chain.block('07'.repeat(32))).toBeUndefined()
  })

  test('come in ranges with both ends', () => {
    expect(chain.infos(1n, 3n).map(({ height }) => height)).toEqual([1n, 2n, 3n])
    expect(chain.infos(3n, beyond).map(({ height }) => height)).toEqual([3n, 4n])
    expect(chain.ids(2n, 2)).toEqual([chain.idAt(2n), chain.idAt(3n)])
  })

  test('outside the main chain are listed in the order of their last bytes', () => {
    const [{ blob, id }] = beside as [(typeof beside)[0]]
    expect(chain.block(id)).toMatchObject({ blob, orphan: true, info: { id, height: 4n } })
    expect([chain.hasBlock(id), chain.hasBlock('07'.repeat(32))]).toEqual([true, false])
    const reversed = (text: string) => text.match(/../g)!.reverse().join('')
    const expected = beside.map((block) => reversed(block.id)).sort()
    expect(chain.alternativeBlocks().map((block) => reversed(block.id))).toEqual(expected)
    expect(chain.alternativeBlockCount()).toBe(3)
  })
})

describe('transactions', () => {
  test('have the parts and hashes that monerod reports', () => {
    for (const { id, hex, pruned_hex, prunable_hash } of sent) {
      const found = chain.transaction(id)!
      expect(found).toMatchObject({ id, height: 3n, prunableHash: hexToBytes(prunable_hash!) })
      expect(bytesToHex(found.pruned)).toBe(pruned_hex)
      expect(bytesToHex(found.pruned) + bytesToHex(found.prunable!)).toBe(hex)
      expect(chain.transactionHeight(id)).toBe(3n)
    }
    // RingCT outputs: one of each miner, two of each transaction, in the order of the block.
    expect(sent.map(({ id }) => chain.transaction(id)!.outputIndices)).toEqual([
      [3n, 4n],
      [5n, 6n],
    ])
  })

  test('of miners have no prunable part; of version 1 they have no hash of it', () => {
    const [genesis, first] = regtest.blocks
    expect(chain.transaction(genesis!.miner_tx_hash)).toMatchObject({
      height: 0n,
      outputIndices: [0n],
      prunable: new Uint8Array(),
      prunableHash: undefined,
    })
    // The Keccak hash of no bytes.
    expect(bytesToHex(chain.transaction(first!.miner_tx_hash)!.prunableHash!)).toBe(
      'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
    )
    expect(chain.transactionHeight(first!.miner_tx_hash)).toBe(1n)
  })

  test('are counted together with miner transactions', () => {
    expect(chain.transactionCount()).toBe(7n)
    expect([chain.transaction('07'.repeat(32)), chain.transactionHeight('07'.repeat(32))]).toEqual([
      undefined,
      undefined,
    ])
  })

  test('mark their key images as spent', () => {
    const inputs = sent.flatMap(({ hex }) => parseTransaction(hexToBytes(hex)).inputs)
    const images = inputs.flatMap((input) => (input.kind === 'key' ? [input.keyImage] : []))
    expect(images.map((image) => chain.hasKeyImage(image))).toEqual([true, true, true, true])
    expect(chain.hasKeyImage(new Uint8Array(32))).toBe(false)
  })
})

describe('outputs', () => {
  test('are counted by amount and block', () => {
    expect(chain.outputAmounts()).toEqual([
      { amount: 0n, count: 8n },
      { amount: genesisAmount, count: 1n },
    ])
    expect([0n, genesisAmount, 5n].map((amount) => chain.outputCount(amount))).toEqual([8n, 1n, 0n])
    expect(chain.outputsPerBlock(0n, 0n, 4n)).toEqual([0n, 1n, 1n, 5n, 1n])
    expect(chain.outputsPerBlock(0n, 3n, 3n)).toEqual([5n])
    expect(chain.outputsPerBlock(genesisAmount, 0n, 2n)).toEqual([1n, 0n, 0n])
  })

  test('are counted up to any height', () => {
    const heights = [0n, 2n, 3n, 4n]
    expect(heights.map((height) => chain.outputCountUpTo(0n, height))).toEqual([0n, 2n, 7n, 8n])
    expect(chain.outputCountUpTo(genesisAmount, beyond)).toBe(1n)
    expect(chain.outputsPerBlock(0n, 4n, 3n)).toEqual([])
    expect(chain.outputsPerBlock(0n, 5n, beyond)).toEqual([])
  })

  test('are found by their index, in any order', () => {
    const [found, missing, large] = chain.outputs(0n, [4n, 8n, beyond])
    expect(found).toMatchObject({ txId: sent[0]!.id, indexInTx: 1, height: 3n, unlockTime: 0n })
    expect([missing, large]).toEqual([undefined, undefined])
  })
})

describe('numbers of the chain', () => {
  test('the coinbase sum separates new coins from fees', () => {
    const reward = (height: bigint) => chain.infoAt(height)!.reward
    expect(chain.coinbaseSum(3n, 1n)).toEqual({ emission: reward(3n) - fees, fees })
    expect(chain.coinbaseSum(0n, 2n)).toEqual({ emission: genesisAmount + reward(1n), fees: 0n })
    expect(chain.coinbaseSum(4n, beyond)).toEqual({ emission: reward(4n), fees: 0n })
    expect(chain.coinbaseSum(5n, 3n)).toEqual({ emission: 0n, fees: 0n })
  })

  test('a RandomX seed exists as soon as the chain has its block', () => {
    expect(chain.seed(2112n)).toEqual({ height: 0n, id: chain.idAt(0n) })
    expect(chain.seed(2113n)).toBeUndefined()
  })

  test('follow the rules of a private chain', () => {
    expect([0n, 1n, beyond].map((height) => chain.forkVersion(height))).toEqual([1, 16, 16])
    expect([chain.weightMedian(), chain.weightLimit(), chain.longTermMedian()]).toEqual([
      300_000n,
      600_000n,
      300_000n,
    ])
    expect([chain.earliestTimestamp(), chain.adjustedTime()]).toEqual([0n, clock.now()])
    expect([chain.nextDifficulty(), chain.pruningSeed()]).toEqual([1n, 0])
    expect(chain.placeAfter(beside[0]!.id)).toMatchObject({ height: 5n, beside: true })
  })
})
