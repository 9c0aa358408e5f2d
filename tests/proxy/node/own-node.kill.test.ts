import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bytesToHex } from '@noble/hashes/utils.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { blockId, parseBlock } from '#protocol/chain/block.ts'
import { transactionId } from '#protocol/chain/hashes.ts'
import { parseTransaction, type ParsedTransaction } from '#protocol/chain/transaction.ts'
import type { Blockchain } from '../../../proxy/node/blockchain/types.ts'
import type { NodeContext } from '../../../proxy/node/context.ts'
import { openSqliteDriver } from '../../../server/sqlite/chain-driver.ts'
import { sqliteDriver, type OpenSqlite } from '../../../server/sqlite/connection.ts'
import { bundleProgram } from '../../support/programs/bundle-program.ts'
import { addressOf, coinbaseCoin } from '../../support/chains/coinbase-coins.ts'
import { seed } from '../../support/random/case-counts.ts'
import { killCounts, kills, reportKills } from '../../support/programs/kill-counts.ts'
import { testCrypto } from '../../support/wasm/crypto.ts'
import { ForgeScene, type ForgeParts } from '../../support/transactions/forge-scene.ts'
import type { Work } from '../../support/daemons/killed-node-program.ts'
import { newSecrets } from '../../support/chains/coin-mint.ts'
import { minerAddress } from '../../support/programs/monerod.ts'
import { ownNode, type OwnNode } from '../../support/daemons/in-process-node.ts'
import { named } from '../../support/chains/in-memory-pool.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'
import { pause, startProgram } from '../../support/programs/process.ts'
import { seededWords } from '../../support/random/sfc32.ts'

const root = process.cwd()
const folder = temporaryFolder('node-kill')
const file = join(folder, 'chain.db')
/** Blocks that are never taken off: the coins that are spent are in them. */
const base = 90
const rounds = kills(killCounts.node.blocks)
const words = seededWords(seed())
const below = (bound: number) => words() % bound
let openSqlite: OpenSqlite
let script: string
let work: Work

beforeAll(async () => {
  openSqlite = await sqliteDriver()
  const program = join(root, 'tests/support/daemons/killed-node-program.ts')
  writeFileSync(join(folder, 'entry.ts'), `import ${JSON.stringify(program)}`)
  script = await bundleProgram(folder, 'entry.ts')
  work = { seed: seed(), base, transactions: await madeTransactions() }
  writeFileSync(join(folder, 'work.json'), JSON.stringify(work))
})

/** Mines coins in the file, and spends each of some of them once, or twice. */
async function madeTransactions(): Promise<Work['transactions']> {
  const crypto = await testCrypto()
  const secrets = newSecrets(crypto)
  return opened(async ({ call, context: { chain } }) => {
    await call('generateblocks', { amount_of_blocks: base - 1, wallet_address: addressOf(secrets) })
    const coins = Array.from({ length: 24 }, (_, i) =>
      coinbaseCoin({ crypto, chain, secrets }, BigInt(i + 1)),
    )
    const parts = { crypto, below, ripe: coins, view: chain.view() }
    const scene = new ForgeScene(parts as unknown as ForgeParts)
    return coins.map((coin, index) => {
      const { id, blob } = named(scene.forge({ coin, inputs: 1 }))
      const rival = index % 4 === 0 && { rival: bytesToHex(scene.forge({ coin, inputs: 1 })) }
      return { id, hex: bytesToHex(blob), ...rival }
    })
  })
}

/** The file as the next process finds it. */
async function opened<T>(act: (node: OwnNode) => Promise<T>): Promise<T> {
  const driver = openSqliteDriver(file, openSqlite)
  try {
    return await act(await ownNode({ driver }))
  } finally {
    driver.close()
  }
}

/** Lets a process work for a while and kills it. @returns What it said, by the first word. */
async function killed(run: number): Promise<(what: string) => string[]> {
  const args = [script, file, join(root, 'wasm/build/nightjar.wasm'), join(folder, 'work.json')]
  const program = await startProgram(process.execPath, [...args, `${run}`])
  // Every operation ran at least once. The moment of the kill is random.
  await program.says(new RegExp(`(\\.\\s[^.]*){${11 + below(40)}}`))
  await pause(below(150))
  expect(await program.stop('SIGKILL')).toBeNull()
  const lines = program.output().split('\n')
  return (what) =>
    lines.flatMap((line) => (line.startsWith(`${what} `) ? [line.split(' ')[1]!] : []))
}

/** Computes the whole chain again: every id from its bytes, every count from the counted rows. */
function expectWhole(chain: Blockchain): { blocks: string[]; transactions: string[] } {
  const counts = new Map<bigint, bigint>()
  const [blocks, transactions, images]: string[][] = [[], [], []]
  for (const whole of chain.wholeBlocks(0n)) {
    const block = parseBlock(whole.blob)
    const [height, below] = [BigInt(blocks!.length), blocks!.at(-1) ?? '0'.repeat(64)]
    const info = chain.infoAt(whole.height)!
    expect([info.height, info.id, info.prevId]).toEqual([height, bytesToHex(blockId(block)), below])
    const read = whole.transactions.map(({ pruned, prunable }) =>
      parseTransaction(Uint8Array.of(...pruned, ...prunable!)),
    )
    const ids = read.map((tx) => bytesToHex(transactionId(tx)))
    expect(ids).toEqual(block.txHashes.map(bytesToHex))
    for (const tx of [block.minerTx, ...read]) {
      for (const output of tx.outputs) {
        const amount = tx.version === 2 ? 0n : output.amount
        counts.set(amount, (counts.get(amount) ?? 0n) + 1n)
      }
      images!.push(...imagesOf(tx).map(bytesToHex))
      for (const image of imagesOf(tx)) expect(chain.hasKeyImage(image)).toBe(true)
    }
    blocks!.push(info.id)
    transactions!.push(...ids)
  }
  expect([chain.height(), chain.topId()]).toEqual([BigInt(blocks!.length), blocks!.at(-1)])
  expect(new Set(images).size).toBe(images!.length)
  const expected = [...counts].map(([amount, count]) => ({ amount, count }))
  expect(chain.outputAmounts()).toEqual(expected.sort((a, b) => Number(a.amount - b.amount)))
  return { blocks: blocks!, transactions: transactions! }
}

/** Every pool transaction has its id and spends nothing that is already spent. */
function expectSound({ chain, pool }: NodeContext): string[] {
  const images = new Set<string>()
  return pool.entries({ sensitive: true }).map(({ id }) => {
    const tx = parseTransaction(pool.blob(id)!)
    expect(bytesToHex(transactionId(tx))).toBe(id)
    expect(chain.transactionHeight(id)).toBeUndefined()
    for (const image of imagesOf(tx)) {
      expect(chain.hasKeyImage(image)).toBe(false)
      expect(images.has(bytesToHex(image))).toBe(false)
      images.add(bytesToHex(image))
    }
    return id
  })
}

const imagesOf = ({ inputs }: ParsedTransaction) =>
  inputs.flatMap((input) => (input.kind === 'key' ? [input.keyImage] : []))

/** So that the next round begins as the first, and is no slower to read. */
function beginAnew({ chain, pool }: NodeContext) {
  chain.popBlocks(chain.height() - BigInt(base))
  for (const { id } of pool.entries({ sensitive: true })) pool.drop(id)
}

describe('a node that is killed while it adds and pops blocks', () => {
  test('reopens with complete blocks, and with exactly the submitted data', async ({ task }) => {
    const handedIn = new Set<string>()
    for (let round = 1; round <= rounds; round++) {
      const said = await killed(round)
      for (const id of said('block')) handedIn.add(id)

      await opened(async ({ context, call }) => {
        const { chain, pool } = context
        const { blocks, transactions } = expectWhole(chain)
        const waiting = expectSound(context)
        const beside = chain.alternativeBlocks().map(({ id }) => id)
        // Nothing is invented ...
        const there = [...blocks.slice(base), ...beside]
        expect(there.filter((id) => !handedIn.has(id))).toEqual([])
        const known = [...transactions, ...waiting]
        expect(known.filter((id) => !said('send').includes(id))).toEqual([])
        // ... and nothing is lost that it reported before.
        expect(said('taken').filter((id) => !known.includes(id))).toEqual([])

        // What waits can be mined.
        await call('generateblocks', { amount_of_blocks: 1, wallet_address: minerAddress })
        expect(pool.entries({ sensitive: true })).toEqual([])
        expect(expectWhole(chain).transactions.toSorted()).toEqual(known.toSorted())
        beginAnew(context)
      })
    }
    reportKills(task, 'node', rounds)
  }, 1_800_000)
})
