import { describe, expect, test } from 'vitest'
import { systemClock } from '../../../../worker/adapters/platform.ts'
import { DownloadedChain, type KnownChain } from '../../../../worker/engine/download/download.ts'
import { keysOfSeed } from '../../../../worker/engine/keys/account.ts'
import { readPiece } from '../../../../worker/engine/scan/read-piece.ts'
import { Branch } from '../../../../worker/engine/sync/reorganisation.ts'
import { contentOf, pieceOf } from '../../../support/chains/block-pieces.ts'
import { ScriptedChain } from '../../../support/chains/scripted-chain.ts'
import { withBlocksArriving } from '../../../support/daemons/encoded-daemon.ts'
import { withCalls, type BlocksAnswer } from '../../../support/daemons/lying-daemon.ts'
import { testSeed } from '../../../support/wallets/test-wallet.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
const keys = keysOfSeed(crypto, testSeed)
const work = (...difficulties: (bigint | undefined)[]) => ({ difficulties, anchor: undefined })

/**
 * The daemon has twelve blocks in place of the wallet's ten from height 11 on. The wallet read those up to height 13.
 *
 * @param lie - Changes the answers.
 */
function scene(lie: (answer: BlocksAnswer) => BlocksAnswer = (answer) => answer) {
  const script = new ScriptedChain(crypto, keys)
  script.perAnswer = 4
  for (let at = 0; at < 20; at++) script.mine()
  const ids = [script.genesis, ...script.blocks.map(({ id }) => id)]
  const known = {
    genesis: script.genesis,
    height: 21n,
    first: 1n,
    at: (height: bigint) => ids[Number(height)],
    timeAt: () => undefined,
    workAt: (): ReturnType<KnownChain['workAt']> => undefined,
  }
  const chain = new DownloadedChain(known)
  const requests = { count: 0 }
  const honest = script.daemon()
  const daemon = withBlocksArriving(
    withCalls(honest, {
      bin: {
        async get_blocks(params) {
          requests.count++
          return lie(await honest.bin.get_blocks(params))
        },
      },
    }),
  )
  script.pop(10)
  for (let at = 0; at < 12; at++) script.mine()
  const parts = {
    chain,
    rules: { daemon, network: 'fakechain' as const, pinnedHeight: 0n, least: 1n },
    isTrusted: false,
    source: () => ({
      daemon,
      crypto,
      clock: systemClock,
      network: 'fakechain' as const,
      prune: true,
      onDownload: () => undefined,
    }),
    until: <T>(result: Promise<T>) => result,
  }
  const slice = (from: number, count: number) => {
    const content = contentOf(script, from)
    return readPiece(pieceOf({ ...content, blocks: content.blocks.slice(0, count) }), crypto)
  }
  const branch = new Branch(parts, 11n)
  /** Reads the first answer. */
  const begin = () => {
    branch.add(work(undefined, undefined, undefined, undefined), 1)
    chain.add(slice(10, 4), work(undefined, undefined, undefined, undefined))
  }
  return { script, known, parts, chain, branch, begin, slice, requests }
}

describe('the blocks that a branch would replace', () => {
  test('count with their difficulty; where it is unknown, as the first block of the branch', () => {
    const { parts, known } = scene()
    expect(new Branch(parts, 11n)).toMatchObject({ first: 11n, top: 21n, ours: 10n, work: 0n })
    expect(new Branch(parts, 11n, 70n).ours).toBe(700n)
    known.workAt = (height?: bigint) =>
      height! >= 15n ? { time: 0, difficulty: height! } : undefined
    // 15 to 20 are known, 11 to 14 are not.
    expect(new Branch(parts, 11n, 7n).ours).toBe(105n + 28n)
    expect(new Branch(parts, 20n, 7n).ours).toBe(20n)
  })
})

describe('a branch', () => {
  test('is heavier only with more work', () => {
    const { branch } = scene()
    branch.add(work(undefined, 4n, 5n), 0)
    expect([branch.work, branch.isHeavier]).toEqual([10n, false])
    branch.add(work(100n, 1n), 1)
    expect([branch.work, branch.isHeavier]).toEqual([11n, true])
  })

  test('is read on until it is heavier, and then compared with what is sent again', async () => {
    const { branch, begin, slice, requests, script } = scene()
    begin()
    await branch.readOn()
    expect([branch.work, requests.count]).toEqual([12n, 3])
    branch.requireSame(slice(13, 8), 1)
    branch.requireAll(23n)
    expect(() => branch.requireAll(22n)).toThrow(
      'block 22 is not the one that it sent a moment before; refresh again, or choose another daemon',
    )
    script.pop(6)
    for (let at = 0; at < 8; at++) script.mine()
    branch.requireSame(slice(13, 4), 1)
    // Not read ahead.
    branch.requireSame(slice(23, 2), 0)
    expect(() => branch.requireSame(slice(16, 4), 1)).toThrow('block 17 is not the one')
  })

  test('that was not read on is compared with nothing', () => {
    const { branch, slice } = scene()
    branch.requireSame(slice(13, 8), 0)
    branch.requireAll(0n)
  })

  test('is not read beyond an answer without new blocks, whatever height the daemon reports', async () => {
    const { branch, begin, requests } = scene((answer) => ({
      ...answer,
      current_height: 1_000_000n,
      blocks: answer.blocks.slice(0, 1),
      output_indices: answer.output_indices.slice(0, 1),
    }))
    begin()
    await branch.readOn()
    expect([branch.isHeavier, branch.work, requests.count]).toEqual([false, 3n, 1])
  })

  test('error: its next answer begins at an older block', async () => {
    const { branch, begin, script } = scene()
    begin()
    const answer = script.answer.bind(script)
    script.answer = (params) => answer({ ...params, block_ids: params.block_ids.slice(2) })
    await expect(branch.readOn()).rejects.toThrow('block 11 is not the one that it sent a moment')
  })

  test('error: its blocks do not follow each other', async () => {
    const { branch, begin } = scene((answer) => ({
      ...answer,
      blocks: answer.blocks.toReversed(),
    }))
    begin()
    await expect(branch.readOn()).rejects.toMatchObject({ name: 'InvalidDaemonData' })
    expect(branch.isHeavier).toBe(false)
  })
})
