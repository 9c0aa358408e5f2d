/**
 * A node of our own at work until it is killed: it takes transactions into its pool, mines them, goes back
 * behind blocks and over to branches. Of everything it says beforehand what it hands in.
 *
 * Arguments: its database, the built WASM, a file with {@link Work}, the number of this run.
 *
 * @module
 */
import { readFileSync, writeSync } from 'node:fs'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { blockId, parseBlock } from '#protocol/chain/block.ts'
import { loadCrypto } from '#wasm/index.ts'
import { openSqliteDriver } from '../../../server/sqlite/chain-driver.ts'
import { sqliteDriver } from '../../../server/sqlite/connection.ts'
import { systemRandom } from '../../../worker/adapters/platform.ts'
import { CallError } from '../network/http-client.ts'
import { minerAddress } from '../programs/monerod.ts'
import { ownNode } from './in-process-node.ts'
import { seededWords } from '../random/sfc32.ts'

export type Work = {
  seed: number
  /** Blocks below this height stay. */
  base: number
  /** In hex: sound ones, and for some of them one that spends the same. */
  transactions: { id: string; hex: string; rival?: string }[]
}

const [file, module, workFile, run] = process.argv.slice(2) as [string, string, string, string]
const work = JSON.parse(readFileSync(workFile, 'utf8')) as Work
const words = seededWords(work.seed + Number(run))
const below = (bound: number) => words() % bound
const crypto = await loadCrypto(new Uint8Array(readFileSync(module)), systemRandom)
const driver = openSqliteDriver(file, await sqliteDriver())
const node = await ownNode({ driver, crypto })
const { chain, pool } = node.context

/** At once: what has been said is known, whenever the end comes. */
const say = (...words: string[]) => void writeSync(1, `${words.join(' ')}\n`)

const handIn = async (hex: string) =>
  (await node.post('/send_raw_transaction', { tx_as_hex: hex })).json() as {
    status: string
    double_spend: boolean
  }
const waits = (id: string) => pool.has(id) || chain.transactionHeight(id) !== undefined

async function send() {
  const waiting = work.transactions.filter(({ id }) => !waits(id))
  const next = waiting[below(Math.max(1, waiting.length))]
  if (!next) return
  say('send', next.id)
  const { status } = await handIn(next.hex)
  if (status !== 'OK') throw new Error(`a sound transaction: ${status}`)
  say('taken', next.id)
}

async function spendTwice() {
  const spent = work.transactions.find(({ id, rival }) => rival !== undefined && waits(id))
  if (!spent) return
  const { status, double_spend: seen } = await handIn(spent.rival!)
  if (status === 'OK' || !seen) throw new Error('a double spend was taken')
}

const mine = () => mineOn()

async function mineOn(prev_block?: string): Promise<string> {
  const wanted = {
    wallet_address: minerAddress,
    reserve_size: 8,
    ...(prev_block && { prev_block }),
  }
  const { blocktemplate_blob: hex } = await node.call('get_block_template', wanted)
  const id = bytesToHex(blockId(parseBlock(hexToBytes(hex))))
  say('block', id)
  await node.call('submit_block', [hex])
  return id
}

/**
 * Four blocks beside three: they become the main chain. Where transactions wait, each of the four takes
 * the same ones, as monerod's do, and the branch fails as it is to win.
 */
async function branch() {
  const from = chain.height() - 4n
  if (from < work.base) return
  const waiting = pool.count({ sensitive: true })
  let parent = chain.idAt(from)!
  try {
    for (let blocks = 0; blocks < 4; blocks++) parent = await mineOn(parent)
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== -7 || waiting === 0) throw error
    return
  }
  if (waiting === 0 && chain.topId() !== parent) throw new Error('the longer branch did not win')
}

function pop() {
  const most = chain.height() - BigInt(work.base)
  const count = BigInt(1 + below(4))
  chain.popBlocks(count < most ? count : most)
}

/** Everything once; then whatever chance says. */
const always = [send, send, spendTwice, mine, send, pop, mine, mine, mine, mine, branch]
const anything = [send, send, send, send, spendTwice, mine, mine, mine, branch, pop]

for (let turn = 0; ; turn++) {
  await (always[turn] ?? anything[below(anything.length)]!)()
  say('.')
}
