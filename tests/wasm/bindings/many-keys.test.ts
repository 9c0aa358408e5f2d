import { describe, expect, test } from 'vitest'
import { togetherOver } from '#wasm/bindings/many-keys.ts'
import { callOf } from '#wasm/bindings/memory.ts'
import { seed } from '../../support/random/case-counts.ts'
import { seededRandom } from '../../support/random/keccak-random.ts'
import { makeMachine, makeWasm } from '../module.ts'
import { edgeEncodings, randomPoint, randomScalar, randomTwistedPoint } from '../values.ts'

const random = seededRandom(`${seed()} many`)
const single = makeWasm(random)

/** Over the crypto module's memory, with its function for one key; `counts` are the keys of each call. */
function together() {
  const { exports } = makeMachine(random)
  const counts: number[] = []
  const many = togetherOver(callOf(exports), ([o, valid, secret, keys, count]) => {
    counts.push(count)
    for (let i = 0; i < count; i++) {
      const fine = exports.keyDerivation(o + 32 * i, keys + 32 * i, secret)
      new Uint8Array(exports.memory.buffer)[valid + i] = fine
    }
  })
  return { many, counts }
}

describe('keyDerivations', () => {
  const noPoint = edgeEncodings.at(-1)!
  const keys = Array.from({ length: 7 }, (_, i) => (i === 3 ? noPoint : randomPoint(random)))
  const secret = randomScalar(random)

  test('equal single derivations, and are undefined for keys that are not points', () => {
    const { many } = together()
    const expected = keys.map((key) => single.keyDerivation(key, secret))
    expect(many.keyDerivations(keys, secret)).toEqual(expected)
    expect(expected[3]).toBeUndefined()
  })

  test('are computed for at most 1024 keys in one call of the module', () => {
    const { many, counts } = together()
    const long = Array.from({ length: 1030 }, (_, i) => keys[i % 7]!)
    expect(many.keyDerivations(long, secret)).toHaveLength(1030)
    expect(counts).toEqual([1024, 6])
  })

  test('error: a key of a wrong length; the message names it', () => {
    const { many } = together()
    const wrong = [...keys.slice(0, 2), new Uint8Array(31)]
    expect(() => many.keyDerivations(wrong, secret)).toThrow('publicKeys[2]')
  })
})

test('areInMainSubgroup is false for keys with torsion, and for keys that are not points', () => {
  const { many } = together()
  const points = Array.from({ length: 5 }, () => randomPoint(random))
  expect(many.areInMainSubgroup(points)).toBe(true)
  expect(many.areInMainSubgroup([...points, edgeEncodings.at(-1)!])).toBe(false)
  for (let i = 0; i < 10; i++) {
    const twisted = randomTwistedPoint(random)
    expect(many.areInMainSubgroup([...points, twisted])).toBe(single.isInMainSubgroup(twisted))
  }
})
