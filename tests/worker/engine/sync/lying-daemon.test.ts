import { describe, expect, test } from 'vitest'
import { parseBlock, writeBlock } from '#protocol/chain/block.ts'
import { AnswerError, ConnectionError, DaemonError } from '#protocol/daemon/errors.ts'
import type { Daemon } from '../../../../worker/engine/base/ports.ts'
import type { Wallet } from '../../../../worker/engine/wallet.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { scriptedWallet } from '../../../support/wallets/scripted-wallet.ts'
import { testWallet } from '../../../support/wallets/test-wallet.ts'

const crypto = await testCrypto()
const ours = { account: 0, address: 0 }

type Answer = Awaited<ReturnType<Daemon['bin']['get_blocks']>>
type Info = Awaited<ReturnType<Daemon['json']['get_info']>>
type Lie = {
  blocks?: (answer: Answer) => Answer
  info?: (info: Info) => Info
  pool?: () => Promise<never>
}

const over = <T extends object>(table: T, calls: Partial<T>): T =>
  new Proxy(table, {
    get: (given, name) => calls[name as keyof T] ?? given[name as keyof T],
  })

/** A daemon that tells the truth but for what is given. */
const lying =
  ({ blocks, info, pool }: Lie) =>
  (daemon: Daemon): Daemon => ({
    ...daemon,
    bin: over(daemon.bin, {
      ...(blocks && { get_blocks: async (params) => blocks(await daemon.bin.get_blocks(params)) }),
      ...(pool && { get_transaction_pool_hashes: pool }),
    }),
    json: over(daemon.json, {
      ...(info && { get_info: async (params) => info(await daemon.json.get_info(params)) }),
    }),
  })

/** Four blocks with two payments to us are known; more come from a daemon that lies. */
async function refreshFrom(lie: Lie) {
  let isLying = false
  const { wallet, script } = await scriptedWallet(crypto, {
    wrap: (daemon) => {
      const liar = lying(lie)(daemon)
      const now = (): Daemon => (isLying ? liar : daemon)
      return {
        ...daemon,
        bin: new Proxy(daemon.bin, { get: (_, name) => now().bin[name as 'get_blocks'] }),
        json: new Proxy(daemon.json, { get: (_, name) => now().json[name as 'get_info'] }),
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

/** Changes the blocks of an answer; `at` counts from the first, which the wallet knows. */
const change =
  (at: number, edit: (block: Answer['blocks'][number]) => object) =>
  (answer: Answer): Answer => ({
    ...answer,
    blocks: answer.blocks.map((block, position) =>
      position === at ? { ...block, ...edit(block) } : block,
    ),
  })

const rewrite = (edit: (block: ReturnType<typeof parseBlock>) => object) =>
  change(1, ({ block }) => {
    const parsed = parseBlock(block)
    return { block: writeBlock({ ...parsed, ...edit(parsed) }) }
  })

const lies: [string, Lie, string][] = [
  [
    'gives no blocks though it has more',
    { blocks: (a) => ({ ...a, blocks: [], output_indices: [] }) },
    'it holds no blocks',
  ],
  [
    'begins with blocks we never saw',
    {
      blocks: (a) => ({
        ...a,
        blocks: a.blocks.slice(1),
        output_indices: a.output_indices.slice(1),
        start_height: a.start_height + 1n,
      }),
    },
    'it does not begin at a block we know',
  ],
  [
    'gives the wrong height of the first block',
    { blocks: (a) => ({ ...a, start_height: a.start_height + 1n }) },
    'of another height',
  ],
  [
    'gives output indices of fewer blocks',
    { blocks: (a) => ({ ...a, output_indices: a.output_indices.slice(1) }) },
    'output indices of',
  ],
  [
    'leaves a block out',
    {
      blocks: (a) => ({
        ...a,
        blocks: [a.blocks[0]!, a.blocks[2]!],
        output_indices: a.output_indices.slice(1),
      }),
    },
    'does not follow block',
  ],
  ['changes a block', { blocks: rewrite(() => ({ nonce: 99 })) }, 'does not follow block'],
  [
    'breaks the chain',
    { blocks: rewrite(() => ({ prevId: new Uint8Array(32) })) },
    'does not follow block',
  ],
  [
    'cuts a block short',
    { blocks: change(1, ({ block }) => ({ block: block.slice(0, -1) })) },
    'is not to be trusted',
  ],
  [
    'garbles a block',
    { blocks: change(1, ({ block }) => ({ block: block.map((b) => b ^ 0xff) })) },
    'is not to be trusted',
  ],
  ['leaves a transaction out', { blocks: change(1, () => ({ txs: [] })) }, 'transactions, 0 came'],
  [
    'gives a transaction twice',
    { blocks: change(1, ({ txs }) => ({ txs: [...txs, ...txs] })) },
    'transactions, 2 came',
  ],
  [
    'garbles a transaction',
    {
      blocks: change(1, ({ txs }) => ({
        txs: txs.map((tx) => ({ ...tx, blob: tx.blob.map((b) => b ^ 0x40) })),
      })),
    },
    'is not to be trusted',
  ],
  [
    'cuts a transaction short',
    {
      blocks: change(1, ({ txs }) => ({
        txs: txs.map((tx) => ({ ...tx, blob: tx.blob.slice(0, -1) })),
      })),
    },
    'is not to be trusted',
  ],
  [
    'gives another transaction',
    {
      blocks: change(1, ({ txs }) => ({
        txs: txs.map((tx) => ({ ...tx, blob: changedFee(tx.blob) })),
      })),
    },
    'is not the one the block names',
  ],
  [
    'gives a transaction of another block',
    { blocks: (a) => change(1, () => ({ txs: a.blocks[2]!.txs }))(a) },
    'is not the one the block names',
  ],
  [
    'gives fewer output indices than outputs',
    {
      blocks: (a) => ({
        ...a,
        output_indices: a.output_indices.map(({ indices }) => ({
          indices: indices.map(() => ({ indices: [] })),
        })),
      }),
    },
    'are not one an output',
  ],
  [
    'gives output indices of fewer transactions',
    { blocks: (a) => ({ ...a, output_indices: a.output_indices.map(() => ({ indices: [] })) }) },
    'output indices of 0 came',
  ],
  [
    'is on rules that we do not know',
    { blocks: rewrite(() => ({ majorVersion: 17 })) },
    'Unexpected hard fork version v17 at height 5',
  ],
  [
    'has no block at all',
    { info: (info) => ({ ...info, height: 0n }) },
    'its chain has no first block',
  ],
  [
    'is on another network',
    { info: (info) => ({ ...info, nettype: 'stagenet' }) },
    'the daemon is on stagenet, the wallet on fakechain',
  ],
]

// The last byte of a hidden amount: the transaction is well formed, and another.
function changedFee(blob: Uint8Array): Uint8Array {
  const other = blob.slice()
  other[other.length - 1]! ^= 1
  return other
}

describe('error: a daemon that', () => {
  test.each(lies)('%s is told so, and nothing changes', async (_, lie, message) => {
    const { outcome, before, after, wallet } = await refreshFrom(lie)
    expect(outcome).toMatchObject({ name: 'RpcError', reason: 'UNKNOWN_ERROR' })
    expect((outcome as Error).message).toContain(message)
    expect(after).toEqual(before)
    // Told the truth, it goes on.
    expect(wallet.chain.height).toBe(7n)
    expect(wallet.store.outputs.size).toBe(6)
  })

  test.each([
    [
      'cannot be reached',
      new ConnectionError('nobody there'),
      'NO_DAEMON_CONNECTION',
      'no connection to daemon',
    ],
    ['is busy', new DaemonError('get_blocks', 'BUSY'), 'DAEMON_IS_BUSY', 'daemon is busy'],
    [
      'fails',
      new DaemonError('get_blocks', 'Failed'),
      'UNKNOWN_ERROR',
      'daemon: get_blocks: Failed',
    ],
    [
      'answers HTML',
      new AnswerError('get_blocks', 'wrong signature'),
      'UNKNOWN_ERROR',
      'wrong signature',
    ],
  ])('%s: the caller is told, and nothing changes', async (_, error, reason, message) => {
    for (const lie of [
      { pool: () => Promise.reject(error) },
      {
        blocks: () => {
          throw error
        },
      },
      {
        info: () => {
          throw error
        },
      },
    ]) {
      const { outcome, before, after } = await refreshFrom(lie)
      expect(outcome).toMatchObject({ name: 'RpcError', reason })
      expect((outcome as Error).message).toContain(message)
      expect(after).toEqual(before)
    }
  })

  test('lies late in an answer leaves no address that an earlier block of it paid', async () => {
    let isLying = true
    const { wallet, script } = await scriptedWallet(crypto, {
      wrap: (daemon) => {
        const blocks = (answer: Answer) => {
          if (isLying) answer.output_indices.at(-1)!.indices.pop()
          return answer
        }
        return lying({ blocks })(daemon)
      },
    })
    const paid = [4, 8].map((address) =>
      script.pay({ payments: [{ to: { account: 0, address }, amount: 1n }] }),
    )
    for (const tx of paid) script.mine([tx])
    await expect(wallet.sync.refresh()).rejects.toThrow('output indices')
    expect(wallet.addresses.addressCount(0)).toBe(1)
    expect(wallet.store.outputs.size).toBe(0)

    isLying = false
    await wallet.sync.refresh()
    expect(wallet.addresses.addressCount(0)).toBe(9)
    expect(wallet.store.outputs.size).toBe(2)
  })

  test('gives nothing but blocks we know is asked no more than twice', async () => {
    let asked = 0
    let known: Uint8Array | undefined
    const { wallet, script } = await scriptedWallet(crypto, {
      wrap: (daemon) => ({
        ...daemon,
        bin: over(daemon.bin, {
          get_blocks(params) {
            asked++
            return daemon.bin.get_blocks(known ? { ...params, block_ids: [known] } : params)
          },
        }),
      }),
    })
    script.perAnswer = 3
    script.mine([], ours).mine().mine().mine()
    await wallet.sync.refresh()
    script.mine()
    known = script.blocks[0]!.id
    asked = 0
    await expect(wallet.sync.refresh()).rejects.toMatchObject({
      name: 'RpcError',
      reason: 'UNKNOWN_ERROR',
      message: expect.stringContaining('it gives blocks we know again and again'),
    })
    expect(asked).toBe(2)
    expect(wallet.chain.height).toBe(5n)

    known = undefined
    await wallet.sync.refresh()
    expect(wallet.chain.height).toBe(6n)
  })

  test('gives a pool transaction that was not asked for', async () => {
    const { wallet, script } = await scriptedWallet(crypto)
    const [asked, given] = [1n, 2n].map((amount) =>
      script.pay({ payments: [{ to: ours, amount }] }),
    ) as [never, never]
    script.pool.set((asked as { txid: string }).txid, given)
    script.mine()
    await expect(wallet.sync.refresh()).rejects.toThrow('is not one that was asked for')
    expect(wallet.store.pool.size).toBe(0)
  })

  test('shows another chain below all that is known', async () => {
    const { wallet, script } = await scriptedWallet(crypto)
    script.mine([], ours).mine().mine()
    await wallet.sync.refresh()
    // What was seen long ago is forgotten: only the genesis block is known below block 3.
    await wallet.store.commit((change) => {
      const [name, segment] = [...wallet.store.blocks.rows][0]!
      const ids = segment.ids.slice(64)
      change.put(wallet.store.blocks, name, { ...segment, first: segment.first + 2n, ids })
    })
    script.pop(3)
    script.mine().mine().mine().mine()
    await expect(wallet.sync.refresh()).rejects.toThrow('reorg exceeds maximum allowed depth')
    expect(wallet.store.outputs.size).toBe(1)
  })
})

test('error: there is no daemon', async () => {
  const wallet = await testWallet()
  await expect(wallet.sync.refresh()).rejects.toThrow('no connection to daemon')
  expect(wallet.chain.height).toBe(1n)
})
