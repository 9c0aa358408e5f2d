import { bytesToHex } from '@noble/hashes/utils.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { calcPow } from '../../../../proxy/node/calls/calc-pow.ts'
import { ProofOfWorkError } from '../../../../proxy/pow/types.ts'
import type { ProofOfWork } from '../../../../proxy/node/types.ts'
import { ownNode, type OwnNode } from '../../../support/daemons/in-process-node.ts'
import { expectAsRecorded, recordingsOf } from '../../../support/daemons/recorded-node.ts'

type Hashed = Parameters<ProofOfWork['hash']>

let node: OwnNode
const asked: Hashed[] = []
beforeAll(async () => {
  const hash = async (...all: Hashed) => (asked.push(all), new Uint8Array(32).fill(9))
  node = await ownNode({ pow: { hash } })
})

const params = { major_version: 16, height: 5n, block_blob: '0a', seed_hash: '' }

describe('calc_pow', () => {
  test.each(recordingsOf('calc_pow'))('answers as monerod: %s', (_, recording) =>
    expectAsRecorded(recording),
  )

  test('hashes the bytes with the given seed', async () => {
    asked.length = 0
    const seed_hash = 'ab'.repeat(32)
    expect(await node.call('calc_pow', { ...params, seed_hash })).toBe('09'.repeat(32))
    const seedHash = new Uint8Array(32).fill(0xab)
    expect(asked).toEqual([[Uint8Array.of(10), { majorVersion: 16, height: 5n, seedHash }]])
  })

  test('uses the seed of the own chain if the given seed is empty', async () => {
    asked.length = 0
    await node.call('calc_pow', params)
    const genesis = node.context.chain.idAt(0n)!
    expect(asked.map(([, { seedHash }]) => bytesToHex(seedHash))).toEqual([genesis])
  })

  test('error: a blob above the weight limit and its leeway', async () => {
    const most = Number(node.context.chain.weightLimit()) + 100
    const calc = (bytes: number) =>
      calcPow(node.context, { ...params, block_blob: '00'.repeat(bytes) })
    expect(await calc(most)).toEqual({ value: '09'.repeat(32) })
    await expect(calc(most + 1)).rejects.toMatchObject({
      code: -10,
      message: 'Block blob size is too big, rejecting block',
    })
  })

  test('error: the host cannot hash', async () => {
    const without = await ownNode({
      pow: { hash: () => Promise.reject(new ProofOfWorkError('too little memory')) },
    })
    await expect(without.call('calc_pow', params)).rejects.toMatchObject({
      code: -5,
      message: 'calc_pow: too little memory',
    })
  })
})
