import { describe, expect, test } from 'vitest'
import { bin } from '#protocol/daemon/calls.ts'
import { epeeFrom, epeeTo } from '#protocol/epee.ts'
import { minerAddress } from '../../../support/monerod.ts'
import { ownNode } from '../../../support/own-node.ts'

const host = { version: 'test', freeSpace: () => 0n, connections: () => 0n }

describe('get_blocks.bin', () => {
  /** Heights of the first blocks of the answers by which a wallet follows ten blocks. */
  async function answersOf(mostBlockBytes?: number) {
    const node = await ownNode({ host: { ...host, ...(mostBlockBytes && { mostBlockBytes }) } })
    await node.call('generateblocks', { amount_of_blocks: 9, wallet_address: minerAddress })
    const firsts: bigint[] = []
    for (let next = 1n; next < 10n;) {
      const body = epeeFrom(bin.get_blocks.params, { start_height: next })
      const answer = await node.post('/get_blocks.bin', body)
      const { start_height, blocks } = epeeTo(bin.get_blocks.result, answer.bytes)
      firsts.push(start_height)
      next += BigInt(blocks.length)
    }
    return firsts
  }

  test('gives all at once where there is memory for it', async () => {
    expect(await answersOf()).toEqual([1n])
  })

  test('gives three at a time, and no fewer, where there is none', async () => {
    expect(await answersOf(1)).toEqual([1n, 4n, 7n])
  })
})
