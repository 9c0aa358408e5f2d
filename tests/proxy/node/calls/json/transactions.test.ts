import { bytesToHex } from '@noble/hashes/utils.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { spendingNode, type SpendingNode } from '../../../../support/daemons/spending-node.ts'
import { expectAsRecorded, recordingsOf } from '../../../../support/daemons/recorded-node.ts'

const unspent = 'ab'.repeat(32)

describe('/is_key_image_spent', () => {
  let node: SpendingNode
  let images: { mined: string; waiting: string; kept: string }
  beforeAll(async () => {
    node = await spendingNode()
    const image = async (options: object = {}) => {
      const { plan } = await node.send({}, options)
      return bytesToHex(plan.spends[0]!.keyImage)
    }
    const mined = await image()
    await node.mine()
    images = { mined, waiting: await image(), kept: await image({ do_not_relay: true }) }
  })
  const spent = async (key_images: string[], of: Pick<SpendingNode, 'post'> = node) =>
    (await of.post('/is_key_image_spent', { key_images })).json()

  // 0.18.0.0 reads on after a key image that is too short.
  test.each(recordingsOf('/is_key_image_spent').filter(([, { body }]) => !body.includes('["00"]')))(
    'answers as monerod: %s',
    (_, recording) => expectAsRecorded(recording),
  )

  test('is 0 for unspent, 1 in the chain and 2 in the pool, in order', async () => {
    const { mined, waiting, kept } = images
    const all = [waiting, unspent, mined.toUpperCase(), kept, waiting]
    expect((await spent(all)).spent_status).toEqual([2n, 0n, 1n, 2n, 2n])
  })

  test('a restricted node hides what is not broadcast', async () => {
    const { mined, waiting, kept } = images
    const { spent_status } = await spent([mined, waiting, kept], node.public)
    expect(spent_status).toEqual([1n, 2n, 0n])
  })

  test.each([
    ['not hex', 'zz'.repeat(32), 'Failed to parse hex representation of key image'],
    ['31 bytes', 'ab'.repeat(31), 'Failed, size of data mismatch'],
    ['33 bytes', 'ab'.repeat(33), 'Failed, size of data mismatch'],
  ])('error: one of several is %s', async (_, invalid, status) => {
    expect(await spent([unspent, invalid])).toEqual({
      status,
      untrusted: false,
      credits: 0n,
      top_hash: '',
    })
  })
})
