import { hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { bytesToLatin1 } from '#protocol/bytes.ts'
import { spendingNode, type SpendingNode } from '../../../../support/daemons/spending-node.ts'
import { expectAsRecorded, recordingsOf } from '../../../../support/daemons/recorded-node.ts'

const path = '/get_transaction_pool_hashes.bin'

describe('/get_transaction_pool_hashes.bin', () => {
  test.each(recordingsOf(path))('answers as monerod: %s', (_, recording) =>
    expectAsRecorded(recording),
  )

  test('has the ids as bytes of one text; a restricted node only those of broadcast ones', async () => {
    const node = await spendingNode()
    const relayed = (await node.send()).id
    const kept = (await node.send({}, { do_not_relay: true })).id
    const hashes = async (of: Pick<SpendingNode, 'post'>) =>
      (await of.post(path, '')).json().tx_hashes as string
    const text = (id: string) => bytesToLatin1(hexToBytes(id))
    expect(await hashes(node.public)).toBe(text(relayed))
    const own = await hashes(node)
    expect(own).toHaveLength(64)
    expect([own.includes(text(relayed)), own.includes(text(kept))]).toEqual([true, true])
  })
})
