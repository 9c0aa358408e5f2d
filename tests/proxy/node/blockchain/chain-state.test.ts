import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { ChainError } from '#protocol/chain/reader.ts'
import {
  ChainState,
  InvalidBlock,
  readIncomingBlock,
} from '../../../../proxy/node/blockchain/chain-state.ts'
import { connect } from '../../../../proxy/node/blockchain/main-chain.ts'
import { makeBlock } from '../../../support/chains/block-builder.ts'
import { openWithPorts, UncheckedPool } from '../../../support/chains/in-memory-blockchain.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { regtest } from '../../../vectors/chain/vectors.ts'

const crypto = await testCrypto()

/** A state over an empty chain, and how often its pool was read again. */
async function scene() {
  let reloads = 0
  const pool = new UncheckedPool()
  pool.reload = () => reloads++
  const { chain, ports } = await openWithPorts({ pool, crypto })
  const state = new ChainState(ports)
  const add = () => connect(state, readIncomingBlock(makeBlock(chain).blob, [], crypto), undefined)
  return { state, add, reloads: () => reloads }
}

describe('atomically', () => {
  test('keeps what was written if nothing throws', async () => {
    const { state, add, reloads } = await scene()
    expect(state.atomically(add)).toMatchObject({ height: 1n })
    expect([state.tip.height, state.store.rows('blocks'), reloads()]).toEqual([2n, 2, 0])
  })

  test('error: after a write, tip, outputs and pool are read from the store again', async () => {
    const { state, add, reloads } = await scene()
    const act = () => {
      add()
      expect(state.store.outputs.count(0n)).toBe(1)
      throw new InvalidBlock('reward')
    }
    expect(() => state.atomically(act)).toThrow('reward')
    expect([state.tip.height, state.store.rows('blocks'), reloads()]).toEqual([1n, 1, 1])
    expect(state.store.outputs.count(0n)).toBe(0)
  })

  test('error: before any write nothing is read again', async () => {
    const { state, reloads } = await scene()
    const { tip } = state
    const act = () => {
      throw new InvalidBlock('version')
    }
    expect(() => state.atomically(act)).toThrow('version')
    expect([state.tip === tip, reloads()]).toEqual([true, 0])
  })

  test('error: an outer transaction takes back what an inner one has written', async () => {
    const { state, add, reloads } = await scene()
    const act = () => {
      state.atomically(add)
      throw new InvalidBlock('reward')
    }
    expect(() => state.atomically(act)).toThrow('reward')
    expect([state.tip.height, reloads()]).toEqual([1n, 1])
    const actBefore = () => {
      add()
      state.atomically(() => undefined)
      throw new InvalidBlock('reward')
    }
    expect(() => state.atomically(actBefore)).toThrow('reward')
    expect([state.tip.height, reloads()]).toEqual([1n, 2])
  })
})

describe('readIncomingBlock', () => {
  test('names blocks and their transactions as monerod does', () => {
    const blobs = regtest.transactions.map(({ hex }) => hexToBytes(hex))
    for (const { blob, header } of regtest.blocks) {
      const read = readIncomingBlock(hexToBytes(blob), blobs, crypto)
      expect(read.id).toBe(header.hash)
      expect(read.prevId).toBe(bytesToHex(read.block.prevId))
      expect([...read.supplement.keys()]).toEqual(regtest.transactions.map(({ id }) => id))
    }
  })

  test('error: bytes that are not a block, or not a transaction', () => {
    const blob = hexToBytes(regtest.blocks[1]!.blob)
    expect(() => readIncomingBlock(blob.subarray(1), [], crypto)).toThrow(ChainError)
    expect(() => readIncomingBlock(blob, [Uint8Array.of(2)], crypto)).toThrow(ChainError)
  })
})
