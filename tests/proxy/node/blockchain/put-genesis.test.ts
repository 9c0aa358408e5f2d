import { describe, expect, test } from 'vitest'
import { putGenesis } from '../../../../proxy/node/blockchain/put-genesis.ts'
import { ChainStore } from '../../../../proxy/stores/chain-store.ts'
import { sqliteDriver } from '../../../../server/sqlite/connection.ts'
import { openMemoryDriver } from '../../../support/storage/memory-driver.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { regtest } from '../../../vectors/chain/vectors.ts'

const crypto = await testCrypto()
const genesisReward = 17_592_186_044_415n

const storeOf = async (network: 'fakechain' | 'stagenet') =>
  new ChainStore(openMemoryDriver(await sqliteDriver()), network)

describe('putGenesis', () => {
  test('adds the block that monerod reports', async () => {
    const store = await storeOf('fakechain')
    putGenesis({ store, crypto })
    const { header, miner_tx_hash } = regtest.blocks[0]!
    expect(store.blocks.top()).toEqual({
      height: 0n,
      id: header.hash,
      prevId: '0'.repeat(64),
      majorVersion: 1,
      minorVersion: 0,
      timestamp: 0n,
      nonce: 10_000,
      difficulty: 1n,
      cumulativeDifficulty: 1n,
      weight: BigInt(header.block_weight),
      longTermWeight: BigInt(header.long_term_weight),
      generatedCoins: genesisReward,
      reward: BigInt(header.reward),
      fees: 0n,
      firstTx: 0,
      txCount: 0,
      rctOutputs: 0,
      minerTxId: miner_tx_hash,
      minerOutputs: [0n],
    })
  })

  test('adds the reward as an output with a clear amount', async () => {
    const store = await storeOf('fakechain')
    putGenesis({ store, crypto })
    expect(store.outputs.amounts()).toEqual([{ amount: genesisReward, count: 1n }])
    const one = Uint8Array.of(1, ...new Uint8Array(31))
    expect(store.outputs.get(genesisReward, 0n)).toMatchObject({
      commitment: crypto.commit(genesisReward, one),
      unlockTime: 60n,
      height: 0n,
      indexInTx: 0,
    })
  })

  test('leaves a store with blocks unchanged', async () => {
    const store = await storeOf('stagenet')
    putGenesis({ store, crypto })
    putGenesis({ store, crypto })
    const counts = (['blocks', 'outputs', 'transactions'] as const).map((table) =>
      store.rows(table),
    )
    expect(counts).toEqual([1, 1, 0])
    expect(store.blocks.top()).toMatchObject({ nonce: 10_002 })
  })
})
