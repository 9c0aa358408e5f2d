/**
 * Inputs and outputs that no chain could take.
 *
 * @module
 */
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import type { RingCt } from '#protocol/chain/ringct.ts'
import { parseTransaction, type TransactionPrefix } from '#protocol/chain/transaction.ts'
import { writePrefix, writeTransaction } from '#protocol/chain/write.ts'
import { historic } from '../../vectors/chain/vectors.ts'
import type { ForgeScene } from '../transactions/forge-scene.ts'
import {
  genesisAmount,
  identity,
  identityUnreduced,
  keyInput,
  kind,
  noPoint,
  orderTwo,
  unnamed,
  type Kind,
} from './rule-violation.ts'

const withPrefix =
  (change: (prefix: TransactionPrefix, scene: ForgeScene) => void): Kind['make'] =>
  (scene) =>
    scene.forge({}, { prefix: (prefix) => change(prefix, scene) })

/** One whose key image is something else, or stands elsewhere. */
const withImage = (change: (image: Uint8Array, scene: ForgeScene) => Uint8Array): Kind['make'] =>
  withPrefix((prefix, scene) => {
    const input = keyInput(prefix, 1)
    input.keyImage = change(input.keyImage, scene)
  })

/** One of version 1 that spends the genesis block's output, with a signature of nothing. */
const firstVersion =
  (amounts: readonly bigint[], spent = genesisAmount): Kind['make'] =>
  (scene) =>
    writeTransaction({
      ...parseTransaction(scene.forge()),
      version: 1,
      inputs: [
        {
          kind: 'key',
          amount: spent,
          keyOffsets: [0n],
          keyImage: scene.plan().spends[0]!.keyImage,
        },
      ],
      outputs: amounts.map((amount) => ({
        amount,
        key: scene.crypto.multiplyBase(scene.crypto.randomScalar()),
        viewTag: 0,
      })),
      signatures: [[concatBytes(scene.crypto.randomScalar(), scene.crypto.randomScalar())]],
    })

/** A transaction of the main chain of its day, its outputs in today's form. */
const ofType =
  (hex: string): Kind['make'] =>
  () => {
    const tx = parseTransaction(hexToBytes(hex))
    const outputs = tx.outputs.map((output) => ({ ...output, viewTag: 0 }))
    return concatBytes(writePrefix({ ...tx, outputs }), tx.blob.subarray(tx.prefixSize))
  }

const outdated = historic.flatMap(({ name, hex }) => {
  const type = parseTransaction(hexToBytes(hex)).ringct?.type ?? 0
  if (type === 0 || type === 6) return []
  return [kind(`RingCT of type ${type}, ${name}`, ['invalid_output'], ofType(hex))]
})

const noRingCt: RingCt = { type: 0, fee: 0n, pseudoOutputs: [], ecdh: [], outputCommitments: [] }

const withoutRingCt =
  (change: (prefix: TransactionPrefix) => void = () => {}): Kind['make'] =>
  (scene) => {
    const tx = parseTransaction(scene.forge())
    change(tx)
    return writeTransaction({ ...tx, ringct: noRingCt })
  }

/** Half of what fits: two of them are too much. */
const halfOfAll = 2n ** 63n

export const form: readonly Kind[] = [
  kind('too heavy', ['too_big'], (scene) =>
    scene.forge({ extra: new Uint8Array(148_000), fee: 400_000_000_000n }),
  ),
  kind('no inputs', ['invalid_input'], withoutInputs, unnamed),
  kind(
    'an input that makes coins, among others',
    ['invalid_input'],
    withPrefix(({ inputs }) => void (inputs[1] = { kind: 'gen', height: 1n })),
    unnamed,
  ),
  kind(
    'a coinbase',
    ['invalid_input'],
    withoutRingCt((prefix) => void (prefix.inputs = [{ kind: 'gen', height: 1n }])),
    unnamed,
  ),
  kind('no RingCT', ['invalid_output'], withoutRingCt(), unnamed),
  kind(
    'no RingCT and no outputs',
    ['invalid_output'],
    withoutRingCt((prefix) => void (prefix.outputs = [])),
    unnamed,
  ),
  kind(
    'an output key that is no point',
    ['invalid_output'],
    withPrefix(({ outputs }) => void (outputs[0]!.key = noPoint)),
    unnamed,
  ),
  kind(
    'an output key that is not reduced',
    ['invalid_output'],
    withPrefix(({ outputs }) => void (outputs[0]!.key = identityUnreduced)),
    unnamed,
  ),
  kind(
    'inputs of more than there is',
    ['overspend'],
    withPrefix((prefix) =>
      prefix.inputs.forEach((_, i) => (keyInput(prefix, i).amount = halfOfAll)),
    ),
    unnamed,
  ),
  kind(
    'outputs of more than there is',
    ['overspend'],
    withPrefix(({ outputs }) => outputs.forEach((output) => (output.amount = halfOfAll))),
    unnamed,
  ),
  kind(
    'an amount in the clear',
    ['invalid_output'],
    withPrefix(({ outputs }) => void (outputs[0]!.amount = 1n)),
  ),
  kind(
    'no view tags',
    ['invalid_output'],
    withPrefix(({ outputs }) => outputs.forEach((output) => delete output.viewTag)),
    unnamed,
  ),
  kind(
    'one view tag missing',
    ['invalid_output'],
    withPrefix(({ outputs }) => delete outputs[1]!.viewTag),
    unnamed,
  ),
  kind(
    'version 1 that pays more than it spends',
    ['overspend'],
    firstVersion([2n * 10n ** 13n]),
    unnamed,
  ),
  kind('version 1 without a fee', ['overspend'], firstVersion([10n ** 13n], 10n ** 13n), unnamed),
  kind('version 1 that pays nothing', ['invalid_output'], firstVersion([0n]), unnamed),
  kind('version 1 with an amount of many digits', ['invalid_output'], firstVersion([1_234_567n])),
  kind('version 1 with a wrong signature', ['invalid_input'], firstVersion([10n ** 13n])),
  kind(
    'version 1 that spends hidden amounts',
    ['overspend'],
    firstVersion([10n ** 12n], 0n),
    unnamed,
  ),
  kind(
    'a key image twice',
    ['invalid_input'],
    withPrefix((prefix) => void (keyInput(prefix, 1).keyImage = keyInput(prefix, 0).keyImage)),
    unnamed,
  ),
  kind(
    'a ring member twice',
    ['invalid_input'],
    withPrefix((prefix) => void (keyInput(prefix).keyOffsets[3] = 0n)),
    unnamed,
  ),
  kind(
    'the identity for a key image',
    ['invalid_input'],
    withImage(() => identity),
  ),
  kind(
    'a key image with torsion',
    ['invalid_input'],
    withImage((image, { crypto }) => crypto.pointAdd(image, orderTwo)!),
    unnamed,
  ),
  kind(
    'a key image that is no point',
    [],
    withImage(() => noPoint),
  ),
  kind(
    'a key image that is not reduced',
    [],
    withImage(() => identityUnreduced),
  ),
  ...outdated,
]

/** A transaction that spends nothing. */
export function withoutInputs(scene: ForgeScene): Uint8Array {
  const { ringct: _, ...tx } = parseTransaction(scene.forge())
  return writeTransaction({ ...tx, inputs: [] })
}
