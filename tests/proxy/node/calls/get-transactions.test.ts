import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { prunableHash, transactionId } from '#protocol/chain/hashes.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import type { Forged } from '../../../support/node-comparison/coin-spender.ts'
import { spendingNode, type SpendingNode } from '../../../support/daemons/spending-node.ts'
import { expectAsRecorded, recordingsOf } from '../../../support/daemons/recorded-node.ts'

const clock = { now: () => 1_800_000_000n }
const unknown = '00'.repeat(32)

let node: SpendingNode
let mined: Forged
let waiting: Forged
let kept: Forged

beforeAll(async () => {
  node = await spendingNode({ clock })
  mined = await node.send()
  await node.mine(3)
  waiting = await node.send()
  kept = await node.send({}, { do_not_relay: true })
})

const get = async (
  txs_hashes: string[],
  options: object = {},
  on: Pick<SpendingNode, 'post'> = node,
) => (await on.post('/get_transactions', { txs_hashes, ...options })).json()

describe('/get_transactions', () => {
  test.each(recordingsOf('/get_transactions'))('answers as monerod: %s', (_, recording) =>
    expectAsRecorded(recording),
  )

  test('returns transactions in the order of the request, and the ids of unknown ones', async () => {
    const { txs, missed_tx, txs_as_hex, ...rest } = await get([waiting.id, unknown, mined.id])
    expect(txs_as_hex).toEqual([waiting, mined].map(({ blob }) => bytesToHex(blob)))
    expect([missed_tx, rest.status]).toEqual([[unknown], 'OK'])
    expect(rest).not.toHaveProperty('txs_as_json')
    expect(txs).toEqual([
      {
        tx_hash: waiting.id,
        as_hex: bytesToHex(waiting.blob),
        as_json: '',
        pruned_as_hex: '',
        prunable_as_hex: '',
        prunable_hash: bytesToHex(prunableHash(parseTransaction(waiting.blob))),
        in_pool: true,
        double_spend_seen: false,
        relayed: true,
        received_timestamp: 1_800_000_000n,
      },
      {
        tx_hash: mined.id,
        as_hex: bytesToHex(mined.blob),
        as_json: '',
        pruned_as_hex: '',
        prunable_as_hex: '',
        prunable_hash: bytesToHex(prunableHash(parseTransaction(mined.blob))),
        in_pool: false,
        double_spend_seen: false,
        block_height: 101n,
        block_timestamp: node.context.chain.infoAt(101n)!.timestamp,
        confirmations: 3n,
        output_indices: node.context.chain.transaction(mined.id)!.outputIndices,
      },
    ])
  })

  test.each(['mined', 'waiting'])(
    'split: the parts of a %s transaction are the whole',
    async (which) => {
      const { id, blob } = which === 'mined' ? mined : waiting
      const [part] = (await get([id], { split: true })).txs
      expect(part.as_hex).toBe('')
      expect(part.pruned_as_hex + part.prunable_as_hex).toBe(bytesToHex(blob))
      expect(part.prunable_as_hex).not.toBe('')
    },
  )

  test.each(['mined', 'waiting'])(
    'prune: the hash of the rest of a %s one gives its id',
    async (which) => {
      const { id } = which === 'mined' ? mined : waiting
      const [part] = (await get([id], { prune: true, decode_as_json: true })).txs
      expect([part.as_hex, part.prunable_as_hex]).toEqual(['', ''])
      const tx = parseTransaction(hexToBytes(part.pruned_as_hex), { pruned: true })
      expect(bytesToHex(transactionId(tx, hexToBytes(part.prunable_hash)))).toBe(id)
      expect(JSON.parse(part.as_json)).not.toHaveProperty('rctsig_prunable')
    },
  )

  test('a restricted node hides transactions that were not broadcast, and all times', async () => {
    expect((await get([kept.id])).txs).toMatchObject([{ relayed: false }])
    const { txs, missed_tx } = await get([kept.id, waiting.id], {}, node.public)
    expect(missed_tx).toEqual([kept.id])
    expect(txs).toMatchObject([{ tx_hash: waiting.id, received_timestamp: 0n }])
  })
})
