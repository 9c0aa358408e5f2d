/**
 * A wallet over a scripted chain whose blocks have a difficulty, and a daemon that is not trusted.
 *
 * Scripted blocks have no proof of work. The hasher returns a hash that meets every difficulty, except for blocks that a test
 * calls false.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { blockHashingBlob, parseBlock } from '#protocol/chain/block.ts'
import type { Daemon, WorkHasher, WorkInput } from '../../../worker/engine/base/ports.ts'
import type { NewWallet } from '../../../worker/engine/service.ts'
import type { Wallet } from '../../../worker/engine/wallet.ts'
import type { ScriptedChain } from '../chains/scripted-chain.ts'
import { testCrypto } from '../wasm/crypto.ts'
import { scriptedWallet } from './scripted-wallet.ts'

type Block = { blob: Uint8Array }

/** A hasher that answers from a list. */
export class ScriptedHasher implements WorkHasher {
  isOn = true
  /** The inputs of each call. */
  readonly calls: (readonly WorkInput[])[] = []
  /** Number of calls that were ended. */
  ended = 0
  /** Replaces the answer of the next call. */
  instead: (() => Promise<Uint8Array[]>) | undefined
  readonly #false = new Set<string>()

  /** These blocks have no proof of work. */
  fail(...blocks: readonly Block[]): void {
    for (const { blob } of blocks) this.#false.add(hashed(blob))
  }

  async hash(inputs: readonly WorkInput[], ended: Promise<void>): Promise<Uint8Array[]> {
    this.calls.push(inputs)
    void ended.then(() => this.ended++)
    const { instead } = this
    this.instead = undefined
    if (instead) return instead()
    return inputs.map(({ blob }) =>
      new Uint8Array(32).fill(this.#false.has(bytesToHex(blob)) ? 0xff : 0),
    )
  }

  /** Whether the last call had this block. */
  had({ blob }: Block): boolean {
    const wanted = hashed(blob)
    return this.calls.at(-1)?.some((input) => bytesToHex(input.blob) === wanted) === true
  }
}

const hashed = (blob: Uint8Array) => bytesToHex(blockHashingBlob(parseBlock(blob)))

/** Gives all blocks of a wallet a difficulty; branches count as on a private chain. */
export function withDifficulty(wallet: Wallet, difficulty = 1000n): void {
  wallet.chain.difficultyAt = (height) => (height < wallet.chain.height ? difficulty : undefined)
  wallet.chain.workAt = () => undefined
}

export async function workedWallet({
  trusted = false,
  wanted = {},
  wrap = (daemon) => daemon,
  script,
}: {
  trusted?: boolean
  /** The chain of another wallet. */
  script?: ScriptedChain
  wanted?: Partial<NewWallet>
  wrap?: (daemon: Daemon) => Daemon
} = {}) {
  const hasher = new ScriptedHasher()
  const made = await scriptedWallet(await testCrypto(), {
    workHasher: hasher,
    trusted,
    wanted,
    wrap,
    ...(script && { script }),
  })
  withDifficulty(made.wallet)
  return { ...made, hasher }
}
