import { expect, test } from 'vitest'
import { ChainState, readIncomingBlock } from '../../../../proxy/node/blockchain/chain-state.ts'
import { viewOf } from '../../../../proxy/node/blockchain/chain-view.ts'
import { connect } from '../../../../proxy/node/blockchain/main-chain.ts'
import { openWithPorts } from '../../../support/chains/in-memory-blockchain.ts'
import { makeBlock } from '../../../support/chains/block-builder.ts'
import { regtest } from '../../../vectors/chain/vectors.ts'
import { hexToBytes } from '@noble/hashes/utils.js'

async function scene() {
  const clock = { time: 1_800_000_000n, now: () => clock.time }
  const { chain, ports } = await openWithPorts({ clock })
  const state = new ChainState(ports)
  const add = (blob: Uint8Array) =>
    connect(state, readIncomingBlock(blob, [], ports.crypto), undefined)
  return { chain, clock, state, add }
}

test('a view has the numbers of the chain after two blocks of monerod', async () => {
  const { state, add } = await scene()
  const [, first, second] = regtest.blocks
  for (const { blob } of [first!, second!]) add(hexToBytes(blob))
  const generatedCoins = [17_592_186_044_415, first!.header.reward, second!.header.reward]
    .map(BigInt)
    .reduce((sum, coins) => sum + coins)
  expect(viewOf(state)).toMatchObject({
    height: 3n,
    medianWeight: 300_000n,
    longTermMedian: 300_000n,
    generatedCoins,
  })
})

test('a view keeps its height, and reads outputs and the clock on each call', async () => {
  const { chain, clock, state, add } = await scene()
  const view = viewOf(state)
  expect([view.outputCount(0n), view.adjustedTime]).toEqual([0n, 1_800_000_000n])
  add(makeBlock(chain).blob)
  clock.time += 5n
  expect([view.height, view.outputCount(0n), view.adjustedTime]).toEqual([1n, 1n, 1_800_000_005n])
  expect(view.outputs(0n, [1n, 0n])).toMatchObject([undefined, { height: 1n, unlockTime: 61n }])
  expect(view.hasKeyImage(new Uint8Array(32))).toBe(false)
})
