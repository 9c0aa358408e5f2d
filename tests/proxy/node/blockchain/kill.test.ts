import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bytesToHex } from '@noble/hashes/utils.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { blockId, parseBlock } from '#protocol/chain/block.ts'
import { transactionId } from '#protocol/chain/hashes.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import type { OwnBlockchain } from '../../../../proxy/node/blockchain/blockchain.ts'
import { openSqliteDriver } from '../../../../proxy/stores/sqlite.ts'
import { sqliteDriver } from '../../../../sqlite/connection.ts'
import { bundleProgram } from '../../../support/bundle-program.ts'
import { count, seed } from '../../../support/counts.ts'
import { openOwnChain } from '../../../support/own-chain.ts'
import { temporaryFolder } from '../../../support/ports.ts'
import { pause, startProgram } from '../../../support/programs.ts'
import { seededRandom } from '../../../support/random.ts'

const root = process.cwd()
const folder = temporaryFolder('chain-kill')
const file = join(folder, 'chain.db')
const random = seededRandom(seed())
let script: string

/** Adds blocks of transactions, leaves the chain for branches and pops, until it is killed. */
const writer = `
  import { makeBlock, makeTransaction } from ${JSON.stringify(join(root, 'tests/support/made-blocks.ts'))}
  import { openOwnChain } from ${JSON.stringify(join(root, 'tests/support/own-chain.ts'))}
  import { openSqliteDriver } from ${JSON.stringify(join(root, 'proxy/stores/sqlite.ts'))}
  import { sqliteDriver } from ${JSON.stringify(join(root, 'sqlite/connection.ts'))}
  import { readFileSync } from 'node:fs'
  import { loadCrypto } from ${JSON.stringify(join(root, 'wasm/index.ts'))}
  const module = readFileSync(${JSON.stringify(join(root, 'wasm/build/nightjar.wasm'))})
  const crypto = await loadCrypto(new Uint8Array(module), (size) => new Uint8Array(size).fill(1))
  const driver = openSqliteDriver(process.argv[2], await sqliteDriver())
  const chain = await openOwnChain({ driver, crypto, check: () => undefined })
  let tag = Number(process.argv[3]) * 1_000_000
  console.log('writing')
  const add = async (parent) => {
    const transactions = [makeTransaction(++tag), makeTransaction(++tag), makeTransaction(++tag)]
    const made = makeBlock(chain, { transactions: parent ? [] : transactions, nonce: tag, ...parent })
    const { kind } = await chain.addBlock(made.blob, made.transactions)
    if (kind === 'invalid' || kind === 'orphan') throw new Error(kind)
    return made.id
  }
  for (;;) {
    for (let i = 0; i < 12; i++) await add()
    let parent = chain.idAt(chain.height() - 4n)
    for (let i = 0; i < 4; i++) parent = await add({ parent })
    chain.popBlocks(5n)
  }`

beforeAll(async () => {
  writeFileSync(join(folder, 'entry.ts'), writer)
  script = await bundleProgram(folder, 'entry.ts')
})

/** Reads all of the chain anew: every id from its bytes, every count from what it counts. */
function expectWhole(chain: OwnBlockchain) {
  const counts = new Map<bigint, bigint>()
  let below = '0'.repeat(64)
  let height = 0n
  for (const { blob, info, transactions } of chain.wholeBlocks(0n)) {
    const block = parseBlock(blob)
    expect([info.height, info.id, info.prevId]).toEqual([height, bytesToHex(blockId(block)), below])
    const read = transactions.map(({ pruned, prunable }) =>
      parseTransaction(Uint8Array.of(...pruned, ...prunable!)),
    )
    expect(read.map((tx) => bytesToHex(transactionId(tx)))).toEqual(block.txHashes.map(bytesToHex))
    for (const tx of [block.minerTx, ...read]) {
      for (const output of tx.outputs) {
        const amount = tx.version === 2 ? 0n : output.amount
        counts.set(amount, (counts.get(amount) ?? 0n) + 1n)
      }
      for (const input of tx.inputs)
        if (input.kind === 'key') expect(chain.hasKeyImage(input.keyImage)).toBe(true)
    }
    below = info.id
    height++
  }
  expect([chain.height(), chain.topId()]).toEqual([height, below])
  const expected = [...counts].map(([amount, count]) => ({ amount, count }))
  expect(chain.outputAmounts()).toEqual(expected.sort((a, b) => Number(a.amount - b.amount)))
}

describe('the chain of a process that is killed', () => {
  test('opens whole, at the end of a block', async () => {
    const openSqlite = await sqliteDriver()
    let highest = 0n
    for (let round = 0; round < count(5, 100); round++) {
      const program = await startProgram(process.execPath, [script, file, `${round + 1}`], {
        ready: /writing/,
      })
      await pause(random(1)[0]! / 2)
      await program.stop('SIGKILL')

      const driver = openSqliteDriver(file, openSqlite)
      const chain = await openOwnChain({ driver, check: () => undefined })
      expectWhole(chain)
      if (chain.height() > highest) highest = chain.height()
      // The next round begins near the ground, so that the last is no slower to read.
      chain.popBlocks(chain.height() - 8n > 0n ? chain.height() - 8n : 0n)
      driver.close()
    }
    expect(highest).toBeGreaterThan(8n)
  })
})
