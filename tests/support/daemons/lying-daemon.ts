/**
 * A daemon that is honest except for the calls a test changes, and a refresh from it.
 *
 * @module
 */
import { expect } from 'vitest'
import { parseBlock, writeBlock } from '#protocol/chain/block.ts'
import type { Daemon } from '../../../worker/engine/base/ports.ts'
import type { Wallet } from '../../../worker/engine/wallet.ts'
import { testCrypto } from '../wasm/crypto.ts'
import { scriptedWallet } from '../wallets/scripted-wallet.ts'

const ours = { account: 0, address: 0 }

/** An answer to `get_blocks.bin`. */
export type BlocksAnswer = Awaited<ReturnType<Daemon['bin']['get_blocks']>>
type Info = Awaited<ReturnType<Daemon['rpc']['get_info']>>
/** The calls of a daemon that are changed. */
export type Lie = {
  blocks?: (answer: BlocksAnswer) => BlocksAnswer
  info?: (info: Info) => Info
  pool?: () => Promise<never>
}

const over = <T extends object>(table: T, calls: Partial<T>): T =>
  new Proxy(table, {
    get: (given, name) => calls[name as keyof T] ?? given[name as keyof T],
  })

/** The same daemon with other calls of its tables. */
export const withCalls = (
  daemon: Daemon,
  { rpc = {}, json = {}, bin = {} }: { [T in 'rpc' | 'json' | 'bin']?: Partial<Daemon[T]> },
): Daemon => ({
  ...daemon,
  rpc: over(daemon.rpc, rpc),
  json: over(daemon.json, json),
  bin: over(daemon.bin, bin),
})

/** A daemon that is honest except for some calls. */
export const lying =
  ({ blocks, info, pool }: Lie) =>
  (daemon: Daemon): Daemon =>
    withCalls(daemon, {
      bin: {
        ...(blocks && {
          get_blocks: async (params) => blocks(await daemon.bin.get_blocks(params)),
        }),
        ...(pool && { get_transaction_pool_hashes: pool }),
      },
      rpc: {
        ...(info && { get_info: async (params) => info(await daemon.rpc.get_info(params)) }),
      },
    })

/** The wallet knows four blocks with two payments to it. A daemon that lies sends it two more. */
export async function refreshFrom(lie: Lie) {
  let isLying = false
  const { wallet, script } = await scriptedWallet(await testCrypto(), {
    wrap: (daemon) => {
      const liar = lying(lie)(daemon)
      const now = (): Daemon => (isLying ? liar : daemon)
      return {
        ...daemon,
        bin: new Proxy(daemon.bin, { get: (_, name) => now().bin[name as 'get_blocks'] }),
        rpc: new Proxy(daemon.rpc, { get: (_, name) => now().rpc[name as 'get_info'] }),
        json: new Proxy(daemon.json, { get: (_, name) => now().json[name as 'get_height'] }),
      }
    },
  })
  const pay = () => script.pay({ payments: [{ to: ours, amount: 5n }, { amount: 1n }] })
  script.mine([pay()]).mine().mine([pay()], ours).mine()
  await wallet.sync.refresh()
  const before = snapshot(wallet)
  script.mine([pay()], ours).mine([pay()]).wait(pay())

  isLying = true
  const outcome = await wallet.sync.refresh().catch((error: unknown) => error)
  const after = snapshot(wallet)
  isLying = false
  await wallet.sync.refresh()
  return { outcome, before, after, wallet }
}

const snapshot = ({ store }: Wallet) =>
  structuredClone([...store.tables()].map(([name, { rows }]) => [name, [...rows]]))

/** Expects that a refresh rejects the lie and changes nothing, and that an honest answer is applied afterwards. */
export async function expectRejected(lie: Lie, message: string): Promise<void> {
  const { outcome, before, after, wallet } = await refreshFrom(lie)
  expect(outcome).toMatchObject({ name: 'RpcError', reason: 'UNKNOWN_ERROR' })
  expect((outcome as Error).message).toContain(message)
  expect(after).toEqual(before)
  expect(wallet.chain.height).toBe(7n)
  expect(wallet.store.outputs.size).toBe(6)
}

/** Changes one block of an answer; `at` counts from the first, which the wallet knows. */
export const changedBlock =
  (at: number, edit: (block: BlocksAnswer['blocks'][number]) => object) =>
  (answer: BlocksAnswer): BlocksAnswer => ({
    ...answer,
    blocks: answer.blocks.map((block, position) =>
      position === at ? { ...block, ...edit(block) } : block,
    ),
  })

/** Changes the first block that the wallet does not know. */
export const rewrittenBlock = (edit: (block: ReturnType<typeof parseBlock>) => object) =>
  changedBlock(1, ({ block }) => {
    const parsed = parseBlock(block)
    return { block: writeBlock({ ...parsed, ...edit(parsed) }) }
  })
