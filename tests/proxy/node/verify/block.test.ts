import { describe, expect, test } from 'vitest'
import { blockCheck } from '../../../../proxy/node/verify/block.ts'
import { VerifiedRings } from '../../../../proxy/node/verify/verified-rings.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { bent } from '../../../support/invalid/rule-violation.ts'
import { memoryScene } from '../../../support/chains/in-memory-chain-view.ts'
import { named } from '../../../support/chains/in-memory-pool.ts'

const crypto = await testCrypto()
const { scene, view } = memoryScene(crypto, () => 0)
const check = blockCheck(crypto, new VerifiedRings(crypto))

const made = (at: number, twist = {}) => ({
  ...named(scene.forge({ coin: scene.ripe(at), inputs: 1 }, twist)),
  fromPool: false,
})

describe('blockCheck', () => {
  test('accepts no transactions, and several valid ones', () => {
    expect(check([], view)).toBeUndefined()
    expect(check([made(0), made(1), made(2)], view)).toBeUndefined()
  })

  test('accepts transactions without a fee and with an extra above 1060 bytes', () => {
    const poor = named(scene.forge({ fee: 0n, extra: new Uint8Array(2000) }))
    expect(check([{ ...poor, fromPool: false }], view)).toBeUndefined()
  })

  test('error: one range proof of three is wrong', () => {
    const wrong = made(2, {
      prunable: ({ bulletproofsPlus: [proof] }: { bulletproofsPlus: { r1: Uint8Array }[] }) => {
        proof!.r1 = bent(proof!.r1)
      },
    })
    expect(check([made(0), made(1), wrong], view)).toMatchObject({ reason: 'range proof' })
  })

  test('error: names the transaction whose input does not exist', () => {
    const wrong = made(3, {
      prefix: ({ inputs }: { inputs: { keyOffsets: bigint[] }[] }) => {
        inputs[0]!.keyOffsets[15]! += 1_000_000n
      },
    })
    expect(check([made(0), wrong, made(2)], view)).toMatchObject({ at: 1 })
  })

  test('error: a pool transaction whose output was spent in the chain since', () => {
    const coin = view.coin()
    const tx = { ...named(scene.forge({ coin, inputs: 1 })), fromPool: true }
    expect(check([tx], view)).toBeUndefined()
    view.spend(coin)
    expect(check([tx], view)).toMatchObject({ flags: ['double_spend'] })
  })
})
