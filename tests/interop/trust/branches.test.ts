/** Two real monerods with different branches of one chain; a proxy that lies changes between them. */
import { bytesToHex } from '@noble/hashes/utils.js'
import { expect } from 'vitest'
import { parseBlock, writeBlock } from '#protocol/chain/block.ts'
import { bin } from '#protocol/daemon/calls.ts'
import { epeeFrom, epeeTo } from '#protocol/epee/epee.ts'
import { systemClock } from '../../../worker/adapters/platform.ts'
import type { Tamper } from '../../support/network/tampering-proxy.ts'
import { startMonerod, type Monerod } from '../../support/programs/monerod.ts'
import { beforeAll, test } from '../../support/programs/test.ts'
import {
  shownBy,
  startDeceivedWallet,
  type DeceivedWallet,
} from '../../support/trust/deceived-wallet.ts'
import { copyBlocks } from '../../support/trust/forged-blocks.ts'
import { shownText } from '../../support/trust/shown-text.ts'
import { restoreOurs } from '../../support/wallet-comparison/restore-both.ts'
import { allTables } from '../../support/wallets/crashing-wallet.ts'

/** Has 61 blocks above the common ones. The first of them pays the wallet. */
let honest: Monerod
/** Has more of them from test to test. */
let other: Monerod

beforeAll(async () => {
  ;[honest, other] = await Promise.all([startMonerod(), startMonerod()])
  await honest.mine(80)
  await copyBlocks(honest, other)
  const wallet = await startDeceivedWallet(honest)
  await honest.mine(1, wallet.wallet.primaryAddress)
  await wallet.service.close()
  await honest.mine(60)
})

/** The proxy becomes honest. Expects that the wallet shows what an honest one shows. */
async function expectHonest(deceived: DeceivedWallet) {
  deceived.proxy.node = honest.url
  await deceived.call('refresh')
  const restored = await restoreOurs(honest.address)
  await restored.call('refresh')
  expect(await shownBy(deceived)).toEqual(await shownBy(restored))
  await restored.service.close()
}

test('error: a few blocks in place of many', async () => {
  const time = { aheadMs: 0 }
  const clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + time.aheadMs }
  const deceived = await startDeceivedWallet(honest, { ports: { clock } })
  await deceived.call('refresh')
  const before = allTables(deceived.wallet.store)

  await other.mine(3)
  deceived.proxy.node = other.url
  await deceived.call('refresh')
  expect(allTables(deceived.wallet.store)).toEqual(before)
  time.aheadMs = 600_000
  await expect(deceived.call('refresh')).rejects.toThrow(shownText('a few blocks in place of many'))
  expect(allTables(deceived.wallet.store)).toEqual(before)
  await expectHonest(deceived)
})

/** Answers of ten blocks. Those that are sent a second time end with another block. */
function inconstant(): Tamper {
  const sent = new Set<bigint>()
  return async (path, forward) => {
    const bytes = await forward()
    if (path !== '/get_blocks.bin') return { bytes }
    const answer = epeeTo(bin.get_blocks.result, bytes)
    const blocks = answer.blocks.slice(0, 10)
    const output_indices = answer.output_indices.slice(0, 10)
    const [last] = blocks.splice(-1)
    const block = parseBlock(last!.block)
    const changed = { ...last!, block: writeBlock({ ...block, nonce: block.nonce ^ 1 }) }
    blocks.push(sent.has(answer.start_height) ? changed : last!)
    sent.add(answer.start_height)
    return { bytes: epeeFrom(bin.get_blocks.result, { ...answer, blocks, output_indices }) }
  }
}

test('error: a branch that shows more work, and then other blocks', async () => {
  const deceived = await startDeceivedWallet(honest)
  await deceived.call('refresh')
  await other.mine(67)
  deceived.proxy.node = other.url
  await deceived.during(inconstant, () =>
    expect(deceived.call('refresh')).rejects.toThrow(
      shownText('a branch that shows more work, and then other blocks'),
    ),
  )
  await expectHonest(deceived)
})

test('a reorganisation that removes a frozen output for a while leaves it frozen', async () => {
  const deceived = await startDeceivedWallet(honest)
  await deceived.call('refresh')
  const { store } = deceived.wallet
  const frozen = () => [...store.outputs.values()].map((output) => output.frozen)
  const [output] = store.outputs.values()
  await deceived.call('freeze', { key_image: output!.keyImage })
  expect(frozen()).toEqual([true])

  deceived.proxy.node = other.url
  await deceived.call('refresh')
  expect(frozen()).toEqual([])
  const { top_block_hash } = await other.call('get_info')
  expect(bytesToHex(deceived.wallet.chain.at(deceived.wallet.chain.height - 1n)!)).toBe(
    top_block_hash,
  )
  await honest.mine(20)
  deceived.proxy.node = honest.url
  await deceived.call('refresh')
  expect([frozen(), store.frozen.size]).toEqual([[true], 0])
  await deceived.call('thaw', { key_image: output!.keyImage })
  await expectHonest(deceived)
})
