import { beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../../../../worker/adapters/platform.ts'
import type { Daemon } from '../../../../../worker/engine/base/ports.ts'
import { keysOfSeed } from '../../../../../worker/engine/keys/account.ts'
import { ChunkSlices } from '../../../../../worker/engine/scan/read-chunk.ts'
import { blocksIn, type Slice } from '../../../../../worker/engine/scan/slice.ts'
import { requestRange } from '../../../../../worker/engine/sync/feed/range-blocks.ts'
import { ScriptedChain } from '../../../../support/chains/scripted-chain.ts'
import { encodedDaemon, withBlocksArriving } from '../../../../support/daemons/encoded-daemon.ts'
import { scriptedFeed } from '../../../../support/feed/scripted-feed.ts'
import { scriptedWallet } from '../../../../support/wallets/scripted-wallet.ts'
import { testSeed } from '../../../../support/wallets/test-wallet.ts'
import { testCrypto } from '../../../../support/wasm/crypto.ts'

const crypto = await testCrypto()

let script: ScriptedChain

beforeEach(() => {
  script = new ScriptedChain(crypto, keysOfSeed(crypto, testSeed))
  while (script.height < 40) script.mine([script.pay({ payments: [{ amount: 1n }] })])
})

/** Requests the blocks 16 to 31. */
async function range(daemon: Daemon) {
  const files = scriptedFeed(script, 32)
  const [, bytes] = [...files].find(([name]) => name.startsWith('scan/'))!
  const chunk = new ChunkSlices(bytes, crypto, 'fakechain', 'scan')
  const slice = chunk.next()!
  const { wallet } = await scriptedWallet(crypto, { script })
  const source = {
    daemon: withBlocksArriving(daemon),
    crypto,
    clock: systemClock,
    network: 'fakechain',
    onDownload: () => undefined,
  } as const
  const rows = Array.from({ length: 16 }, (_, at) => ({ slice, at: 16 + at }))
  return requestRange(source, wallet.chain, rows)
}

const heightsIn = (slices: readonly Slice[]) =>
  slices.map((slice) => [slice.height, blocksIn(slice), slice.firstTransaction.length - 1])

describe('the blocks of a range', () => {
  test('are cut from an answer with more of them', async () => {
    const { slices, answer } = await range(script.daemon())
    expect(heightsIn(slices)).toEqual([[16n, 16, 16]])
    expect(slices[0]!.transactions).toHaveLength(32)
    expect((await answer.end).currentHeight).toBe(40n)
  })

  test('are requested whole where a transaction of version 1 is pruned', async () => {
    const asked: boolean[] = []
    const daemon = script.daemon()
    const { get_blocks } = daemon.bin
    const changed: Daemon = {
      ...daemon,
      bin: {
        ...daemon.bin,
        get_blocks: async (params) => {
          asked.push(params.prune === true)
          const answer = await get_blocks(params)
          const first = Number(params.start_height)
          if (!params.prune)
            return {
              ...answer,
              blocks: answer.blocks.map((_, at) => script.wholeBlock(BigInt(first + at))),
            } as never
          for (const { txs } of answer.blocks)
            for (const tx of txs) tx.blob = Uint8Array.of(1, ...tx.blob.slice(1))
          return answer
        },
      },
    }
    const { slices } = await range(changed)
    expect(asked).toEqual([true, false])
    expect(heightsIn(slices)).toEqual([[16n, 16, 16]])
    expect(slices[0]!.prunableHashes.every((position) => position === 0)).toBe(true)
  })

  test('error: are too few', async () => {
    script.perAnswer = 9
    await expect(range(script.daemon())).rejects.toThrow('requested 16 blocks from 16 on, got 9')
  })

  test('error: are others than those of the rows', async () => {
    const other = new ScriptedChain(crypto, keysOfSeed(crypto, testSeed))
    while (other.height < 40) other.mine()
    await expect(range(other.daemon())).rejects.toThrow(
      'block 16 is another one than in the scan feed',
    )
  })

  test('error: do not arrive', async () => {
    const lost = encodedDaemon(script.daemon(), () => {
      throw new Error('lost')
    })
    await expect(range(lost)).rejects.toThrow('lost')
  })
})
