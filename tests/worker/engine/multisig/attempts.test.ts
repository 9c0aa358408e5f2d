import { describe, expect, test } from 'vitest'
import { choicesOf } from '../../../../worker/engine/multisig/attempts.ts'
import type { SigningRecord } from '../../../../worker/engine/store/records.ts'

const signerOf = (member: number) => Uint8Array.of(member)

/** What members exported for the output `place`: commitments that name member, output and number. */
const record = (place: number, members: readonly number[], count = 99): SigningRecord => ({
  nonces: [],
  peers: members.map((member) => ({
    signer: signerOf(member),
    commitments: Array.from({ length: count }, (_, i) => ({
      L: Uint8Array.of(member, place, i),
      R: Uint8Array.of(member, place, i, 1),
    })),
  })),
})

const missing = {
  reason: 'GENERIC_TRANSFER_ERROR',
  message:
    'Not enough multisig data was found to sign: import multisig data from more other participants',
  data: 'missing multisig info',
}

describe('choicesOf', () => {
  test('makes an attempt for each combination of cosigners; the other members are ignored', () => {
    const choices = choicesOf([record(0, [1, 2, 3, 4])], 2)
    const cosigners = choices.map(({ commitments }) =>
      commitments[0]!.map(([first]) => first!.L[0]),
    )
    expect(cosigners).toEqual([
      [1, 2],
      [1, 3],
      [1, 4],
      [2, 3],
      [2, 4],
      [3, 4],
    ])
    expect(choices.map(({ ignored }) => ignored.map(([member]) => member))).toEqual(
      cosigners.map((chosen) => [1, 2, 3, 4].filter((member) => !chosen.includes(member))),
    )
  })

  test('uses no commitment twice: two for each input, cosigner and attempt', () => {
    const choices = choicesOf([record(0, [1, 2, 3]), record(1, [1, 2, 3])], 2)
    for (const { commitments } of choices)
      expect(commitments.map((input) => input.map((some) => some.length))).toEqual([
        [2, 2],
        [2, 2],
      ])
    const used = choices.flatMap(({ commitments }) => commitments.flat(2).map(({ L }) => L.join()))
    expect(new Set(used).size).toBe(3 * 2 * 2 * 2)
  })

  test('makes one attempt without cosigners where one member signs', () => {
    expect(choicesOf([undefined, undefined], 0)).toEqual([{ ignored: [], commitments: [[], []] }])
  })

  test('counts only members with commitments for every input', () => {
    const choices = choicesOf([record(0, [1, 2, 3]), record(1, [3, 2])], 1)
    expect(choices.map(({ commitments }) => commitments.map(([each]) => each![0]!.L[0]))).toEqual([
      [2, 2],
      [3, 3],
    ])
    expect(choices.map(({ ignored }) => ignored)).toEqual([[signerOf(3)], [signerOf(2)]])
  })

  test.each([
    ['too few members', [record(0, [1])], 2],
    ['no member has exported every input', [record(0, [1, 2]), record(1, [3])], 1],
    ['no record of an input', [record(0, [1, 2]), undefined], 1],
    ['commitments for fewer attempts than there are', [record(0, [1, 2, 3], 3)], 2],
  ])('error: %s', (_, signing, others) => {
    expect(() => choicesOf(signing, others)).toThrow(expect.objectContaining(missing))
  })

  test('suffices with two commitments for each attempt of a member', () => {
    expect(choicesOf([record(0, [1, 2, 3], 4)], 2)).toHaveLength(3)
  })
})
