/**
 * What the kernels give away of the view key: nothing in what they do, and nothing in what they leave.
 */
import { concatBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { callOf } from '#wasm/bindings/memory.ts'
import type { ScanExports } from '#wasm/bindings/exports.ts'
import { kernelCrypto } from '#wasm/kernels/index.ts'
import type { ScanBatch } from '#wasm/types.ts'
import { count, seed } from '../../support/random/case-counts.ts'
import { seededRandom } from '../../support/random/keccak-random.ts'
import { observableModule, observe, recorder } from '../trace.ts'
import { edgeScalars, randomPoint, randomScalar } from '../values.ts'
import { kernelBytes, kernelModules, kernels } from './modules.ts'

const random = seededRandom(`${seed()} kernels`)
const hidden = seededRandom(`${seed()} secrets`)

/** Five keys with an output each that any derivation makes a candidate, so that nothing public differs. */
const batch: ScanBatch = {
  keys: concatBytes(...Array.from({ length: 5 }, () => randomPoint(random))),
  firstRow: Uint32Array.of(0, 1, 2, 3, 4, 5),
  outputKeys: concatBytes(...Array.from({ length: 5 }, () => randomPoint(random))),
  outputIndices: Uint32Array.of(0, 1, 2, 3, 4),
  viewTags: new Int16Array(5).fill(-1),
}

const keys = Array.from({ length: 5 }, (_, i) => batch.keys.subarray(32 * i, 32 * i + 32))
const spendPublic = randomPoint(random)

describe.each(kernels)('the %s kernel', (kernel) => {
  const trace = recorder()
  const observed = observe(observableModule(kernelBytes(kernel)), trace) as ScanExports
  observed.initialize()
  const { scan, keyDerivations, ...subaddresses } = kernelCrypto(observed)

  test('has the same trace for every view key', () => {
    const secrets = [
      ...edgeScalars,
      ...Array.from({ length: count(4, 100) }, () => randomScalar(hidden)),
    ]
    const digests = secrets.map((secret) => {
      trace.reset()
      expect(scan(secret, batch)).toHaveLength(5)
      return trace.digest()
    })
    expect(digests[0]!.events).toBeGreaterThan(100_000)
    expect(digests).toEqual(digests.map(() => digests[0]))
  }, 600_000)

  test('has the same trace for derivations with every secret', () => {
    const secrets = [
      ...edgeScalars,
      ...Array.from({ length: count(4, 100) }, () => randomScalar(hidden)),
    ]
    const digests = secrets.map((secret) => {
      trace.reset()
      expect(keyDerivations(keys, secret)).toHaveLength(5)
      return trace.digest()
    })
    expect(digests[0]!.events).toBeGreaterThan(100_000)
    expect(digests).toEqual(digests.map(() => digests[0]))
  }, 600_000)

  test.each(['subaddressSpendKeys', 'subaddressViewKeys'] as const)(
    'has the same trace for %s with every view key',
    (keys) => {
      const secrets = [
        ...edgeScalars,
        ...Array.from({ length: count(4, 100) }, () => randomScalar(hidden)),
      ]
      const digests = secrets.map((secret) => {
        trace.reset()
        expect(subaddresses[keys](secret, spendPublic, 1, 0, 6)).toHaveLength(192)
        return trace.digest()
      })
      expect(digests[0]!.events).toBeGreaterThan(100_000)
      expect(digests).toEqual(digests.map(() => digests[0]))
    },
    600_000,
  )

  test('has a different trace for different public keys', () => {
    const digestOf = (keys: Uint8Array) => {
      trace.reset()
      scan(randomScalar(hidden), { ...batch, keys })
      return trace.digest()
    }
    const invalid = batch.keys.with(31, 0xff).fill(0xff, 0, 31)
    expect(digestOf(invalid)).not.toEqual(digestOf(batch.keys))
  })

  test('leaves its memory unchanged', () => {
    const exports = new WebAssembly.Instance(kernelModules[kernel]).exports as ScanExports
    exports.initialize()
    const { scan } = kernelCrypto(exports)
    const snapshot = () => Buffer.from(exports.memory.buffer.slice(0))
    scan(randomScalar(hidden), batch)
    const before = snapshot()
    const secret = randomScalar(hidden)
    const found = scan(secret, batch)
    const after = snapshot()
    expect(after.equals(before)).toBe(true)
    const secrets = [secret, ...found.flatMap((each) => [each.derivation, each.spendKey])]
    for (const bytes of secrets)
      expect(after.includes(Buffer.from(bytes.subarray(8, 16)))).toBe(false)
  })

  test('leaves no derivation in memory, even after a failure', () => {
    const exports = new WebAssembly.Instance(kernelModules[kernel]).exports as ScanExports
    exports.initialize()
    const { keyDerivations } = kernelCrypto(exports)
    const snapshot = () => Buffer.from(exports.memory.buffer.slice(0))
    keyDerivations(keys, randomScalar(hidden))
    const before = snapshot()
    const secret = randomScalar(hidden)
    const derived = keyDerivations(keys, secret)
    expect(snapshot().equals(before)).toBe(true)
    for (const bytes of [secret, ...derived])
      expect(before.includes(Buffer.from(bytes!.subarray(8, 16)))).toBe(false)
    expect(() => keyDerivations([...keys, new Uint8Array(31)], secret)).toThrow('publicKeys[5]')
    expect(snapshot().equals(before)).toBe(true)
  })

  test('leaves no secret in memory after a failed call', () => {
    const exports = new WebAssembly.Instance(kernelModules[kernel]).exports as ScanExports
    exports.initialize()
    const before = Buffer.from(exports.memory.buffer.slice(0))
    const fail = () =>
      callOf(exports)(({ put }) => {
        put('viewSecret', randomScalar(hidden))
        throw new Error('halfway')
      })
    expect(fail).toThrow('halfway')
    expect(Buffer.from(exports.memory.buffer.slice(0)).equals(before)).toBe(true)
  })
})
