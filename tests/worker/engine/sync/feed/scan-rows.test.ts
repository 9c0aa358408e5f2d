/** Wallets that read scan rows: what they find, and what they request. */
import { describe, expect, test } from 'vitest'
import { chunkIds } from '#protocol/feed/build.ts'
import { readChunk, type FeedChunk } from '#protocol/feed/chunk.ts'
import { ConnectionError } from '#protocol/daemon/errors.ts'
import type { BodyReader } from '#protocol/upstream.ts'
import type { Daemon } from '../../../../../worker/engine/base/ports.ts'
import { keysOfSeed } from '../../../../../worker/engine/keys/account.ts'
import { seedKeys } from '../../../../../worker/engine/keys/new-keys.ts'
import { CoverRanges } from '../../../../../worker/engine/sync/feed/cover-ranges.ts'
import { ScriptedChain, type Payment } from '../../../../support/chains/scripted-chain.ts'
import { withBlocksArriving } from '../../../../support/daemons/encoded-daemon.ts'
import { editedFeed, scriptedFeed } from '../../../../support/feed/scripted-feed.ts'
import { fullState } from '../../../../support/wallet-comparison/full-state.ts'
import { pageClient } from '../../../../support/wallets/page-client.ts'
import { scriptedWallet } from '../../../../support/wallets/scripted-wallet.ts'
import { testSeed } from '../../../../support/wallets/test-wallet.ts'
import { testCrypto } from '../../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
const size = 64
const range = 16
const main = { account: 0, address: 0 }

type Scene = {
  script: ScriptedChain
  seed?: Uint8Array
  files?: ReadonlyMap<string, Uint8Array<ArrayBuffer>>
  kind?: 'scan' | 'complete'
  restoreHeight?: bigint
  /** In place of answers with the blocks of a range. */
  ranges?: BodyReader
}

/** A wallet, and what it requests: names of files without digests, and ranges of blocks. */
async function reader({
  script,
  seed = testSeed,
  files,
  kind = 'scan',
  restoreHeight = 0n,
  ranges: answer,
}: Scene) {
  const sent: string[] = []
  const wrap = (daemon: Daemon): Daemon => {
    const { blocksArriving } = withBlocksArriving(daemon)
    return {
      ...daemon,
      blocksArriving: async (params) => {
        sent.push(`${params.start_height}+${params.max_block_count ?? 0n}`)
        return answer && params.max_block_count ? answer : blocksArriving(params)
      },
      feedFile: async (name) => {
        sent.push(name.replace(/-.*/, ''))
        return (files ?? scriptedFeed(script, size)).get(name)
      },
    }
  }
  const { wallet, service } = await scriptedWallet(crypto, {
    script,
    wrap,
    leastFeedBlocks: 1,
    wanted: { ...seedKeys(crypto, seed, 'English'), restoreHeight },
  })
  service.feedKind = kind
  const page = pageClient(service)
  const call = (method: string, params: unknown = {}) =>
    (page as never as Record<string, (params: unknown) => Promise<never>>)[method]!(params)
  const ranges = () =>
    sent.filter((each) => each.endsWith(`+${range}`)).map((each) => parseInt(each))
  return { wallet, service, sent, ranges, state: () => fullState(call) }
}

const newScript = () => new ScriptedChain(crypto, keysOfSeed(crypto, testSeed))

/** Four chunks with payments to several addresses, beyond the lookahead too, and spends in the same chunk and in others. */
function fourChunks() {
  const script = newScript()
  const pay = (...payments: Payment[]) => script.pay({ payments: [...payments, { amount: 1n }] })
  const mineTo = (height: number) => {
    while (script.height < height) script.mine()
  }
  mineTo(20)
  const first = pay({ to: main, amount: 7n }, { to: { account: 0, address: 3 }, amount: 8n })
  script.mine([first])
  mineTo(40)
  script.mine([script.pay({ payments: [{ amount: 1n }], spends: [first.keyImages[0]!] })])
  mineTo(size + 5)
  const far = pay({ to: { account: 0, address: 4 }, amount: 9n })
  script.mine([far], main)
  mineTo(size + 30)
  script.mine([pay({ to: { account: 0, address: 8 }, amount: 10n })])
  mineTo(2 * size + 50)
  const spends = [first.keyImages[1]!, far.keyImages[0]!]
  script.mine([script.pay({ payments: [{ amount: 1n }], spends })])
  mineTo(4 * size + 9)
  return script
}

/** Heights of the ranges that concern the wallet of {@link fourChunks}. */
const concerned = [20, 40, size + 5, size + 30, 2 * size + 50].map((at) => at - (at % range))

const coversOf = (viewSecret: Uint8Array, to: number) => {
  const cover = new CoverRanges(crypto, viewSecret)
  return Array.from({ length: to / range }, (_, at) => range * at).filter((first) =>
    cover.has(BigInt(first)),
  )
}

describe('a wallet that reads scan rows', () => {
  test('has what a wallet has that reads complete rows, or blocks', async () => {
    const script = fourChunks()
    const wallets = [
      await reader({ script }),
      await reader({ script, kind: 'complete' }),
      await reader({ script, files: new Map() }),
    ]
    for (const { wallet } of wallets) await wallet.sync.refresh()
    const [byScan, byRows, byBlocks] = wallets as [Reader, Reader, Reader]
    expect(byScan.wallet.store.outputs.size).toBe(5)
    expect(await byScan.state()).toEqual(await byBlocks.state())
    expect(byScan.wallet.chain.height).toBe(BigInt(script.height))
    for (let at = 0n; at < script.height; at++)
      expect(byScan.wallet.chain.at(at)).toEqual(byBlocks.wallet.chain.at(at))
    for (const { wallet } of [byRows, byBlocks])
      expect([...byScan.wallet.store.outputCounts.values()]).toEqual([
        ...wallet.store.outputCounts.values(),
      ])
    // Its transactions are in blocks that hash to their ids.
    const unverified = ({ wallet }: Reader) =>
      [...wallet.store.received.values()].filter(({ proved }) => proved !== true).length
    expect(unverified(byScan)).toBe(unverified(byBlocks))
    expect(unverified(byRows)).toBeGreaterThan(unverified(byScan))
  })

  test('requests the ranges that concern it and those that cover them, in order', async () => {
    const script = fourChunks()
    const { wallet, sent, ranges } = await reader({ script })
    await wallet.sync.refresh()
    expect(sent.filter((each) => each.includes('/'))).toEqual(
      [0, 1, 2, 3].map((at) => `scan/${at * size}`),
    )
    const covers = coversOf(wallet.store.secrets.value.viewSecret, 4 * size)
    const expected = [...new Set([...concerned, ...covers])].sort((a, b) => a - b)
    // The genesis block comes by its id.
    expect(ranges()).toEqual(expected.filter((first) => first > 0))
  })

  test('requests the same ranges again, and only ranges that it needs', async () => {
    const script = fourChunks()
    const { wallet, sent, ranges } = await reader({ script })
    await wallet.sync.refresh()
    const before = ranges()
    sent.length = 0
    await wallet.sync.rescan({ hard: false })
    expect(ranges()).toEqual(before)
    const late = await reader({ script, restoreHeight: BigInt(2 * size + 40) })
    await late.wallet.sync.refresh()
    expect(late.sent.slice(0, 2)).toEqual(['index.json', 'scan/128'])
    expect(late.ranges()).toEqual(
      before.filter((first) => first + range > 2 * size + 40 && first !== 2 * size + 48),
    )
  })

  test('ends its requests when it is closed', async () => {
    let end!: () => void
    const cancelled = new Promise<void>((resolve) => (end = resolve))
    const lost = cancelled.then(() => Promise.reject(new ConnectionError('cancelled')))
    const ranges = { read: () => lost, cancel: end }
    const { wallet, sent } = await reader({ script: fourChunks(), ranges })
    const refreshed = wallet.sync.refresh()
    await expect.poll(() => sent).toContain('16+16')
    await wallet.close()
    await cancelled
    expect(await refreshed).toEqual({ blocksFetched: 0n, receivedMoney: false })
  })

  test('finds a spend of an output that an earlier refresh found', async () => {
    const script = newScript()
    const paid = script.pay({ payments: [{ to: main, amount: 7n }] })
    script.mine([paid])
    while (script.height < size) script.mine()
    const { wallet } = await reader({ script })
    await wallet.sync.refresh()
    script.mine().mine([script.pay({ payments: [{ amount: 1n }], spends: [paid.keyImages[0]!] })])
    while (script.height < 3 * size) script.mine()
    await wallet.sync.refresh()
    expect([...wallet.store.outputs.values()][0]?.spent).toBeDefined()
  })
})

type Reader = Awaited<ReturnType<typeof reader>>

describe('ranges that cover others', () => {
  test('are one in sixteen, others for each wallet, and the same for ever', () => {
    const wallets = Array.from({ length: 40 }, (_, at) => new Uint8Array(32).fill(at + 1))
    const covers = wallets.map((secret) => coversOf(secret, 16 * 1000))
    const count = covers.reduce((sum, each) => sum + each.length, 0)
    // Of 40 000 draws with a probability of 1/16: five standard deviations are 242.
    expect(Math.abs(count - 40_000 / 16)).toBeLessThan(242)
    expect(coversOf(wallets[0]!, 16_000)).toEqual(covers[0])
    expect(new Set(covers.map(String)).size).toBe(40)
  })

  test('say little: a range is requested by one in sixteen wallets without a payment there', async () => {
    const script = newScript()
    while (script.height < 2 * size) script.mine()
    const files = scriptedFeed(script, size)
    let requested = 0
    for (let at = 0; at < 24; at++) {
      const { wallet, ranges } = await reader({
        script,
        files,
        seed: testSeed.map((byte) => byte ^ (at + 1)),
      })
      await wallet.sync.refresh()
      expect(ranges()).toEqual(
        coversOf(wallet.store.secrets.value.viewSecret, 2 * size).filter((first) => first > 0),
      )
      requested += ranges().length
      await wallet.close()
    }
    expect(requested).toBeGreaterThan(0)
  })
})

/** Of a wallet that requests a range of the first chunk as cover. */
function coveredSeed(): Uint8Array {
  for (let change = 0; ; change++) {
    const seed = testSeed.map((byte) => byte ^ change)
    if (coversOf(keysOfSeed(crypto, seed).viewSecret, size).some((first) => first > 0)) return seed
  }
}

describe('error: false scan rows are refused, and blocks are read instead', () => {
  const everyRow = ({ blocks }: FeedChunk) => blocks.flatMap(({ rows }) => rows)

  test.each<[string, (chunk: FeedChunk) => void, RegExp]>([
    [
      'with another key',
      (chunk) =>
        everyRow(chunk).forEach(({ outputs }) =>
          outputs.forEach((each) => (each.key = each.key.map((byte) => byte ^ 1))),
        ),
      /transaction \d+ of block \d+ is another one in the scan feed/,
    ],
    [
      'with another key image',
      (chunk) =>
        everyRow(chunk).forEach(
          (row) => (row.keyImages = row.keyImages.map((each) => each.map((byte) => byte ^ 1))),
        ),
      /is another one in the scan feed/,
    ],
    [
      'without a transaction',
      ({ blocks }) => blocks.forEach(({ rows }) => rows.splice(1)),
      /block \d+ has \d+ transactions, and 1 in the scan feed/,
    ],
    [
      'with other ids of blocks',
      ({ blocks }) =>
        blocks.slice(1).forEach((block) => (block.id = block.id!.map((byte) => byte ^ 1))),
      /block \d+ (is another one than in the scan feed|does not follow)/,
    ],
    [
      'with other times',
      ({ blocks }) => blocks.forEach((block) => (block.timestamp += 1n)),
      /block \d+ is another one than in the scan feed/,
    ],
  ])('%s', async (_, edit, problem) => {
    const script = newScript()
    while (script.height < 2 * size + 3)
      script.mine([script.pay({ payments: [{ amount: 7n }, { amount: 1n }] })])
    const files = editedFeed(scriptedFeed(script, size), 'scan', edit)
    const { wallet, state } = await reader({ script, files, seed: coveredSeed() })
    await expect(wallet.sync.refresh()).rejects.toThrow(problem)
    expect(wallet.sync.scanFeed).toMatchObject({ use: 'refused' })
    expect(wallet.store.outputs.size).toBe(0)
    await wallet.sync.refresh()
    const honest = await reader({ script, seed: coveredSeed(), files: new Map() })
    await honest.wallet.sync.refresh()
    expect(await state()).toEqual(await honest.state())
  })

  test('whose chunk is one of another kind', async () => {
    const script = fourChunks()
    const files = scriptedFeed(script, size)
    const complete = [...files].find(([name]) => name.startsWith('complete/0-'))![1]
    expect(chunkIds(readChunk(complete))).toHaveLength(size)
    const index = new TextDecoder().decode(files.get('index.json'))
    const swapped = index
      .replaceAll('"scan"', '"x"')
      .replaceAll('"complete"', '"scan"')
      .replaceAll('"x"', '"complete"')
    for (const [name, bytes] of [...files]) files.set(name.replace('complete/', 'scan/'), bytes)
    files.set('index.json', new TextEncoder().encode(swapped))
    const { wallet } = await reader({ script, files })
    await wallet.sync.refresh()
    expect(wallet.sync.scanFeed).toMatchObject({
      use: 'refused',
      problem: 'expected a chunk of kind scan, got one of kind complete',
    })
    expect(wallet.store.outputs.size).toBe(5)
  })
})
