/**
 * Bytes that are no transaction.
 *
 * @module
 */
import { concatBytes } from '@noble/hashes/utils.js'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import type { ForgeScene } from '../transactions/forge-scene.ts'
import { kind, noPoint, type Kind } from './rule-violation.ts'

const broken = (name: string, make: Kind['make']) => kind(name, [], make)

/** A sound transaction with one byte replaced. */
function withByte(scene: ForgeScene, at: (blob: Uint8Array) => number, byte: number): Uint8Array {
  const blob = scene.forge()
  blob[at(blob)] = byte
  return blob
}

/** Where the RingCT part begins: with its type. */
const baseAt = (blob: Uint8Array) => parseTransaction(blob).prefixSize

export const bytes: readonly Kind[] = [
  broken('its last byte is missing', (scene) => scene.forge().slice(0, -1)),
  broken('a byte too many', (scene) => concatBytes(scene.forge(), Uint8Array.of(0))),
  broken('version 0', (scene) => withByte(scene, () => 0, 0)),
  broken('version 3', (scene) => withByte(scene, () => 0, 3)),
  broken('a varint longer than it need be', (scene) => {
    const blob = scene.forge()
    return concatBytes(blob.slice(0, 1), Uint8Array.of(0x80, 0), blob.slice(2))
  }),
  broken('an unknown kind of input', (scene) => withByte(scene, () => 3, 7)),
  broken('a script for an input', (scene) => withByte(scene, () => 3, 0)),
  broken("a script's hash for an input", (scene) => withByte(scene, () => 3, 1)),
  broken('a script for an output', (scene) => withByte(scene, (blob) => outputKindAt(blob), 0)),
  broken('an unknown kind of output', (scene) => withByte(scene, (blob) => outputKindAt(blob), 9)),
  broken('an unknown type of RingCT', (scene) => withByte(scene, baseAt, 7)),
  broken('no range proof', (scene) =>
    scene.forge({}, { last: (_, { prunable }) => void (prunable!.bulletproofsPlus = []) }),
  ),
  broken('two range proofs', (scene) =>
    scene.forge(
      {},
      {
        last: (_, { prunable }) => prunable!.bulletproofsPlus.push(prunable!.bulletproofsPlus[0]!),
      },
    ),
  ),
  broken('a range proof without rounds', (scene) =>
    scene.forge(
      {},
      { prunable: ({ bulletproofsPlus: [proof] }) => void Object.assign(proof!, { L: [], R: [] }) },
    ),
  ),
  broken('seventeen outputs', (scene) =>
    scene.forge({ outputs: 17 }, { proven: (pays) => pays.slice(0, 16) }),
  ),
  broken('a range proof with too few rounds', (scene) =>
    scene.forge({ outputs: 3 }, { proven: (pays) => pays.slice(0, 2) }),
  ),
  broken('a range proof with too many rounds', (scene) =>
    scene.forge(
      {},
      {
        prunable: ({ bulletproofsPlus: [proof] }) => {
          for (const side of [proof!.L, proof!.R]) while (side.length < 11) side.push(side[0]!)
        },
      },
    ),
  ),
  broken('a commitment that is no point', (scene) =>
    scene.forge({}, { base: ({ outputCommitments }) => void (outputCommitments[0] = noPoint) }),
  ),
]

/** The first output's kind stands before its key. */
function outputKindAt(blob: Uint8Array): number {
  const [first] = parseTransaction(blob).outputs
  return first!.key.byteOffset - blob.byteOffset - 1
}
