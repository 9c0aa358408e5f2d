import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { sameBytes } from '#protocol/bytes.ts'
import { blockHashingBlob, parseBlock } from '#protocol/chain/block.ts'
import type { Daemon } from '../../../../../worker/engine/base/ports.ts'
import { Run } from '../../../../../worker/engine/download/cancellable-run.ts'
import { topOf, type Slice } from '../../../../../worker/engine/scan/slice.ts'
import type { AppliedSlice } from '../../../../../worker/engine/sync/apply-slice.ts'
import { VerifyWork } from '../../../../../worker/engine/sync/checks/verify-work.ts'
import { sliceOf } from '../../../../support/chains/scan-slices.ts'
import { fakeDaemon } from '../../../../support/daemons/fake-daemon.ts'
import { scriptedWallet } from '../../../../support/wallets/scripted-wallet.ts'
import { ScriptedHasher, withDifficulty } from '../../../../support/wallets/worked-wallet.ts'
import { testCrypto } from '../../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
const ours = { account: 0, address: 0 }

/** A wallet with the blocks of a scripted chain, and the checks of these blocks. */
async function scene({ blocks = 12, difficulty = 1000n } = {}) {
  const { wallet, script } = await scriptedWallet(crypto)
  for (let at = 0; at < blocks; at++) script.mine([], ours)
  await wallet.sync.refresh()
  withDifficulty(wallet, difficulty)
  const hasher = new ScriptedHasher()
  const verify = new VerifyWork({
    store: wallet.store,
    chain: wallet.chain,
    ports: { ...wallet.ports, workHasher: hasher },
    exclusive: (task) => wallet.exclusive(task),
    daemonName: () => 'a.example:1',
    isTrusted: () => false,
  })
  const daemon = script.daemon()
  const detached: AppliedSlice[] = []
  const run = new Run()
  const check = (from: Daemon = daemon) => verify.check(from, run, (each) => detached.push(each))
  /** The heights of the last checked blocks. */
  const checked = () =>
    hasher.calls
      .at(-1)!
      .map(({ blob }) =>
        script.blocks.findIndex(
          (block) => bytesToHex(blockHashingBlob(parseBlock(block.blob))) === bytesToHex(blob),
        ),
      )
      .map((at) => at + 1)
  const all = () => {
    const slice = sliceOf(script)
    verify.add(slice, 0, blocks)
    return slice
  }
  return { wallet, script, hasher, verify, daemon, detached, run, check, checked, all }
}

/** A slice of ten blocks of which only the heights matter. */
const heightsFrom = (height: bigint) => ({ height, blocks: new Uint32Array(10) }) as Slice

/** A daemon that answers with an id for a block, or fails. */
function seedDaemon(answer: () => string) {
  const asked: bigint[] = []
  const daemon = fakeDaemon({
    rpc: {
      async get_block_header_by_height({ height }: { height: bigint }) {
        asked.push(height)
        return { block_header: { hash: answer() } }
      },
    },
  })
  return { daemon, asked }
}

describe('blocks', () => {
  test('are hashed with their seed, once', async () => {
    const { all, check, checked, hasher, verify, script } = await scene()
    expect(verify.isPending).toBe(false)
    all()
    expect(verify.isPending).toBe(true)
    await check()
    expect(checked().sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, at) => at + 1))
    expect(hasher.calls[0]!.every(({ seedId }) => sameBytes(seedId, script.genesis))).toBe(true)
    expect(verify.isPending).toBe(false)
    // An answer begins with the last known block.
    all()
    await check()
    expect(hasher.calls).toHaveLength(1)
    expect(hasher.ended).toBe(1)
  })

  test('of a difficulty that every hash meets, and those before RandomX, are not checked', async () => {
    const easy = await scene({ difficulty: 1n })
    easy.all()
    expect(easy.verify.isPending).toBe(false)
    const { script, verify, check, checked } = await scene()
    const slice = sliceOf(script)
    slice.versions.fill(11, 0, 5)
    verify.add(slice, 2, 10)
    await check()
    expect(checked().sort((a, b) => a - b)).toEqual([6, 7, 8, 9, 10])
  })

  test('that another branch replaced are not checked', async () => {
    const { all, wallet, script, check, checked } = await scene()
    all()
    const old = [...script.blocks]
    script.pop(3)
    script.mine().mine().mine().mine()
    await wallet.sync.refresh()
    script.blocks.splice(0, Infinity, ...old)
    await check()
    expect(checked().sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })
})

describe('a block without proof of work', () => {
  const problem = (height: number, from: number) =>
    `block ${height} has no proof of work for its difficulty; no block from ${from} on is used, choose another daemon`

  test('is removed with all blocks above the highest proven one below it', async () => {
    const { all, check, hasher, script, wallet, detached } = await scene()
    all()
    hasher.fail(script.blocks[7]!, script.blocks[9]!)
    await expect(check()).rejects.toMatchObject({
      name: 'InvalidDaemonData',
      problem: problem(8, 8),
    })
    expect(detached).toMatchObject([{ reorganised: { height: 8n, detached: 5 } }])
    expect([wallet.chain.height, wallet.store.outputs.size]).toEqual([8n, 7])
  })

  test('is refused when this daemon sends it again, and not from another daemon', async () => {
    const { all, check, hasher, script, verify, daemon } = await scene()
    const slice = all()
    verify.requireNotRefused(daemon, slice)
    hasher.fail(script.blocks[7]!)
    await expect(check()).rejects.toThrow('block 8')
    expect(() => verify.requireNotRefused(daemon, slice)).toThrow(problem(8, 8))
    verify.requireNotRefused(script.daemon(), slice)
    script.pop(5)
    script.mine()
    verify.requireNotRefused(daemon, sliceOf(script))
  })

  test('is followed by a check of the block in its place', async () => {
    const { all, check, hasher, script, wallet, verify, checked } = await scene()
    all()
    hasher.fail(script.blocks[7]!)
    await expect(check()).rejects.toThrow()
    script.pop(5)
    script.mine()
    await wallet.sync.refresh()
    const slice = sliceOf(script)
    verify.add(slice, 7, 8)
    await check()
    expect(checked()).toContain(8)
    expect(topOf(slice)).toBe(wallet.chain.height)
  })
})

describe('the id of a seed block', () => {
  const id = 'ab'.repeat(32)

  test('is requested where it is below the first block of the wallet, once for each daemon', async () => {
    const { verify } = await scene()
    const [one, other] = [seedDaemon(() => id), seedDaemon(() => id)]
    verify.requestSeeds(one.daemon, heightsFrom(5000n), 4990n)
    verify.requestSeeds(one.daemon, heightsFrom(5010n), 4990n)
    // Known, and the genesis block.
    verify.requestSeeds(one.daemon, heightsFrom(5000n), 4096n)
    verify.requestSeeds(one.daemon, heightsFrom(100n), 90n)
    expect(one.asked).toEqual([4096n])
    verify.requestSeeds(other.daemon, heightsFrom(5000n), 4990n)
    expect(other.asked).toEqual([4096n])
    // Blocks of two seeds.
    verify.requestSeeds(one.daemon, heightsFrom(6205n), 6200n)
    expect(one.asked).toEqual([4096n, 6144n])
  })

  test('is requested again after a failure', async () => {
    const { verify } = await scene()
    const failing = seedDaemon(() => {
      throw new Error('no answer')
    })
    verify.requestSeeds(failing.daemon, heightsFrom(5000n), 4990n)
    await new Promise((resolve) => setImmediate(resolve))
    verify.requestSeeds(failing.daemon, heightsFrom(5000n), 4990n)
    expect(failing.asked).toEqual([4096n, 4096n])
  })
})

describe('error: a check', () => {
  test('that fails names the daemon, and is repeated', async () => {
    const { all, check, hasher, verify, wallet } = await scene()
    all()
    hasher.instead = () => Promise.reject(new Error('no memory'))
    await expect(check()).rejects.toMatchObject({
      reason: 'UNKNOWN_ERROR',
      message:
        'the proofs of work of daemon a.example:1 cannot be checked: no memory; ' +
        'free memory and refresh again, or switch the check off',
    })
    expect([verify.isPending, hasher.ended, wallet.chain.height]).toEqual([true, 1, 13n])
    await check()
    expect(verify.isPending).toBe(false)
  })

  test('that is cancelled ends its hasher', async () => {
    const { all, check, hasher, run, verify } = await scene()
    all()
    hasher.instead = () => new Promise(() => undefined)
    const checking = check()
    run.cancel()
    await expect(checking).rejects.toMatchObject({ name: 'Cancelled' })
    await new Promise((resolve) => setImmediate(resolve))
    expect([hasher.ended, verify.isPending]).toEqual([1, true])
  })
})
