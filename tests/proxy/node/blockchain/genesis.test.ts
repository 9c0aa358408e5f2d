import { bytesToHex } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { blockId } from '#protocol/chain/block.ts'
import { transactionId } from '#protocol/chain/hashes.ts'
import { genesisBlock } from '../../../../proxy/node/blockchain/genesis.ts'
import { regtest } from '../../../vectors/chain/vectors.ts'

test.each([
  ['mainnet', '418015bb9ae982a1975da7d79277c2705727a56894ba0fb246adaabb1f4632e3'],
  ['testnet', '48ca7cd3c8de5b6a4d53d2861fbdaedca141553559f9be9520068053cda8430b'],
  ['stagenet', '76ee3cc98646292206cd3e86f74d88b4dcc1d937088645e9b0cbca84b7ce74eb'],
  ['fakechain', '418015bb9ae982a1975da7d79277c2705727a56894ba0fb246adaabb1f4632e3'],
] as const)('the genesis block of %s has the id of its network', (network, id) => {
  expect(bytesToHex(blockId(genesisBlock(network)))).toBe(id)
})

test('the genesis block of a private chain has the bytes of monerod', () => {
  const { blob, miner_tx_hash } = regtest.blocks[0]!
  const block = genesisBlock('fakechain')
  expect(bytesToHex(block.blob)).toBe(blob)
  expect(bytesToHex(transactionId(block.minerTx))).toBe(miner_tx_hash)
})
