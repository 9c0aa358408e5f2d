import { hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { parseBlock } from '#protocol/chain/block.ts'
import { parseTransaction, type ParsedTransaction } from '#protocol/chain/transaction.ts'
import { minedCoins, minerTxError, paidOut } from '../../../../proxy/node/blockchain/miner-tx.ts'
import { regtest } from '../../../vectors/chain/vectors.ts'

// Blocks that monerod mined by the rules of version 16; the first is the genesis block.
const blocks = regtest.blocks.slice(1).map(({ blob, header }) => ({
  minerTx: parseBlock(hexToBytes(blob)).minerTx,
  height: BigInt(header.height),
  header,
}))
const [first] = blocks
const changed = (change: Partial<ParsedTransaction>) =>
  minerTxError({ ...first!.minerTx, ...change }, first!.height)

describe('minerTxError', () => {
  test('accepts the miner transactions of monerod at their heights alone', () => {
    for (const { minerTx, height } of blocks) {
      expect(minerTxError(minerTx, height)).toBeUndefined()
      expect(minerTxError(minerTx, height + 1n)).toBe(
        `height: expected ${height + 1n}, got ${height}`,
      )
    }
  })

  test('error: the genesis block, and a transaction that spends', () => {
    const genesis = parseBlock(hexToBytes(regtest.blocks[0]!.blob)).minerTx
    expect(minerTxError(genesis, 0n)).toBe('version: expected at least 2, got 1')
    const spending = parseTransaction(hexToBytes(regtest.transactions[0]!.hex))
    expect(minerTxError(spending, 1n)).toBe('expected one coinbase input')
    expect(changed({ inputs: [] })).toBe('expected one coinbase input')
  })

  test('error: RingCT, another unlock time, or no view tag', () => {
    const { ringct, outputs } = first!.minerTx
    expect(changed({ ringct: { ...ringct!, type: 6 } })).toBe('RingCT type: expected 0')
    for (const unlockTime of [60n, 62n])
      expect(changed({ unlockTime })).toBe(`unlock time: expected 61, got ${unlockTime}`)
    const [{ amount, key }] = outputs as [(typeof outputs)[0]]
    expect(changed({ outputs: [{ amount, key }] })).toBe('an output has no view tag')
  })

  test('error: outputs of more than 64 bits', () => {
    const [output] = first!.minerTx.outputs
    const all = { ...output!, amount: 2n ** 64n - 1n }
    expect(changed({ outputs: [all] })).toBeUndefined()
    expect(changed({ outputs: [all, { ...output!, amount: 1n }] })).toBe(
      'sum of outputs exceeds 64 bits',
    )
  })
})

describe('paidOut', () => {
  test('is the reward that monerod reports', () => {
    for (const { minerTx, header } of blocks) expect(paidOut(minerTx)).toBe(BigInt(header.reward))
  })

  test('adds outputs up beyond 64 bits', () => {
    const { outputs } = first!.minerTx
    const large = { ...outputs[0]!, amount: 2n ** 64n - 1n }
    expect(paidOut({ ...first!.minerTx, outputs: [large, large] })).toBe(2n ** 65n - 2n)
    expect(paidOut({ ...first!.minerTx, outputs: [] })).toBe(0n)
  })
})

describe('minedCoins', () => {
  const terms = { weight: 85n, fees: 0n, generatedCoins: 17_592_186_044_415n, median: 300_000n }
  const reward = 35_184_338_534_400n

  test('returns the new coins of the first blocks of monerod', () => {
    expect(minedCoins(first!.minerTx, terms)).toBe(reward)
    const generatedCoins = terms.generatedCoins + reward
    expect(minedCoins(blocks[1]!.minerTx, { ...terms, generatedCoins })).toBe(35_184_271_425_600n)
  })

  test('does not count fees as new coins', () => {
    // Block 151 of monerod pays the fee of its transaction, 2 605 200 000 piconero.
    const { minerTx, header } = blocks.find(({ height }) => height === 151n)!
    const coins = BigInt(header.reward) - 2_605_200_000n
    const generatedCoins = 2n ** 64n - 1n - (coins << 19n)
    const fees = 2_605_200_000n
    const weight = BigInt(header.block_weight)
    expect(minedCoins(minerTx, { ...terms, weight, fees, generatedCoins })).toBe(coins)
  })

  test('error: a reward that is too high or too low by one', () => {
    for (const fees of [1n, -1n])
      expect(minedCoins(first!.minerTx, { ...terms, fees })).toBe(
        `reward: expected ${reward + fees}, got ${reward}`,
      )
  })

  test('error: the whole reward of a block above the median, or a block of twice the median', () => {
    // 10 % above the median cost 1 % of the reward.
    expect(minedCoins(first!.minerTx, { ...terms, weight: 330_000n })).toBe(
      `reward: expected ${(reward * 99n) / 100n}, got ${reward}`,
    )
    expect(minedCoins(first!.minerTx, { ...terms, weight: 600_000n })).toContain('expected 0, got')
    expect(minedCoins(first!.minerTx, { ...terms, weight: 600_001n })).toBe(
      'block weight 600001 exceeds twice the median',
    )
  })
})
