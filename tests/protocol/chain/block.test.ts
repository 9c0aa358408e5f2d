import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { blockHashingBlob, blockId, parseBlock, writeBlock } from '#protocol/chain/block.ts'
import { transactionId } from '#protocol/chain/hashes.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { regtest } from '../../vectors/chain/vectors.ts'
import { blockJson } from '#protocol/chain/decoded.ts'

const corpus = (name: string) =>
  hexToBytes(readFileSync(`tests/vectors/chain/corpus/${name}.hex`, 'utf8').trim())

const blocks = regtest.blocks.map((vector) => [vector.header.height, vector] as const)

describe.each(blocks)('the block of monerod at height %i', (_, vector) => {
  const block = parseBlock(hexToBytes(vector.blob))

  test('has every field that monerod decodes', () => {
    expect(JSON.parse(blockJson(block))).toEqual(vector.json)
  })

  test('has the id that monerod reports', () => {
    expect(bytesToHex(blockId(block))).toBe(vector.header.hash)
    expect(bytesToHex(transactionId(block.minerTx))).toBe(vector.miner_tx_hash)
  })

  test('is serialised to the same bytes', () => {
    expect(bytesToHex(writeBlock(block))).toBe(vector.blob)
  })

  test('error: truncated at any byte, or one byte too long', () => {
    const blob = hexToBytes(vector.blob)
    for (let size = 0; size < blob.length; size++)
      expect(() => parseBlock(blob.subarray(0, size))).toThrow(
        expect.objectContaining({ name: 'ChainError' }),
      )
    expect(() => parseBlock(Uint8Array.of(...blob, 0))).toThrow(
      'block: expected the end, got 1 more bytes',
    )
  })
})

describe('blockHashingBlob', () => {
  test('is the hashing blob that monerod sends to miners', () => {
    const { blockhashing_blob, blocktemplate_blob } = regtest.template
    const block = parseBlock(hexToBytes(blocktemplate_blob))
    expect(block.txHashes).toHaveLength(5)
    expect(bytesToHex(blockHashingBlob(block))).toBe(blockhashing_blob)
  })
})

describe('blockId', () => {
  const coinbase = (hex: string) => parseTransaction(hexToBytes(hex))
  const genesis = (tx: string, nonce: number) => ({
    majorVersion: 1,
    minorVersion: 0,
    timestamp: 0n,
    prevId: new Uint8Array(32),
    nonce,
    minerTx: coinbase(tx),
    txHashes: [],
  })
  const mainnet =
    '013c01ff0001ffffffffffff03029b2e4c0281c0b02e7c53291a94d1d0cbff8883f8024f5142ee494ffbbd08807121017767aafcde9be00dcfd098715ebcf7f410daebc582fda69d24a28e9d0bc890d1'
  const stagenet =
    '013c01ff0001ffffffffffff0302df5d56da0c7d643ddd1ce61901c7bdc5fb1738bfe39fbe69c28a3a7032729c0f2101168d0c4ca86fb55a4cf6a36d31431be1c53a3bd7411bb24e8832410289fa6f3b'

  test.each([
    ['mainnet', mainnet, 10000, '418015bb9ae982a1975da7d79277c2705727a56894ba0fb246adaabb1f4632e3'],
    ['testnet', mainnet, 10001, '48ca7cd3c8de5b6a4d53d2861fbdaedca141553559f9be9520068053cda8430b'],
    [
      'stagenet',
      stagenet,
      10002,
      '76ee3cc98646292206cd3e86f74d88b4dcc1d937088645e9b0cbca84b7ce74eb',
    ],
  ])('names the first block of %s', (_, tx, nonce, id) => {
    expect(bytesToHex(blockId(genesis(tx, nonce)))).toBe(id)
  })

  // The real block has 514 transactions. Its hash is put in for that of another block of its height.
  const oddId = 'bbd604d2ba11ba27935e006ed39c9bfdd99b76bf4a50654bc1e1e61217962698'
  const at = (height: string) => ({
    ...genesis(mainnet, 0),
    minerTx: coinbase(mainnet.replace('ff00', `ff${height}`)),
  })
  const lying = (of: Uint8Array, hash: string) => (data: Uint8Array) =>
    bytesToHex(data) === bytesToHex(of) ? hexToBytes(hash) : keccak_256(data)

  test('returns the historic id of block 202612', () => {
    const block = at('f4ae0c')
    const hash = '3a8a2b3a29b50fc86ff73dd087ea43c6f0d6b8f936c849194d5c84c737903966'
    expect(block.minerTx.inputs).toEqual([{ kind: 'gen', height: 202612n }])
    expect(bytesToHex(blockId(block, lying(writeBlock(block), hash)))).toBe(oddId)
    expect(bytesToHex(blockId(block))).not.toBe(oddId)
  })

  test('error: another block with that id', () => {
    const block = at('f4ae0c')
    const hashing = blockHashingBlob(block)
    const sized = Uint8Array.of(hashing.length, ...hashing)
    expect(() => blockId(block, lying(sized, oddId))).toThrow(
      'block id: is the id reserved for block 202612',
    )
  })
})

describe('parseBlock', () => {
  test.each([
    ['BLOCK1', 316745n, 0],
    ['BLOCK2', 316376n, 0],
  ])('reads the mainnet block %s', (name, height, transactions) => {
    const block = parseBlock(corpus(name))
    expect(block.minerTx.inputs).toEqual([{ kind: 'gen', height }])
    expect(block.txHashes).toHaveLength(transactions)
    expect(writeBlock(block)).toEqual(corpus(name))
  })

  test('error: a version above 255, a hostile count', () => {
    const blob = corpus('BLOCK1')
    expect(() => parseBlock(Uint8Array.of(0x80, 0x02, ...blob.subarray(1)))).toThrow(
      'major version: varint overflows 8 bits',
    )
    expect(() => parseBlock(Uint8Array.of(...blob.subarray(0, -1), 0x05))).toThrow(
      'transaction ids: expected 5 items, got 0 bytes',
    )
  })
})
