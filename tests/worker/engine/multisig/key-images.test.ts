import { describe, expect, test } from 'vitest'
import { hexToBytes } from '@noble/hashes/utils.js'
import { systemClock } from '../../../../worker/adapters/platform.ts'
import { TimeSlice } from '../../../../worker/engine/base/time-slice.ts'
import {
  keyImageBase,
  knownSecret,
  partialKeyImages,
  wholeKeyImages,
} from '../../../../worker/engine/multisig/key-images.ts'
import { makeGroup } from '../../../support/multisig/group-keys.ts'
import { groupKeyImage, groupOutput } from '../../../support/multisig/light-group.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
const slice = () => new TimeSlice(systemClock)

/** Members, two outputs, and the partial key images of each member. */
async function scene(threshold: number, total: number) {
  const members = await makeGroup(threshold, total)
  const outputs = [0, 3].map((address) => groupOutput(crypto, members[0]!, { address }))
  const bases = outputs.map((output) => keyImageBase(crypto, output))
  const partial = await Promise.all(
    members.map((member) => partialKeyImages(crypto, slice(), member, bases)),
  )
  const whole = (member: number, others: readonly number[]) => {
    const parts = outputs.map((_, i) => [member, ...others].flatMap((each) => partial[each]![i]!))
    return wholeKeyImages(crypto, slice(), members[member]!, bases, parts)
  }
  const expected = outputs.map((output) => groupKeyImage(crypto, members, output))
  return { members, outputs, partial, whole, expected }
}

describe('the parts of a key image', () => {
  test.each([
    [1, 2, []],
    [2, 2, [1]],
    [2, 3, [2]],
    [3, 4, [1, 3]],
  ])('of %d of %d members make the whole one', async (threshold, total, others) => {
    const { whole, expected } = await scene(threshold, total)
    expect(await whole(0, others)).toEqual(expected)
  })

  test('may occur twice, and make no key image if one is missing', async () => {
    const { whole, expected } = await scene(3, 4)
    expect(await whole(1, [0, 2, 3, 0, 2])).toEqual(expected)
    expect(await whole(1, [3])).toEqual([undefined, undefined])
  })

  test('are the shares of a member times the hash of the output key', async () => {
    const { members, outputs, partial } = await scene(2, 3)
    const { shares } = members[0]!.multisig
    expect(shares).toHaveLength(2)
    expect(partial[0]).toEqual(
      outputs.map(({ key }) => shares.map((share) => crypto.keyImage(hexToBytes(key), share))),
    )
  })
})

describe('knownSecret', () => {
  test('and all shares are the secret of the output', async () => {
    const { members, outputs } = await scene(2, 2)
    const shares = members.flatMap(({ multisig }) => multisig.shares)
    const distinct = [...new Map(shares.map((share) => [share.join(), share])).values()]
    for (const output of outputs) {
      const parts = [knownSecret(crypto, members[1]!, output), ...distinct]
      const secret = parts.reduce((a, b) => crypto.scalarAdd(a, b))
      expect(crypto.multiplyBase(secret)).toEqual(hexToBytes(output.key))
    }
  })

  test('error: an output whose transaction key is not a point', async () => {
    const { members, outputs } = await scene(2, 2)
    const wrong = { ...outputs[0]!, txPublicKey: Uint8Array.of(2, ...new Uint8Array(31)) }
    expect(() => knownSecret(crypto, members[0]!, wrong)).toThrow(
      'an output of this wallet does not belong to its keys',
    )
  })
})
