/** A daemon claims a branch that never ends: the wallet stops reading before it has more work than its own blocks. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { concatBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { sameBytes } from '#protocol/bytes.ts'
import { blockId, parseBlock, writeBlock } from '#protocol/chain/block.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { writePrefix } from '#protocol/chain/write.ts'
import { keysOfSeed } from '../../worker/engine/keys/account.ts'
import { ScriptedChain } from '../support/chains/scripted-chain.ts'
import { withCalls } from '../support/daemons/lying-daemon.ts'
import { allTables } from '../support/wallets/crashing-wallet.ts'
import { scriptedWallet } from '../support/wallets/scripted-wallet.ts'
import { testSeed } from '../support/wallets/test-wallet.ts'
import { testCrypto } from '../support/wasm/crypto.ts'

const crypto = await testCrypto()
const ours = { account: 0, address: 0 }

/** A multiple of 64 above the pinned blocks of mainnet. */
const first = 3_710_016
const mainnet = { network: 'mainnet', first, difficulty: 684_042_855_887n } as const
/** Blocks of the wallet, and those below the branch. */
const [all, common] = [300, 50]

/** Blocks in an answer. */
const perAnswer = 1000
/** Blocks that the wallet reads ahead at most, and the answer that exceeds them. */
const most = 20_480 + perAnswer
/** Seconds between blocks: the difficulty falls so fast that all of them have less work than 140 blocks of the wallet. */
const spacing = 4000n
/** In each block, so that it matters whether blocks are kept. */
const padding = new Uint8Array(1000)
const key = crypto.multiplyBase(crypto.randomScalar())

/** Makes the blocks of a branch when they are requested. Only their ids are kept. */
class EndlessBranch {
  /** Number of blocks that were sent. */
  sent = 0
  readonly #base: ScriptedChain['blocks']
  readonly #ids = new Uint8Array(32 * 2 * most)

  /** @param base - The blocks below it. */
  constructor(base: ScriptedChain['blocks']) {
    this.#base = base
  }

  get #start(): number {
    return first + this.#base.length
  }

  answer({ block_ids }: { block_ids: readonly Uint8Array[] }) {
    const start = this.#heightOf(block_ids)
    const heights = Array.from({ length: perAnswer }, (_, at) => start + at)
    const last = this.#base.at(-1)!.indices.at(-1)!.at(-1)!
    return {
      blocks: heights.map((height) => ({
        pruned: true,
        block: this.#base[height - first]?.blob ?? this.#block(height - this.#start),
        txs: [],
      })),
      output_indices: heights.map((height) => ({
        indices: this.#base[height - first]?.indices.map((indices) => ({ indices })) ?? [
          { indices: [last + 1n + BigInt(height - this.#start)] },
        ],
      })),
      start_height: BigInt(start),
      current_height: BigInt(start + 10_000_000),
    }
  }

  #block(at: number): Uint8Array {
    const height = BigInt(this.#start + at)
    const top = this.#base.at(-1)!
    const prefix = writePrefix({
      version: 2,
      unlockTime: height + 60n,
      inputs: [{ kind: 'gen', height }],
      outputs: [{ amount: 600_000_000_000n, key, viewTag: 0 }],
      extra: padding,
    })
    const block = writeBlock({
      majorVersion: 16,
      minorVersion: 16,
      prevId: at === 0 ? top.id : this.#id(at - 1),
      nonce: 0,
      timestamp: top.time + spacing * BigInt(at + 1),
      minerTx: parseTransaction(concatBytes(prefix, Uint8Array.of(0))),
      txHashes: [],
    })
    this.#ids.set(blockId(parseBlock(block), crypto.keccak256, crypto.keccak256Parts), 32 * at)
    this.sent = Math.max(this.sent, at + 1)
    return block
  }

  /** The first known one of these ids. */
  #heightOf(ids: readonly Uint8Array[]): number {
    for (const id of ids) {
      for (let at = this.sent - 1; at >= 0; at--)
        if (sameBytes(id, this.#id(at))) return this.#start + at
      const position = this.#base.findIndex((block) => sameBytes(id, block.id))
      if (position >= 0) return first + position
    }
    throw new Error('none of the ids is known')
  }

  #id(at: number): Uint8Array {
    return this.#ids.slice(32 * at, 32 * at + 32)
  }
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function usedBytes(): number {
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

test('a branch without an end and with little work is refused after 20 480 blocks, of which only ids are kept', async () => {
  const script = new ScriptedChain(crypto, keysOfSeed(crypto, testSeed), mainnet)
  script.perAnswer = 1000
  let endless: EndlessBranch | undefined
  const used: number[] = []
  const { wallet } = await scriptedWallet(crypto, {
    script,
    trusted: false,
    wanted: { network: 'mainnet', restoreHeight: BigInt(first) },
    wrap: (daemon) =>
      withCalls(daemon, {
        rpc: {
          async get_info(params) {
            const info = await daemon.rpc.get_info(params)
            if (!endless) return info
            return { ...info, height: info.height + 10_000_000n, top_block_hash: 'ab'.repeat(32) }
          },
        },
        bin: {
          async get_blocks(params) {
            if (!endless) return daemon.bin.get_blocks(params)
            used.push(usedBytes())
            return endless.answer(params as { block_ids: Uint8Array[] }) as never
          },
        },
      }),
  })
  for (let at = 0; at < common; at++) script.mine()
  script.mine([], ours)
  while (script.blocks.length < all) script.mine()
  await wallet.sync.refresh()
  const before = structuredClone(allTables(wallet.store))

  endless = new EndlessBranch(script.blocks.slice(0, common))
  await expect(wallet.sync.refresh()).rejects.toMatchObject({
    reason: 'UNKNOWN_ERROR',
    message: expect.stringMatching(
      new RegExp(
        `^the answer of daemon scripted is not to be trusted: its branch from block ${first + common} on has work \\d+, ` +
          'and the blocks of the wallet have \\d+: choose another daemon',
      ),
    ) as string,
  })
  expect(endless.sent).toBeGreaterThan(20_480)
  expect(endless.sent).toBeLessThanOrEqual(most)
  expect(used.length).toBeLessThanOrEqual(22)
  // Fifteen answers have 16 MB of blocks.
  expect(used[20]! - used[5]!).toBeLessThan(10_000_000)
  expect(allTables(wallet.store)).toEqual(before)

  endless = undefined
  script.mine()
  await wallet.sync.refresh()
  expect(wallet.chain.height).toBe(BigInt(script.height))
  expect(wallet.store.outputs.size).toBe(1)
})

test('blocks of a refresh without an end are not kept after they are applied', async () => {
  const script = new ScriptedChain(crypto, keysOfSeed(crypto, testSeed), mainnet)
  for (let at = 0; at < 20; at++) script.mine()
  const endless = new EndlessBranch(script.blocks)
  const used: number[] = []
  const refresh = { cancel: () => undefined as void }
  const { wallet } = await scriptedWallet(crypto, {
    script,
    wanted: { network: 'mainnet', restoreHeight: BigInt(first) },
    wrap: (daemon) =>
      withCalls(daemon, {
        bin: {
          async get_blocks(params) {
            const { start_height = 0n, block_ids = [] } = params
            if (start_height > 0n)
              return { ...(await daemon.bin.get_blocks(params)), current_height: 9_000_000n }
            used.push(usedBytes())
            if (used.length === 18) refresh.cancel()
            return endless.answer({ block_ids }) as never
          },
        },
      }),
  })
  refresh.cancel = () => wallet.sync.cancel()
  await wallet.sync.refresh()
  expect(wallet.chain.height).toBeGreaterThan(BigInt(first + 10_000))
  // Eleven answers have 12 MB of blocks.
  expect(used[17]! - used[6]!).toBeLessThan(12_000_000)
})
