import { hexToBytes } from '@noble/hashes/utils.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { parseAddress } from '#protocol/address.ts'
import { parseBlock } from '#protocol/chain/block.ts'
import { parseExtra } from '#protocol/chain/extra.ts'
import { baseReward } from '#protocol/rules/emission.ts'
import type { NodeContext } from '../../../../proxy/node/context.ts'
import { nodeWithCoins } from '../../../support/daemons/node-with-coins.ts'
import { ownNode } from '../../../support/daemons/in-process-node.ts'
import { noPoint } from '../../../support/invalid/rule-violation.ts'
import { minerAddress } from '../../../support/programs/monerod.ts'

const address = parseAddress(minerAddress)!
const none = new Uint8Array()
const clock = { time: 1_700_000_000n, now: () => clock.time }
let made: Awaited<ReturnType<typeof nodeWithCoins>>
let context: NodeContext

beforeAll(async () => {
  made = await nodeWithCoins({ clock })
  context = made.node.context
})

const rewardNow = () => baseReward(context.chain.tip().generatedCoins, 16)

describe('make', () => {
  test('makes a block that the chain accepts', async () => {
    const { chain, templates } = context
    const height = chain.height()
    const template = templates.make(address, none)!
    expect(template).toMatchObject({
      height,
      difficulty: 1n,
      expectedReward: rewardNow(),
      seed: { height: 0n, id: chain.idAt(0n) },
    })
    expect(parseBlock(template.blob)).toMatchObject({
      majorVersion: 16,
      minorVersion: 16,
      nonce: 0,
      prevId: hexToBytes(chain.topId()),
      txHashes: [],
    })
    expect(await chain.addBlock(template.blob)).toEqual({ kind: 'added', height })
  })

  test('takes the transactions of the pool and their fees', async () => {
    const { chain, templates } = context
    const [cheap, dear] = [made.spending(0), made.spending(1, { fee: 50n * 10n ** 9n })]
    for (const { blob } of [cheap, dear])
      await made.node.post('/send_raw_transaction', {
        tx_as_hex: Buffer.from(blob).toString('hex'),
      })
    const reward = rewardNow()
    const template = templates.make(address, none)!
    expect(template.expectedReward).toBe(reward + 60n * 10n ** 9n)
    expect(template.block.txHashes).toEqual([dear.id, cheap.id].map((id) => hexToBytes(id)))
    const height = chain.height()
    expect(await chain.addBlock(template.blob)).toEqual({ kind: 'added', height })
    expect(chain.coinbaseSum(height, 1n)).toEqual({ emission: reward, fees: 60n * 10n ** 9n })
    expect(context.pool.count({ sensitive: true })).toBe(0)
  })

  test('has the nonce and its public key in extra', () => {
    const nonce = Uint8Array.of(9, 8, 7)
    const { block, txPublicKey } = context.templates.make(address, nonce)!
    expect(parseExtra(block.minerTx.extra).fields).toEqual([
      { kind: 'publicKey', key: txPublicKey },
      { kind: 'nonce', nonce },
    ])
  })

  test('makes a block above another block than the top', async () => {
    const { chain, templates } = context
    const parent = chain.idAt(chain.height() - 2n)!
    const template = templates.make(address, none, parent)!
    expect(template.height).toBe(chain.height() - 1n)
    expect(await chain.addBlock(template.blob)).toMatchObject({ kind: 'alternative' })
  })

  test('has the current time, or the lowest time that the chain allows', () => {
    clock.time += 500n
    expect(context.templates.make(address, none)!.block.timestamp).toBe(clock.time)
    const least = context.chain.earliestTimestamp()
    expect(least).toBeGreaterThan(0n)
    clock.time = 5n
    expect(context.templates.make(address, none)!.block.timestamp).toBe(least)
  })

  test('error: an unknown parent, or an address whose keys are not points', async () => {
    const { templates } = (await ownNode()).context
    expect(templates.make(address, none, '07'.repeat(32))).toBeUndefined()
    expect(templates.make({ ...address, viewKey: noPoint }, none)).toBeUndefined()
  })
})
