/**
 * What a call leaves in the module's memory: nothing. A later bug that reads memory finds no secret there.
 */
import { describe, expect, test } from 'vitest'
import { group } from '#wasm/bindings/group.ts'
import { keys } from '#wasm/bindings/keys.ts'
import type { Machine } from '#wasm/bindings/memory.ts'
import { ranges } from '#wasm/bindings/ranges.ts'
import { scanner } from '#wasm/bindings/scan.ts'
import { sealing } from '#wasm/bindings/sealed.ts'
import { signatures } from '#wasm/bindings/signatures.ts'
import type { RandomBytes } from '#wasm/types.ts'
import { seed } from '../../support/random/case-counts.ts'
import { seededRandom } from '../../support/random/keccak-random.ts'
import { builds, makeMachine, type Build } from '../module.ts'
import { randomPoint, randomScalar } from '../values.ts'

/** A machine whose draws are remembered: nonces are secrets, too. */
function watched(build: Build) {
  const drawn: Uint8Array[] = []
  const draw = seededRandom(`${seed()} draws`)
  const machine = makeMachine((length) => {
    const bytes = draw(length)
    drawn.push(bytes.slice())
    return bytes
  }, build)
  return { machine, drawn }
}

const snapshot = ({ exports }: Machine) => Buffer.from(exports.memory.buffer.slice(0))

type Call = (machine: Machine, random: RandomBytes) => Uint8Array[]

/** Makes a call with fresh secrets, and returns these. */
const calls: Record<string, Call> = {
  multiply(machine, random) {
    const secret = randomScalar(random)
    group(machine).multiply(secret, randomPoint(random))
    group(machine).multiplyBase(secret)
    return [secret]
  },
  'sealing and unsealing'(machine, random) {
    const [key, nonce, plain] = [random(32), random(24), random(100)]
    const { seal, unseal, unsealMany } = sealing(machine)
    const [added, sealed] = [random(40), seal(key, nonce, random(40), plain)]
    unseal(key, nonce, added, sealed)
    unsealMany(key, [added], [Uint8Array.from([...nonce, ...sealed])])
    return [key, plain]
  },
  'scalar arithmetic'(machine, random) {
    const [a, b] = [randomScalar(random), randomScalar(random)]
    const results = [
      group(machine).scalarAdd(a, b),
      group(machine).scalarMultiply(a, b),
      group(machine).scalarInvert(a),
      group(machine).hashToScalar(a),
    ]
    return [a, b, ...results]
  },
  'keys and subaddresses'(machine, random) {
    const [view, spend] = [randomScalar(random), randomScalar(random)]
    const part = keys(machine)
    const derivation = part.keyDerivation(randomPoint(random), view)!
    part.keyImage(randomPoint(random), spend)
    part.subaddressSpendKeys(view, randomPoint(random), 1, 0, 50)
    const secrets = [
      part.derivationToScalar(derivation, 3),
      part.deriveSecretKey(derivation, 3, spend),
      part.subaddressSecret(view, 1, 2),
    ]
    return [view, spend, derivation, ...secrets]
  },
  'amounts and masks'(machine, random) {
    const [mask, shared] = [randomScalar(random), random(32)]
    keys(machine).commit(0x0123456789abcdefn, mask)
    keys(machine).xorAmount(random(8), shared)
    return [mask, shared, keys(machine).commitmentMask(shared)]
  },
  signatures(machine, random) {
    const part = signatures(machine)
    const { multiplyBase, multiply } = group(machine)
    const secret = randomScalar(random)
    const key = multiplyBase(secret)
    part.sign(random(32), key, secret)
    const A = randomPoint(random)
    part.signTxProof(2, random(32), key, A, undefined, multiply(secret, A)!, secret)
    part.signRing(random(32), keys(machine).keyImage(key, secret), [key, A], secret, 0)
    return [secret]
  },
  CLSAG(machine, random) {
    const [secret, mask, pseudoMask] = [random, random, random].map(randomScalar)
    const ring = Array.from({ length: 16 }, () => ({
      key: randomPoint(random),
      commitment: randomPoint(random),
    }))
    const pseudoOutput = keys(machine).commit(77n, pseudoMask!)
    signatures(machine).signClsag({
      message: random(32),
      ring,
      realIndex: 5,
      secret: secret!,
      mask: mask!,
      pseudoOutput,
      pseudoMask: pseudoMask!,
    })
    return [secret!, mask!, pseudoMask!, group(machine).scalarSubtract(mask!, pseudoMask!)]
  },
  'Bulletproofs+'(machine, random) {
    const masks = [randomScalar(random), randomScalar(random)]
    ranges(machine).proveRange([0x0123456789abcdefn, 0xfedcba9876543210n], masks)
    return masks
  },
  scan(machine, random) {
    const secret = randomScalar(random)
    const [candidate] = scanner(machine).scan(secret, {
      keys: randomPoint(random),
      firstRow: Uint32Array.of(0, 1),
      outputKeys: randomPoint(random),
      outputIndices: Uint32Array.of(0),
      viewTags: Int16Array.of(-1),
    })
    return [secret, candidate!.derivation, candidate!.spendKey]
  },
}

const cases = builds.flatMap((build) =>
  Object.entries(calls).map(([name, call]) => [build, name, call] as const),
)

describe.each(cases)('%s after %s', (build, name, call) => {
  const random = seededRandom(`${seed()} ${name}`)
  const { machine, drawn } = watched(build)
  // The first call of a kind may fill tables of public points.
  call(machine, random)
  const before = snapshot(machine)
  const drawnBefore = drawn.length
  const secrets = [...call(machine, random), ...drawn.slice(drawnBefore)]
  const after = snapshot(machine)

  test('the memory is unchanged', () => {
    expect(after.length).toBe(before.length)
    expect(after.equals(before)).toBe(true)
  })

  test('no part of a secret or of the random bytes remains', () => {
    expect(secrets.length).toBeGreaterThan(0)
    for (const secret of secrets)
      for (const part of [secret.subarray(0, 8), secret.subarray(8, 16), secret.subarray(24)])
        expect(after.includes(Buffer.from(part))).toBe(false)
  })
})

test('a call that fails halfway leaves no secret in memory', () => {
  const random = seededRandom(`${seed()} fails`)
  const secret = randomScalar(random)
  const machine = makeMachine(() => {
    throw new Error('no randomness')
  })
  const before = snapshot(machine)
  const sign = () => signatures(machine).sign(random(32), randomPoint(random), secret)
  expect(sign).toThrow('no randomness')
  expect(snapshot(machine).equals(before)).toBe(true)
})

test('random bytes are wiped once they are used', () => {
  const drawn: Uint8Array[] = []
  const draw = seededRandom(`${seed()} wiped`)
  const machine = makeMachine((length) => {
    drawn.push(draw(length))
    return drawn.at(-1)!
  })
  group(machine).randomScalar()
  // One draw in sixteen is refused, and drawn again.
  expect(drawn).toEqual(drawn.map(() => new Uint8Array(32)))
  expect(drawn.length).toBeGreaterThan(0)
})
