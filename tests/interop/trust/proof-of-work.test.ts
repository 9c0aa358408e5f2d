/**
 * Blocks without proof of work, in the answers of a proxy in front of a real monerod.
 *
 * The difficulty of a private chain is fixed, and no wallet can know it: this one is given it. The hashes are RandomX.
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import { expect } from 'vitest'
import { sameBytes } from '#protocol/bytes.ts'
import {
  blockHashingBlob,
  blockId,
  parseBlock,
  writeBlock,
  type Block,
} from '#protocol/chain/block.ts'
import { checkHash } from '#protocol/rules/difficulty.ts'
import type { WorkHasher } from '../../../worker/engine/base/ports.ts'
import { startMonerod, type Monerod } from '../../support/programs/monerod.ts'
import { beforeAll, test } from '../../support/programs/test.ts'
import { startDeceivedWallet, type DeceivedWallet } from '../../support/trust/deceived-wallet.ts'
import { blockAt, blocksFrom, byHeight, withBlocks } from '../../support/trust/forged-blocks.ts'
import { shownText } from '../../support/trust/shown-text.ts'
import { withDifficulty } from '../../support/wallets/worked-wallet.ts'
import { machineOf } from '../../support/wasm/randomx-machine.ts'

const difficulty = 4n

let node: Monerod
let deceived: DeceivedWallet
let hash: (blob: Uint8Array) => Uint8Array

beforeAll(async () => {
  node = await startMonerod({ difficulty: Number(difficulty) })
  const { hash: genesis } = (await node.call('get_block_header_by_height', { height: 0 }))
    .block_header
  const key = hexToBytes(genesis)
  const machine = machineOf(key)
  hash = (blob) => machine.hash(blob).slice()
  const workHasher: WorkHasher = {
    isOn: true,
    async hash(inputs) {
      if (!inputs.every(({ seedId }) => sameBytes(seedId, key))) throw new Error('another seed')
      return inputs.map(({ blob }) => hash(blob))
    },
  }
  deceived = await startDeceivedWallet(node, { ports: { workHasher } })
  withDifficulty(deceived.wallet, difficulty)
  await node.mine(30)
})

const hasWork = (block: Block) => checkHash(hash(blockHashingBlob(block)), difficulty)

/** The block with the next nonce that has work, or has none. */
function withNonce(block: Block, isWorked: boolean): Block {
  let found = { ...block, nonce: block.nonce ^ 1 }
  while (hasWork(found) !== isWorked) found = { ...found, nonce: (found.nonce + 1) >>> 0 }
  return found
}

const expectRefused = (claim: string) =>
  expect(deceived.call('refresh')).rejects.toThrow(shownText(claim))

test('error: a newest block without proof of work, and the same block once more', async () => {
  const { wallet, during, call } = deceived
  await call('refresh')
  expect(wallet.chain.height).toBe(31n)
  await node.mine(1, wallet.primaryAddress)
  const block = withNonce(parseBlock(await blockAt(node, 31)), false)
  await during(withBlocks(byHeight(31, [writeBlock(block)])), async () => {
    await expectRefused('a newest block without proof of work')
    expect([wallet.chain.height, wallet.store.outputs.size]).toEqual([31n, 0])
    const events: string[] = []
    const stop = wallet.events.subscribe(({ name }) => void events.push(name))
    await expectRefused('the same block once more')
    stop()
    expect(events).not.toContain('received')
  })
  await call('refresh')
  expect([wallet.chain.height, wallet.store.outputs.size]).toEqual([32n, 1])
})

test('error: a long chain without work before its newest blocks', async () => {
  const { wallet, during, call } = deceived
  await node.mine(50)
  const blocks = await blocksFrom(node, 32)
  let prevId = wallet.chain.at(31n)!
  const forged = blocks.map((blob, at) => {
    const block = withNonce({ ...parseBlock(blob), prevId }, at >= blocks.length - 10)
    prevId = blockId(parseBlock(writeBlock(block)))
    return writeBlock(block)
  })
  await during(withBlocks(byHeight(32, forged)), () =>
    expectRefused('a long chain without work before its newest blocks'),
  )
  // Unchecked false blocks are removed too.
  expect(wallet.chain.height).toBe(32n)
  await call('refresh')
  expect(wallet.chain.height).toBe(82n)
})
