/**
 * A node on a disk that fails once, at each write of its work. The work that failed is then repeated.
 */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { StorageFailure } from '../../../protocol/storage-failure.ts'
import { openSqliteDriver } from '../../../server/sqlite/chain-driver.ts'
import { sqliteDriver } from '../../../server/sqlite/connection.ts'
import { makeBlock } from '../../support/chains/block-builder.ts'
import { ownNode, type OwnNode } from '../../support/daemons/in-process-node.ts'
import { nodeWithCoins } from '../../support/daemons/node-with-coins.ts'
import { minerAddress } from '../../support/programs/monerod.ts'
import { count, someOf } from '../../support/random/case-counts.ts'
import { FailingSqlite, faultKinds, type Fault } from '../../support/storage/failing-sqlite.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'

const folder = temporaryFolder('failing-node')
const openSqlite = await sqliteDriver()
const base = join(folder, 'base.sqlite')
const transactions = await madeBase()
let files = 0

/** A file with spendable coins, and transactions that spend them. */
async function madeBase() {
  const driver = openSqliteDriver(base, openSqlite)
  const { spending } = await nodeWithCoins({ driver })
  const made = [0, 1, 2].map((coin) => bytesToHex(spending(coin).blob))
  driver.close()
  return made
}

const options = { network: 'fakechain', fixedDifficulty: 1n, keepAlternatives: true } as const

const mine = ({ call }: OwnNode) =>
  call('generateblocks', { amount_of_blocks: 1, wallet_address: minerAddress })
const send = (at: number) => async (node: OwnNode) => {
  const { status } = (
    await node.post('/send_raw_transaction', { tx_as_hex: transactions[at] })
  ).json()
  expect(status).toBe('OK')
}

/** Blocks of the node have the time of its clock. */
const timed = () => ({ timestamp: BigInt(Math.floor(Date.now() / 1000)) })

/** A block beside the main chain, then one on it, which makes it the main chain. */
const branch = async ({ context: { chain } }: OwnNode) => {
  const parent = chain.idAt(chain.height() - 2n)!
  const beside = chain.alternativeBlocks()[0]?.id
  const changes = { parent: beside ?? parent, nonce: 7, header: timed() }
  const { kind } = await chain.addBlock(makeBlock(chain, changes).blob)
  expect(kind).not.toBe('invalid')
}

/** What a node does, step by step. Each step may be repeated after a failure. */
const work: readonly ((node: OwnNode) => unknown)[] = [
  send(0),
  send(1),
  mine,
  send(2),
  ({ context }) => context.chain.popBlocks(1n),
  mine,
  mine,
  branch,
  branch,
  mine,
]

/** What must be equal in memory, on the disk, and after a life without failures. */
function summary({ context: { chain, pool } }: OwnNode) {
  return {
    height: chain.height(),
    top: chain.topId(),
    difficulty: chain.placeAfter(chain.topId()),
    outputs: chain.outputAmounts(),
    besides: chain.alternativeBlocks().map(({ id }) => id),
    pool: pool.entries({ sensitive: true }),
    weight: pool.weight,
  }
}

/** Ids of blocks are random. */
const comparable = (node: OwnNode) => {
  const { height, outputs, pool, besides } = summary(node)
  return { height, outputs, pool: pool.map(({ id }) => id), besides: besides.length }
}

/** Works on a disk with a fault. A step that fails is repeated once. */
async function workOn(fault?: Fault) {
  const path = join(folder, `${files++}.sqlite`)
  copyFileSync(base, path)
  const disk = new FailingSqlite(openSqlite, fault)
  let failures = 0
  const open = async () => {
    const driver = openSqliteDriver(path, disk.open)
    try {
      return { driver, node: await ownNode({ driver, options }) }
    } catch (error) {
      driver.close()
      throw error
    }
  }
  const { driver, node } = await open().catch((error: unknown) => {
    expectExplained(error, path)
    failures++
    return open()
  })
  for (const step of work) {
    try {
      await step(node)
    } catch (error) {
      expectExplained(error, path)
      failures++
      // Memory is what the disk has.
      const stored = summary(await ownNode({ driver, options }))
      expect(summary(node)).toEqual(stored)
      await step(node)
    }
  }
  const result = comparable(node)
  driver.close()

  const again = openSqliteDriver(path, openSqlite)
  expect(comparable(await ownNode({ driver: again, options }))).toEqual(result)
  again.close()
  return { result, failures, path, writes: disk.writes }
}

function expectExplained(error: unknown, path: string) {
  expect(error).toEqual(
    new StorageFailure(
      `the disk of ${path} is full. Nothing was changed. Free some space, then try again (SQLITE_FULL).`,
    ),
  )
}

const calm = await workOn()
/** With a write-ahead log, a COMMIT that reports an error has not taken effect. */
const kinds = faultKinds.filter((kind) => kind !== 'done')
const cases = Array.from({ length: calm.writes }, (_, write) =>
  kinds.map((kind): Fault => ({ at: write + 1, kind })),
).flat()

describe('a node on a disk that fails once', () => {
  test('works as on a disk that never fails', () => {
    expect(calm).toMatchObject({ failures: 0, result: { height: 86n, pool: [], besides: 1 } })
  })

  test.each(someOf(cases, Math.min(cases.length, count(15, 200))))(
    'error: statement $at is $kind',
    async (fault) => {
      const { result, failures } = await workOn(fault)
      expect(failures).toBe(1)
      expect(result).toEqual(calm.result)
    },
  )

  test('error: a disk that cannot be read either is read again when it is back', async () => {
    const path = join(folder, `${files++}.sqlite`)
    copyFileSync(base, path)
    const disk = new FailingSqlite(openSqlite)
    const driver = openSqliteDriver(path, disk.open)
    const node = await ownNode({ driver, options })
    const before = summary(node)
    const { chain } = node.context
    const { blob } = makeBlock(chain, { header: timed() })
    let writes = 0
    const { run } = driver
    driver.run = (sql, ...values) => {
      // After the first row of the block.
      if (++writes === 2) disk.broken = 'unreadable'
      run(sql, ...values)
    }
    await expect(chain.addBlock(blob)).rejects.toThrow(StorageFailure)
    expect(() => chain.topId()).toThrow(StorageFailure)
    disk.broken = undefined
    expect(summary(node)).toEqual(before)
    expect(await chain.addBlock(blob)).toMatchObject({ kind: 'added' })
    driver.close()
  })
})
