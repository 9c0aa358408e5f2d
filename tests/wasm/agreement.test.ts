/**
 * Both builds of the module against the fallback over noble's curves: the same bytes for every input and every draw.
 */
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { createFallback } from '#wasm/fallback/index.ts'
import type { Crypto, RandomBytes } from '#wasm/types.ts'
import { count, seed } from '../support/random/case-counts.ts'
import { seededRandom } from '../support/random/keccak-random.ts'
import { builds, makeBuild } from './module.ts'
import {
  anyPoint,
  anyScalar,
  edgeEncodings,
  edgeScalars,
  randomPoint,
  randomScalar,
  smallOrder,
} from './values.ts'

const times = count(100, 1000)

/** Draws the arguments, and calls with them. */
type Ask = (crypto: Crypto, random: RandomBytes) => unknown

const u32 = (random: RandomBytes) => new DataView(random(4).buffer).getUint32(0)
const u64 = (random: RandomBytes) => new DataView(random(8).buffer).getBigUint64(0)
const index = (random: RandomBytes) => u32(random) >>> (random(1)[0]! & 31)
const data = (random: RandomBytes) => random(random(1)[0]! + random(1)[0]!)

const questions: Record<string, Ask> = {
  seal: (crypto, random) => crypto.seal(random(32), random(24), data(random), data(random)),
  unseal(crypto, random) {
    const [key, nonce, added, plain] = [random(32), random(24), data(random), data(random)]
    const sealed = crypto.seal(key, nonce, added, plain)
    // One time in two a bit is another, somewhere.
    if (random(1)[0]! & 1) sealed[u32(random) % sealed.length]! ^= 1 << (random(1)[0]! & 7)
    return crypto.unseal(key, nonce, added, sealed)
  },
  unsealMany(crypto, random) {
    const key = random(32)
    const added = Array.from({ length: random(1)[0]! % 9 }, () => data(random))
    const sealed = added.map((each) => {
      const nonce = random(24)
      const bytes = concatBytes(nonce, crypto.seal(key, nonce, each, data(random)))
      if (random(1)[0]! & 1) bytes[u32(random) % bytes.length]! ^= 1 << (random(1)[0]! & 7)
      return bytes
    })
    return crypto.unsealMany(key, added, sealed).map((each) => each && bytesToHex(each))
  },
  keccak256: (crypto, random) => crypto.keccak256(data(random)),
  scalarReduce: (crypto, random) => crypto.scalarReduce(anyScalar(random)),
  isCanonicalScalar: (crypto, random) => crypto.isCanonicalScalar(anyScalar(random)),
  scalarAdd: (crypto, random) => crypto.scalarAdd(anyScalar(random), anyScalar(random)),
  scalarSubtract: (crypto, random) => crypto.scalarSubtract(anyScalar(random), anyScalar(random)),
  scalarMultiply: (crypto, random) => crypto.scalarMultiply(anyScalar(random), anyScalar(random)),
  scalarInvert: (crypto, random) => crypto.scalarInvert(anyScalar(random)),
  randomScalar: (crypto) => crypto.randomScalar(),
  isPoint: (crypto, random) => crypto.isPoint(anyPoint(random)),
  isInMainSubgroup: (crypto, random) => crypto.isInMainSubgroup(anyPoint(random)),
  subsetSums(crypto, random) {
    const some = () => Array.from({ length: random(1)[0]! % 12 }, () => randomPoint(random))
    const sums = crypto.addToSubsets(some(), crypto.addToSubsets(some()))
    return crypto.subsetSums(sums!).map(bytesToHex)
  },
  addToSubsets: (crypto, random) =>
    crypto.addToSubsets([anyPoint(random), anyPoint(random)]) === undefined,
  pointAdd: (crypto, random) => crypto.pointAdd(anyPoint(random), anyPoint(random)),
  pointSubtract: (crypto, random) => crypto.pointSubtract(anyPoint(random), anyPoint(random)),
  multiplyBase: (crypto, random) => crypto.multiplyBase(anyScalar(random)),
  multiply: (crypto, random) => crypto.multiply(anyScalar(random), anyPoint(random)),
  multiplyAddBase: (crypto, random) =>
    crypto.multiplyAddBase(anyScalar(random), anyPoint(random), anyScalar(random)),
  multiplyAdd: (crypto, random) =>
    crypto.multiplyAdd(anyScalar(random), anyPoint(random), anyScalar(random), anyPoint(random)),
  hashToScalar: (crypto, random) => crypto.hashToScalar(data(random)),
  hashToPoint: (crypto, random) => crypto.hashToPoint(data(random)),
  mapToPoint: (crypto, random) => crypto.mapToPoint(anyScalar(random)),
  publicKey: (crypto, random) => crypto.publicKey(anyScalar(random)),
  keyDerivation: (crypto, random) => crypto.keyDerivation(anyPoint(random), anyScalar(random)),
  derivationToScalar: (crypto, random) => crypto.derivationToScalar(random(32), index(random)),
  derivePublicKey: (crypto, random) =>
    crypto.derivePublicKey(random(32), index(random), anyPoint(random)),
  deriveSecretKey: (crypto, random) =>
    crypto.deriveSecretKey(random(32), index(random), anyScalar(random)),
  deriveSubaddressPublicKey: (crypto, random) =>
    crypto.deriveSubaddressPublicKey(anyPoint(random), random(32), index(random)),
  deriveViewTag: (crypto, random) => crypto.deriveViewTag(random(32), index(random)),
  subaddressSpendKeys: (crypto, random) =>
    crypto.subaddressSpendKeys(randomScalar(random), randomPoint(random), index(random) % 3, 0, 3),
  subaddressViewKeys: (crypto, random) =>
    crypto.subaddressViewKeys(anyScalar(random), randomPoint(random), index(random) % 3, 0, 3),
  subaddressSecret: (crypto, random) =>
    crypto.subaddressSecret(randomScalar(random), index(random), index(random)),
  keyImage: (crypto, random) => crypto.keyImage(anyPoint(random), anyScalar(random)),
  commit: (crypto, random) =>
    crypto.commit(u64(random) >> BigInt(random(1)[0]! & 63), anyScalar(random)),
  commitmentMask: (crypto, random) => crypto.commitmentMask(random(32)),
  xorAmount: (crypto, random) => crypto.xorAmount(random(8), random(32)),
  sign: (crypto, random) => crypto.sign(random(32), random(32), randomScalar(random)),
  signTxProof(crypto, random) {
    const [R, A, B, D] = [0, 0, 0, 0].map(() => randomPoint(random)) as FourPoints
    const version = random(1)[0]! & 1 ? 2 : 1
    const base = random(1)[0]! & 1 ? B : undefined
    return crypto.signTxProof(version, random(32), R, A, base, D, randomScalar(random))
  },
  signRing(crypto, random) {
    const ring = Array.from({ length: 1 + (random(1)[0]! % 4) }, () => randomPoint(random))
    const realIndex = random(1)[0]! % ring.length
    return crypto.signRing(random(32), randomPoint(random), ring, randomScalar(random), realIndex)
  },
  signClsag(crypto, random) {
    const ring = Array.from({ length: 1 + (random(1)[0]! % 4) }, () => ({
      key: randomPoint(random),
      commitment: randomPoint(random),
    }))
    const { signature, keyImage } = crypto.signClsag({
      message: random(32),
      ring,
      realIndex: random(1)[0]! % ring.length,
      secret: randomScalar(random),
      mask: randomScalar(random),
      pseudoOutput: randomPoint(random),
      pseudoMask: randomScalar(random),
    })
    return [...signature.s, signature.c1, signature.D, keyImage].map(bytesToHex)
  },
}

type FourPoints = [Uint8Array, Uint8Array, Uint8Array, Uint8Array]

const makes = [createFallback, ...builds.map(makeBuild)]

/** All asked the same, each with a generator of its own that yields the same. The first is the fallback. */
function answers(ask: Ask, name: string) {
  return makes.map((make) => {
    const draw = seededRandom(`${seed()} draws ${name}`)
    const random = seededRandom(`${seed()} ${name}`)
    const crypto = make(draw)
    return Array.from({ length: times }, () => shown(ask(crypto, random)))
  })
}

const shown = (answer: unknown) => (answer instanceof Uint8Array ? bytesToHex(answer) : answer)

describe('both builds of the module return the same results as the fallback', () => {
  test.each(Object.entries(questions))('%s', (name, ask) => {
    const [fallback, ...modules] = answers(ask, name)
    for (const module of modules) expect(module).toEqual(fallback)
  })

  const scalars = [...edgeScalars]
  const points = [...smallOrder, ...edgeEncodings]

  test.each(['isPoint', 'isInMainSubgroup'] as const)('%s of every edge encoding', (name) => {
    const [fallback, ...modules] = makes.map((make) => {
      const crypto = make(seededRandom(0))
      return points.map((point) => crypto[name](point))
    })
    for (const module of modules) expect(module).toEqual(fallback)
  })

  test('for every edge scalar times a point of order 8', () => {
    const [fallback, ...modules] = makes.map((make) => {
      const crypto = make(seededRandom(0))
      return scalars.map((s) => shown(crypto.multiply(s, smallOrder[4]!)))
    })
    for (const module of modules) expect(module).toEqual(fallback)
  })

  test.each(['scalarMultiply', 'scalarAdd', 'scalarSubtract'] as const)(
    '%s of every pair of edge scalars',
    (name) => {
      const [fallback, ...modules] = makes.map((make) => {
        const crypto = make(seededRandom(0))
        return scalars.flatMap((a) => scalars.map((b) => bytesToHex(crypto[name](a, b))))
      })
      for (const module of modules) expect(module).toEqual(fallback)
    },
  )
})
