import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { parseBlock } from '#protocol/chain/block.ts'
import { transactionId } from '#protocol/chain/hashes.ts'
import { ChainState } from '../../../../proxy/node/blockchain/chain-state.ts'
import { orphanInfo } from '../../../../proxy/node/blockchain/orphan-info.ts'
import { makeBlock } from '../../../support/chains/block-builder.ts'
import { openWithPorts } from '../../../support/chains/in-memory-blockchain.ts'
import { regtest } from '../../../vectors/chain/vectors.ts'

test('an alternative block has the difficulty between it and its parent, alternative or not', async () => {
  const { chain, ports } = await openWithPorts({ fixedDifficulty: 1n })
  for (let block = 0; block < 3; block++) await chain.addBlock(makeBlock(chain).blob)
  const first = makeBlock(chain, { parent: chain.idAt(1n)!, nonce: 1 })
  await chain.addBlock(first.blob)
  const second = makeBlock(chain, { parent: first.id, nonce: 2 })
  await chain.addBlock(second.blob)

  const state = new ChainState(ports)
  const { minerTx } = parseBlock(second.blob)
  const found = state.store.alternatives.get(second.id)!
  expect(orphanInfo(state, found)).toEqual({
    height: 3n,
    id: second.id,
    prevId: first.id,
    majorVersion: 16,
    minorVersion: 16,
    timestamp: 1_700_000_003n,
    nonce: 2,
    difficulty: 1n,
    cumulativeDifficulty: 4n,
    reward: minerTx.outputs[0]!.amount,
    weight: BigInt(minerTx.blob.length),
    // It is known only for blocks of the main chain.
    longTermWeight: 0n,
    generatedCoins: found.generatedCoins,
    txCount: 0,
    minerTxId: bytesToHex(transactionId(minerTx)),
  })
  expect(orphanInfo(state, state.store.alternatives.get(first.id)!)).toMatchObject({
    height: 2n,
    difficulty: 1n,
    cumulativeDifficulty: 3n,
  })
})

test('an alternative parent counts, not the block of the main chain at its height', async () => {
  const pow = { hash: () => Promise.resolve(new Uint8Array(32)) }
  const { chain, ports } = await openWithPorts({ fixedDifficulty: null, pow })
  for (let block = 0; block < 6; block++) await chain.addBlock(makeBlock(chain).blob)
  let parent = chain.idAt(1n)!
  const expected: [string, bigint][] = []
  // Slow blocks have less difficulty than those of the main chain.
  for (let timestamp = 1_700_000_061n; expected.length < 3; timestamp += 60n) {
    const { difficulty } = chain.placeAfter(parent)!
    const { blob, id } = makeBlock(chain, { parent, header: { timestamp } })
    expect(await chain.addBlock(blob)).toMatchObject({ kind: 'alternative' })
    expected.push([id, difficulty])
    parent = id
  }
  const state = new ChainState(ports)
  const found = expected.map(([id]) => orphanInfo(state, state.store.alternatives.get(id)!))
  expect(found.map(({ id, difficulty }) => [id, difficulty])).toEqual(expected)
  expect(found[1]!.cumulativeDifficulty).not.toBe(chain.infoAt(3n)!.cumulativeDifficulty)
})

test('a block of monerod beside the chain has the reward and the miner transaction that monerod reports', async () => {
  const { chain, ports } = await openWithPorts({ fixedDifficulty: 1n })
  await chain.addBlock(makeBlock(chain).blob)
  const { blob, header, miner_tx_hash } = regtest.blocks[1]!
  expect(await chain.addBlock(hexToBytes(blob))).toMatchObject({ kind: 'alternative' })
  const state = new ChainState(ports)
  expect(orphanInfo(state, state.store.alternatives.get(header.hash)!)).toMatchObject({
    height: 1n,
    reward: BigInt(header.reward),
    weight: BigInt(header.block_weight),
    minerTxId: miner_tx_hash,
  })
})
