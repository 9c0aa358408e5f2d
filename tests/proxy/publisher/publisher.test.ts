import { describe, expect, test } from 'vitest'
import { parseBlock } from '#protocol/chain/block.ts'
import { ChainError } from '#protocol/chain/reader.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { transactionWeight } from '#protocol/chain/weights.ts'
import type { MinerData, Publisher } from '../../../proxy/publisher/publisher.ts'
import { topics } from '../../../proxy/publisher/topics.ts'
import { publishedMessages, valueOf } from '../../support/chains/published-messages.ts'
import { asBefore, recordedMessages } from '../../support/chains/recorded-messages.ts'
import { testCrypto } from '../../support/wasm/crypto.ts'

const { blocks, transactions, messages } = recordedMessages

/** Each kind of message in the recording. */
const recordedOf = (topic: string) => messages.filter((message) => message.startsWith(`${topic}:`))

const minerData = recordedOf('json-full-miner_data').map(
  (message) => valueOf(message)[1] as MinerData,
)

/** Everything that was recorded, in its order. */
function publishAll(publisher: Publisher) {
  for (const { id, blob } of transactions) {
    const tx = parseTransaction(blob)
    publisher.transaction({ id, tx, weight: BigInt(transactionWeight(tx)) })
  }
  blocks.forEach(({ height, blob }, i) => {
    publisher.minerData(minerData[i]!)
    publisher.block(height, parseBlock(blob))
  })
}

describe('Publisher', () => {
  test('writes the messages of monerod, byte for byte', async () => {
    const { publisher, taken } = await publishedMessages('')
    publishAll(publisher)
    expect(taken().map(asBefore)).toEqual(messages)
    expect(messages).toHaveLength(2 * transactions.length + 3 * blocks.length)
  })

  test('writes the signatures that 0.18.0.0 leaves out', async () => {
    const { publisher, takenValues } = await publishedMessages('json-full-txpool_add')
    publishAll(publisher)
    for (const [, [tx]] of takenValues()) {
      const { clsags, pseudo_outs } = tx.ringct.prunable
      expect(clsags).toHaveLength(pseudo_outs.length)
      for (const clsag of clsags) {
        expect(Object.keys(clsag)).toEqual(['s', 'c1', 'D'])
        expect(clsag.s).toHaveLength(16)
      }
    }
  })

  test.each(topics)('writes %s only for its subscribers', async (topic) => {
    const { publisher, taken, subscribe, unsubscribe } = await publishedMessages()
    publishAll(publisher)
    expect(taken()).toEqual([])
    subscribe(topic)
    publishAll(publisher)
    expect(taken().map(asBefore)).toEqual(recordedOf(topic))
    unsubscribe(topic)
    publishAll(publisher)
    expect(taken()).toEqual([])
  })

  test('error: an output commitment that is not a point', async () => {
    const { publisher, taken } = await publishedMessages('')
    const [{ id, blob }] = transactions as [(typeof transactions)[0]]
    const tx = parseTransaction(blob.slice())
    const crypto = await testCrypto()
    const small = Array.from({ length: 9 }, (_, y) => Uint8Array.of(y, ...new Uint8Array(31)))
    tx.ringct!.outputCommitments[0]!.set(small.find((y) => !crypto.isPoint(y))!)
    expect(() => publisher.transaction({ id, tx, weight: 1n })).toThrow(ChainError)
    expect(taken()).toEqual([])
  })
})
