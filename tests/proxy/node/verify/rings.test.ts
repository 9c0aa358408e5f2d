import { describe, expect, test } from 'vitest'
import { checkInputs } from '../../../../proxy/node/verify/rings.ts'
import { VerifiedRings } from '../../../../proxy/node/verify/verified-rings.ts'
import { memoryHeight, memoryScene } from '../../../support/chains/in-memory-chain-view.ts'
import { named } from '../../../support/chains/in-memory-pool.ts'
import { rings } from '../../../support/invalid/rings.ts'
import { bent } from '../../../support/invalid/rule-violation.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import type { RingCtPrunable } from '#protocol/chain/ringct.ts'

const crypto = await testCrypto()
const { scene, view } = memoryScene(crypto, () => 0)
const check = (blob: Uint8Array, verified = new VerifiedRings(crypto)) =>
  checkInputs(crypto, named(blob), view, verified)

const reasons: Readonly<Record<string, string>> = {
  'one output': 'number of outputs',
  'rings of 1': 'ring is too small',
  'rings of 15': 'ring is too small',
  'rings of 17': 'ring is too large',
  'rings of different sizes': 'sizes of rings differ',
  'an empty ring': 'sizes of rings differ',
  'rings of one, two of which could be larger': 'small rings with more than one decoyed',
  'inputs in the wrong order': 'order of inputs',
  'a ring member that is not there': 'ring member does not exist',
  'a ring of an amount that is not there': 'ring member does not exist',
  'spends a coinbase too early': 'ring member is locked',
  'an output locked until a time for a decoy': 'ring member is locked',
  'spends an output too early': 'age of a ring member',
  'a young output for a decoy': 'age of a ring member',
  'spends what the chain has spent': 'key image was spent',
}

describe('checkInputs', () => {
  test('returns the height of the youngest ring member', () => {
    expect(check(scene.forge())).toEqual({ youngest: 100n })
    const coin = view.coin({ height: memoryHeight - 10n })
    expect(check(scene.forge({ coin }))).toEqual({ youngest: memoryHeight - 10n })
  })

  test.each(Object.entries(reasons))('error: %s', (name, reason) => {
    const { make, flags } = rings.find((kind) => kind.name === name)!
    const refusal = check(make(scene))
    expect(refusal).toMatchObject({ reason })
    // The pool adds this flag to all refused inputs.
    const own = flags.filter((flag) => flag !== 'invalid_input')
    expect(refusal).toMatchObject({ flags: own })
  })

  test('verifies the signatures of a transaction and its rings once', () => {
    const verified = new VerifiedRings(crypto)
    const wrongly = {
      prunable: ({ clsags }: RingCtPrunable) => void (clsags[0]!.c1 = bent(clsags[0]!.c1)),
    }
    const wrong = named(scene.forge({}, wrongly))
    expect(checkInputs(crypto, wrong, view, verified)).toMatchObject({ reason: 'CLSAG' })
    // A refused transaction does not enter the cache.
    expect(checkInputs(crypto, wrong, view, verified)).toMatchObject({ reason: 'CLSAG' })
    const right = named(scene.forge())
    expect(checkInputs(crypto, right, view, verified)).toEqual({ youngest: 100n })
    const verifyClsag = () => {
      throw new Error('the signature was verified before')
    }
    const without = Object.assign(Object.create(crypto) as typeof crypto, { verifyClsag })
    expect(checkInputs(without, right, view, verified)).toEqual({ youngest: 100n })
  })

  test('error: the chain rules are checked again for a verified transaction', () => {
    const verified = new VerifiedRings(crypto)
    const coin = view.coin()
    const tx = scene.forge({ coin })
    expect(check(tx, verified)).toEqual({ youngest: 100n })
    view.spend(coin)
    expect(check(tx, verified)).toEqual({ flags: ['double_spend'], reason: 'key image was spent' })
  })
})
