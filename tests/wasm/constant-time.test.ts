/**
 * That no branch and no address in the module depends on a secret: the same calls with other secrets run
 * through the same functions and loops, and touch the same memory, in the same order.
 */
import { describe, expect, test } from 'vitest'
import type { CryptoExports } from '#wasm/bindings/exports.ts'
import { group } from '#wasm/bindings/group.ts'
import { keys } from '#wasm/bindings/keys.ts'
import { machineOf, type Machine } from '#wasm/bindings/memory.ts'
import { ranges } from '#wasm/bindings/ranges.ts'
import { scanner } from '#wasm/bindings/scan.ts'
import { sealing } from '#wasm/bindings/sealed.ts'
import { signatures } from '#wasm/bindings/signatures.ts'
import type { RandomBytes } from '#wasm/types.ts'
import { count, seed } from '../support/random/case-counts.ts'
import { seededRandom } from '../support/random/keccak-random.ts'
import { builds, moduleBytes, type Build } from './module.ts'
import { observableModule, observe, recorder } from './trace.ts'
import { edgeScalars, randomPoint, randomScalar } from './values.ts'

const observable: Record<Build, WebAssembly.Module> = {
  nightjar: observableModule(moduleBytes.nightjar),
  'nightjar-fma': observableModule(moduleBytes['nightjar-fma']),
}

/** A machine that reports, and draws from `random`. */
function observed(build: Build, random: RandomBytes) {
  const trace = recorder()
  const fill = (pointer: number, length: number) =>
    new Uint8Array(exports.memory.buffer, pointer, length).set(random(length))
  const exports = observe(observable[build], trace, { random: { fill } }) as CryptoExports
  return { machine: machineOf(exports), trace }
}

/** Draws that no generator refuses, since each refusal is a turn of a loop: below 15·l, not 0. */
const accepted =
  (random: RandomBytes): RandomBytes =>
  (length) => {
    const bytes = random(length)
    bytes[length - 1]! &= 0x7f
    return bytes
  }

const hidden = seededRandom(`${seed()} secrets`)
const open = seededRandom(`${seed()} public`)
const [P, Q] = [randomPoint(open), randomPoint(open)]
const hash = open(32)
const nonce = open(24)

type Secrets = { a: Uint8Array; b: Uint8Array; bytes: Uint8Array; amount: bigint }

const calls: Record<string, (machine: Machine, secrets: Secrets) => unknown> = {
  scalarReduce: (machine, { bytes }) => group(machine).scalarReduce(bytes),
  scalarAdd: (machine, { a, b }) => group(machine).scalarAdd(a, b),
  scalarSubtract: (machine, { a, b }) => group(machine).scalarSubtract(a, b),
  scalarMultiply: (machine, { a, b }) => group(machine).scalarMultiply(a, b),
  scalarInvert: (machine, { a }) => group(machine).scalarInvert(a),
  randomScalar: (machine) => group(machine).randomScalar(),
  keccak256: (machine, { bytes }) => group(machine).keccak256(bytes),
  multiplyBase: (machine, { a }) => group(machine).multiplyBase(a),
  multiply: (machine, { a }) => group(machine).multiply(a, P),
  publicKey: (machine, { a }) => keys(machine).publicKey(a),
  keyDerivation: (machine, { a }) => keys(machine).keyDerivation(P, a),
  derivationToScalar: (machine, { bytes }) => keys(machine).derivationToScalar(bytes, 1),
  derivePublicKey: (machine, { bytes }) => keys(machine).derivePublicKey(bytes, 1, P),
  deriveSecretKey: (machine, { a, bytes }) => keys(machine).deriveSecretKey(bytes, 1, a),
  deriveSubaddressPublicKey: (machine, { bytes }) =>
    keys(machine).deriveSubaddressPublicKey(P, bytes, 1),
  deriveViewTag: (machine, { bytes }) => keys(machine).deriveViewTag(bytes, 1),
  subaddressSpendKeys: (machine, { a }) => keys(machine).subaddressSpendKeys(a, P, 1, 0, 3),
  subaddressViewKeys: (machine, { a }) => keys(machine).subaddressViewKeys(a, P, 1, 0, 3),
  subaddressSecret: (machine, { a }) => keys(machine).subaddressSecret(a, 1, 2),
  keyImage: (machine, { a }) => keys(machine).keyImage(P, a),
  commit: (machine, { a, amount }) => keys(machine).commit(amount, a),
  commitmentMask: (machine, { bytes }) => keys(machine).commitmentMask(bytes),
  xorAmount: (machine, { a, bytes }) => keys(machine).xorAmount(a.subarray(0, 8), bytes),
  sign: (machine, { a }) => signatures(machine).sign(hash, P, a),
  signTxProof: (machine, { a }) => signatures(machine).signTxProof(2, hash, P, Q, P, Q, a),
  // A ring of one: the steps between are public, and take their time by public numbers.
  signRing: (machine, { a }) => signatures(machine).signRing(hash, Q, [P], a, 0),
  signClsag: (machine, { a, b, bytes }) =>
    signatures(machine).signClsag({
      message: hash,
      ring: [{ key: P, commitment: Q }],
      realIndex: 0,
      secret: a,
      mask: b,
      pseudoOutput: Q,
      pseudoMask: bytes,
    }),
  seal: (machine, { a, bytes }) => sealing(machine).seal(a, nonce, hash, bytes),
  unseal(machine, { a, bytes }) {
    const { seal, unseal } = sealing(machine)
    return unseal(a, nonce, hash, seal(a, nonce, hash, bytes))
  },
  scan: (machine, { a }) =>
    scanner(machine).scan(a, {
      keys: P,
      firstRow: Uint32Array.of(0, 1),
      outputKeys: Q,
      outputIndices: Uint32Array.of(0),
      viewTags: Int16Array.of(-1),
    }),
}

/** Ordinary secrets and awkward ones; the first are ordinary. */
function secretsOf(n: number): Secrets {
  const scalars = edgeScalars.slice(1, 8)
  const scalar = () => (n % 3 === 2 ? scalars[n % scalars.length]! : randomScalar(hidden))
  const amounts = [0n, 1n, 2n ** 64n - 1n, 0x8888888888888888n, 77n]
  return { a: scalar(), b: scalar(), bytes: hidden(32), amount: amounts[n % amounts.length]! }
}

describe.each(builds)('the trace of %s does not depend on secrets', (build) => {
  const { machine, trace } = observed(build, accepted(hidden))

  test.each(Object.entries(calls))('%s', (_name, call) => {
    const digests = Array.from({ length: count(6, 100) }, (_, n) => {
      const secrets = secretsOf(n)
      trace.reset()
      call(machine, secrets)
      return trace.digest()
    })
    expect(digests[0]!.events).toBeGreaterThan(100)
    expect(digests).toEqual(digests.map(() => digests[0]))
  })

  test('the trace of a variable-time function depends on secrets', () => {
    const digests = [0, 1].map((n) => {
      const { a, b } = secretsOf(n)
      trace.reset()
      group(machine).multiplyAddBase(a, P, b)
      return trace.digest()
    })
    expect(digests[0]).not.toEqual(digests[1])
  })
})

/**
 * A range proof folds its generators by challenges, which are public and differ. So traces part with the first
 * digit of the first fold, in the second round; all before, and so L and R of two rounds, must be equal. These take
 * at least the given number of events.
 */
test.each<[Build, number]>([
  ['nightjar', 15_000_000],
  ['nightjar-fma', 7_500_000],
])(
  'the traces of different range proofs by %s are equal up to the use of the first challenge',
  (build, least) => {
    const { machine, trace } = observed(build, accepted(hidden))
    const prove = ({ a, amount }: Secrets) => {
      trace.reset()
      ranges(machine).proveRange([amount], [a])
      return trace.events()
    }
    prove(secretsOf(0))
    const first = prove(secretsOf(1))
    const parts = [2, 4].map((n) => {
      const other = prove(secretsOf(n))
      return other.findIndex((event, i) => event !== first[i])
    })
    // One digit of a challenge makes a difference of a few events.
    expect(Math.min(...parts)).toBeGreaterThan(least)
    expect(Math.max(...parts) - Math.min(...parts)).toBeLessThan(100)
  },
  600_000,
)
