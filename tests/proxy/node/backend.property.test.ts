import { bytesToHex } from '@noble/hashes/utils.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { stringifyJsonBytes } from '#protocol/json/json.ts'
import { count, seed } from '../../support/random/case-counts.ts'
import { daemonCases, type Case } from '../../support/node-comparison/scene-cases.ts'
import { corpora } from '../../support/fuzz/corpora.ts'
import { mutate, type Corpus } from '../../support/mutation/mutate-bytes.ts'
import { minerAddress } from '../../support/programs/monerod.ts'
import type { OwnNode } from '../../support/daemons/in-process-node.ts'
import { nodeWithCoins } from '../../support/daemons/node-with-coins.ts'
import { named } from '../../support/chains/in-memory-pool.ts'
import { seededWords } from '../../support/random/sfc32.ts'

const words = seededWords(seed())
const below = (bound: number) => words() % bound
const blobs = count(100, 4000)

/** Restricted. A bug in it fails the test that triggers it. */
let node: OwnNode
/** Valid transactions that were not sent yet. */
let transactions: Uint8Array[]

const template = async (wallet_address: string): Promise<string> =>
  (await node.call('get_block_template', { wallet_address })).blocktemplate_blob

beforeAll(async () => {
  const { node: made, spending } = await nodeWithCoins({}, { restricted: true })
  node = made
  transactions = Array.from({ length: 6 }, (_, coin) => spending(coin).blob)
})

const some = ({ originals, edges }: Corpus) =>
  Array.from({ length: blobs }, () => mutate(below, { originals, edges }))

/** Statuses of answers and refusals. A bug would be thrown here. */
const known = [200, 400, 404, 413, 500]
const none = '00'.repeat(32)
const cases = daemonCases({ genesis: none, block: none, mined: none, waiting: none, spent: none })
const isBinary = ({ call }: Case) => call.endsWith('.bin')

describe('a node that is sent mutated', () => {
  test('accepts or refuses mutated transactions', async () => {
    const sound = { ...corpora.transaction, originals: transactions }
    for (const blob of [...some(sound), ...some(corpora.transaction)]) {
      const answer = await node.post('/send_raw_transaction', { tx_as_hex: bytesToHex(blob) })
      expect(['OK', 'Failed']).toContain(answer.json().status)
    }
  })

  test('accepts or refuses mutated blocks', async () => {
    const { chain } = node.context
    const originals = [1n, 50n, 80n].map((height) => chain.blobAt(height)!)
    const next = Uint8Array.from(Buffer.from(await template(minerAddress), 'hex'))
    for (const blob of some({ ...corpora.block, originals: [...originals, next] })) {
      const body = { method: 'submit_block', params: [bytesToHex(blob)] }
      const { result, error } = (await node.post('/json_rpc', body)).json()
      // Not its block, or a block that is not accepted.
      if (result) expect(result.status).toBe('OK')
      else expect([-6n, -7n, -10n]).toContain(error.code)
    }
  })

  test('portable storage, answers', async () => {
    for (const { call, body } of cases.filter(isBinary)) {
      if (!body) continue
      const corpus = { ...corpora.epee, originals: [body] }
      for (const blob of some(corpus).slice(0, Math.ceil(blobs / 5)))
        expect(known).toContain((await node.post(call, blob)).status)
    }
  })

  test('JSON, answers', async () => {
    for (const one of cases) {
      if (isBinary(one)) continue
      const { call, params = {} } = one
      const isPath = call.startsWith('/')
      const body = isPath ? params : { jsonrpc: '2.0', id: '0', method: call, params }
      const corpus = { ...corpora.json, originals: [stringifyJsonBytes(body)] }
      for (const blob of some(corpus).slice(0, Math.ceil(blobs / 10)))
        expect(known).toContain((await node.post(isPath ? call : '/json_rpc', blob)).status)
    }
  })

  // At the end the node still works.
  test('the node works after mutated requests', async () => {
    const { chain, pool } = node.context
    for (const blob of transactions) {
      const { id } = named(blob)
      if (pool.has(id) || chain.transactionHeight(id) !== undefined) continue
      const answer = await node.post('/send_raw_transaction', { tx_as_hex: bytesToHex(blob) })
      expect(answer.json()).toMatchObject({ status: 'OK', not_relayed: false })
    }
    const before = chain.height()
    await node.call('submit_block', [await template(minerAddress)])
    expect(chain.height()).toBe(before + 1n)
    expect(pool.entries({ sensitive: true })).toEqual([])
    for (const blob of transactions) expect(chain.transactionHeight(named(blob).id)).toBeDefined()
  })
})
