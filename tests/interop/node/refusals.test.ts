/**
 * The same transactions handed to a real monerod and to our node, over the same chain.
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../../support/programs/test.ts'
import { parseBlock } from '#protocol/chain/block.ts'
import type { RefusalFlag } from '../../../proxy/node/types.ts'
import { count, seed } from '../../support/random/case-counts.ts'
import { testCrypto } from '../../support/wasm/crypto.ts'
import { withLeastFee } from '../../support/invalid/amounts.ts'
import { kinds } from '../../support/invalid/all-violations.ts'
import { extraOf } from '../../support/invalid/rings.ts'
import { minedCoins, sendToBoth } from '../../support/chains/mined-coins.ts'
import {
  mayBeMined,
  minerAddress,
  type Monerod,
  type Result,
} from '../../support/programs/monerod.ts'
import { named } from '../../support/chains/in-memory-pool.ts'
import { poll } from '../../support/programs/process.ts'
import { seededBelow } from '../../support/random/sfc32.ts'
let made: Awaited<ReturnType<typeof minedCoins>>

beforeAll(async () => {
  const below = seededBelow(seed())
  made = await minedCoins(await testCrypto(), below)
})

type Verdict = { status: string; flags: readonly RefusalFlag[]; reason: string }

const accepted: Verdict = { status: 'OK', flags: [], reason: 'Not relayed' }
/** The reference's reason is empty: it makes one for its log alone. */
const refused = (flags: readonly RefusalFlag[]): Verdict => ({
  status: 'Failed',
  flags: [...flags].sort(),
  reason: flags.includes('sanity_check_failed') ? 'Sanity check failed' : '',
})

/** What a node says of it; what it takes it is made to forget. */
async function judged(by: Pick<Monerod, 'post' | 'call'>, blob: Uint8Array, sanity = false) {
  const params = { tx_as_hex: bytesToHex(blob), do_not_relay: true, do_sanity_checks: sanity }
  const answer: Result = (await by.post('/send_raw_transaction', params)).json()
  const { status, reason } = answer
  if (status === 'OK') await by.call('flush_txpool', { txids: [named(blob).id] })
  const isSet = (name: string) => answer[name] === true && !informative.includes(name)
  return { status, reason, flags: Object.keys(answer).filter(isSet).sort() }
}

/** What is no fault, or no field of the reference's. */
const informative = ['untrusted', 'not_relayed', 'not_rct']

const verdicts = async (blob: Uint8Array, sanity = false) => ({
  monerod: await judged(made.node, blob, sanity),
  ours: await judged(made.own, blob, sanity),
})

describe('a valid transaction', () => {
  test.each([
    ['of two inputs and two outputs', () => made.scene.forge()],
    ['of one input', () => made.scene.forge({ inputs: 1 })],
    ['of five inputs and sixteen outputs', () => made.scene.forge({ inputs: 5, outputs: 16 })],
    ['with the lowest accepted fee', () => withLeastFee(made.scene, 0n)],
    ['with an extra of 1060 bytes', () => made.scene.forge({ extra: extraOf(made.scene, 1060) })],
    ['with an unlock time', () => made.scene.forge({ unlockTime: 1000n })],
    ['that spends a coinbase of 60 blocks', () => made.scene.forge({ coin: made.barely.coinbase })],
    [
      'that spends an output of ten blocks',
      () => made.scene.forge({ coin: made.barely.tenBlocks }),
    ],
    [
      'that spends what the next block unlocks',
      () => made.scene.forge({ coin: made.barely.unlocked }),
    ],
  ])('%s is accepted by both', async (_, make) => {
    expect(await verdicts(make())).toEqual({ monerod: accepted, ours: accepted })
  })
})

describe('an invalid transaction', () => {
  test.each(kinds.map((kind) => [kind.name, kind] as const))('error: %s', async (_, kind) => {
    const { make, flags, old = flags } = kind
    const monerod = old === 'accepted' ? accepted : refused(old)
    for (let round = 0; round < count(1, 5); round++)
      expect(await verdicts(make(made.scene))).toEqual({ monerod, ours: refused(flags) })
  })

  test('error: bytes that are not a transaction fail the sanity check first', async () => {
    const verdict = refused(['sanity_check_failed'])
    expect(await verdicts(Uint8Array.of(2, 0, 1), true)).toEqual({
      monerod: verdict,
      ours: verdict,
    })
  })
})

describe('flags', () => {
  /**
   * By whom each is raised in the cases above. The others: `sanity_check_failed` has a case of its own,
   * `not_rct` says that it has version 1, and unlock times are let in, as our specification wants.
   */
  const raised: Record<
    Exclude<RefusalFlag, 'sanity_check_failed' | 'not_rct' | 'nonzero_unlock_time'>,
    'both' | 'ours'
  > = {
    double_spend: 'both',
    fee_too_low: 'both',
    invalid_input: 'both',
    invalid_output: 'both',
    low_mixin: 'both',
    too_big: 'both',
    too_few_outputs: 'both',
    // 0.18.0.0 refuses such sums before it comes to its flag.
    overspend: 'ours',
    // Rules newer than 0.18.0.0.
    tx_extra_too_big: 'ours',
  }

  test.each(Object.entries(raised))('%s is raised by %s', (flag, by) => {
    const cases = kinds.filter(({ flags }) => flags.includes(flag as RefusalFlag))
    const alike = cases.filter(({ old, flags }) => (old ?? flags).includes(flag as RefusalFlag))
    expect([cases.length > 0, alike.length > 0]).toEqual([true, by === 'both'])
  })

  test('rules newer than 0.18.0.0 are these', () => {
    const newer = kinds.filter(({ old }) => old === 'accepted').map(({ name }) => name)
    expect(newer).toEqual(['an extra of 1061 bytes'])
  })
})

describe('the pool', () => {
  test('has the same contents on both nodes, and both make the same block', async () => {
    for (const fee of [3n, 5n, 4n, 2n]) {
      const coin = made.scene.ripe(Number(fee))
      await sendToBoth(
        made.node,
        made.own,
        made.scene.forge({ coin, inputs: 1, fee: fee * 10n ** 10n }),
      )
    }
    await poll(() => mayBeMined(made.node))
    const [theirs, ours] = await both((by) => askPath(by, '/get_transaction_pool'))
    expect(ours.transactions.map(timeless)).toEqual(theirs.transactions.map(timeless))
    expect(ours.spent_key_images.sort(byHash)).toEqual(theirs.spent_key_images.sort(byHash))

    const [theirStats, ourStats] = await both((by) => askPath(by, '/get_transaction_pool_stats'))
    expect(ageless(ourStats.pool_stats)).toEqual(ageless(theirStats.pool_stats))

    const wanted = { wallet_address: minerAddress, reserve_size: 0 }
    const [theirBlock, ourBlock] = await both((by) => by.call('getblocktemplate', wanted))
    expect(ourBlock.expected_reward).toBe(theirBlock.expected_reward)
    expect(transactionsOf(ourBlock)).toEqual(transactionsOf(theirBlock))
    expect(transactionsOf(ourBlock)).toHaveLength(5)
  })

  test('is empty after a block with all its transactions', async () => {
    await made.mine(1)
    const pools = await both((by) => askPath(by, '/get_transaction_pool'))
    for (const pool of pools) expect(pool).not.toHaveProperty('transactions')
  })
})

type Asked = Pick<Monerod, 'post' | 'call'>

const both = async (ask: (by: Asked) => Promise<Result>): Promise<[Result, Result]> => [
  await ask(made.node),
  await ask(made.own),
]
const askPath = async (by: Asked, path: string): Promise<Result> => (await by.post(path, {})).json()

const byHash = (a: { id_hash: string }, b: { id_hash: string }) => (a.id_hash < b.id_hash ? -1 : 1)

/** Without the times, which each node takes from its own clock. */
const timeless = ({ receive_time: _received, last_relayed_time: _relayed, ...rest }: Result) => rest
const ageless = ({ oldest: _oldest, histo_98pc: _edge, histo: _histo, ...rest }: Result) => rest

const transactionsOf = ({ blocktemplate_blob }: { blocktemplate_blob: string }) =>
  parseBlock(hexToBytes(blocktemplate_blob)).txHashes.map(bytesToHex)
