/**
 * Fees that are too low, sums that do not add up, and range proofs that prove nothing.
 *
 * @module
 */
import type { BulletproofPlus, RingCtPrunable } from '#protocol/chain/ringct.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { transactionWeight } from '#protocol/chain/weights.ts'
import { paysEnough } from '../../../proxy/node/verify/fee.ts'
import { forge } from '../transactions/forge.ts'
import type { ForgeScene } from '../transactions/forge-scene.ts'
import { add32, bent, groupOrder, kind, noPoint, unnamed, type Kind } from './rule-violation.ts'

const withPrunable =
  (change: (prunable: RingCtPrunable, scene: ForgeScene) => void): Kind['make'] =>
  (scene) =>
    scene.forge({}, { prunable: (prunable) => change(prunable, scene) })

const unproven = (name: string, change: (proof: BulletproofPlus, scene: ForgeScene) => void) =>
  kind(
    name,
    ['invalid_input'],
    withPrunable(({ bulletproofsPlus }, scene) => change(bulletproofsPlus[0]!, scene)),
    unnamed,
  )

const unbalanced = (name: string, make: Kind['make']) =>
  kind(name, ['invalid_input'], make, unnamed)

/** One that pays the least a node takes, less so much. */
export function withLeastFee(scene: ForgeScene, less: bigint): Uint8Array {
  const plan = scene.plan()
  const weight = BigInt(transactionWeight(parseTransaction(forge(scene.crypto, plan))))
  let [tooLittle, enough] = [0n, plan.fee]
  while (enough - tooLittle > 1n) {
    const fee = (tooLittle + enough) / 2n
    if (paysEnough(fee, weight, scene.parts.view)) enough = fee
    else tooLittle = fee
  }
  const fee = enough - less
  plan.pays[0]!.amount += plan.fee - fee
  return forge(scene.crypto, { ...plan, fee })
}

export const amounts: readonly Kind[] = [
  kind('a fee of one piconero too little', ['fee_too_low'], (scene) => withLeastFee(scene, 1n)),
  kind('no fee', ['fee_too_low'], (scene) => scene.forge({ fee: 0n })),
  unbalanced('a fee that the sums do not have', (scene) =>
    scene.forge({}, { base: (base) => void (base.fee += 10_000n) }),
  ),
  unbalanced('coins out of nothing', (scene) => {
    const plan = scene.plan()
    plan.pays[0]!.amount += 1n
    return forge(scene.crypto, plan)
  }),
  unbalanced(
    'a pseudo output that is no point',
    withPrunable(({ pseudoOutputs }) => void (pseudoOutputs[0] = noPoint)),
  ),
  unbalanced('a commitment to another amount', (scene) =>
    scene.forge(
      {},
      { base: ({ outputCommitments }) => void (outputCommitments[0] = outputCommitments[1]!) },
    ),
  ),
  unbalanced('an amount below zero', (scene) => {
    const plan = scene.plan()
    const [first, second] = plan.pays
    first!.amount += second!.amount + 1n
    // Minus one, which no proof can be about.
    const { crypto } = scene
    return forge(crypto, plan, {
      base: ({ outputCommitments }) =>
        void (outputCommitments[1] = crypto.pointSubtract(
          crypto.commit(0n, second!.mask),
          crypto.commit(1n, new Uint8Array(32)),
        )!),
    })
  }),
  unproven('a range proof about other amounts', (proof, { crypto }) => {
    Object.assign(
      proof,
      crypto.proveRange([1n, 2n], [crypto.randomScalar(), crypto.randomScalar()]).proof,
    )
  }),
  unproven('a range proof with room to spare', (proof, { crypto }) => {
    const four = Array.from({ length: 4 }, () => crypto.randomScalar())
    Object.assign(proof, crypto.proveRange([1n, 2n, 3n, 4n], four).proof)
  }),
  unproven(
    'a range proof with a wrong A',
    (proof, { crypto }) => void (proof.A = crypto.multiplyBase(crypto.randomScalar())),
  ),
  unproven(
    'a range proof with a wrong A1',
    (proof, { crypto }) => void (proof.A1 = crypto.multiplyBase(crypto.randomScalar())),
  ),
  unproven(
    'a range proof with a wrong B',
    (proof, { crypto }) => void (proof.B = crypto.multiplyBase(crypto.randomScalar())),
  ),
  unproven('a range proof with a wrong r1', (proof) => void (proof.r1 = bent(proof.r1))),
  unproven('a range proof with a wrong s1', (proof) => void (proof.s1 = bent(proof.s1))),
  unproven('a range proof with a wrong d1', (proof) => void (proof.d1 = bent(proof.d1))),
  unproven(
    'a range proof with an s1 that is not reduced',
    (proof) => void (proof.s1 = add32(proof.s1, groupOrder)),
  ),
  unproven(
    'a range proof with a wrong L',
    (proof, { parts }) => void (proof.L[parts.below(7)] = proof.R[0]!),
  ),
  unproven(
    'a range proof with an R that is no point',
    (proof, { parts }) => void (proof.R[parts.below(7)] = noPoint),
  ),
]
