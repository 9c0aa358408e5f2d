import { describe, expect, test } from 'vitest'
import type { MultisigTx } from '#protocol/interchange/multisig-set.ts'
import { finish, isSigned } from '../../../../worker/engine/multisig/finish.ts'
import { propose } from '../../../../worker/engine/multisig/propose.ts'
import { reconstruct, type Reconstructed } from '../../../../worker/engine/multisig/reconstruct.ts'
import { lightGroup, payLightGroup, shareInfos } from '../../../support/multisig/light-group.ts'
import { paid, paymentDraft } from '../../../support/multisig/spendable-group.ts'

/** A transaction that one member of a group of 1 of 3 signed completely. */
async function scene() {
  const members = await lightGroup(1, 3)
  const [output] = await payLightGroup(members, [{ globalIndex: 100n, amount: paid }], true)
  await shareInfos(members)
  const [one] = members as [(typeof members)[0]]
  const { crypto, store, secrets, name } = one
  const draft = paymentDraft(one, [output!.key])
  const made = await propose({ ...one, position: () => 0 }, secrets, draft)
  const { toSign } = reconstruct(crypto, store, secrets, made) as Reconstructed
  /** Without its signature. */
  const clsags = toSign.map(({ signature, realIndex }) => ({
    ...signature,
    s: signature.s.with(realIndex, new Uint8Array(32)),
    c1: new Uint8Array(32),
  }))
  const { ringct } = made.tx
  const prunable = { ...ringct!.prunable!, clsags }
  const pending = { ...made, tx: { ...made.tx, ringct: { ...ringct!, prunable } } }
  const complete = (given: Partial<MultisigTx> = {}) =>
    finish(crypto, { ...pending, ...given }, toSign, [name])
  return { crypto, members, made, pending, toSign, complete, attempt: made.attempts[0]! }
}

describe('finish', () => {
  test('puts the responses and challenges of the attempt into the transaction', async () => {
    const { crypto, made, pending, toSign, complete } = await scene()
    expect(isSigned(crypto, pending.tx, toSign)).toBe(false)
    const { tx } = complete()
    expect(tx.blob).toEqual(made.tx.blob)
    expect(isSigned(crypto, tx, toSign)).toBe(true)
  })

  test('selects the attempt that ignores none of the signers', async () => {
    const { members, made, attempt, complete } = await scene()
    const other = { ...attempt, ignored: [members[0]!.name], responses: [new Uint8Array(32)] }
    expect(complete({ attempts: [other, attempt] }).tx.blob).toEqual(made.tx.blob)
  })

  test('error: no attempt of these signers, or two', async () => {
    const { members, attempt, complete } = await scene()
    const ignored = [members[0]!.name]
    expect(() => complete({ attempts: [{ ...attempt, ignored }] })).toThrow(
      expect.objectContaining({
        reason: 'UNKNOWN_ERROR',
        message:
          'Unable to finalize the transaction: the ignore sets for these tx attempts seem to be malformed.',
      }),
    )
    expect(() => complete({ attempts: [attempt, attempt] })).toThrow(
      'More than one transaction is final',
    )
  })

  test.each(['responses', 'challenges'] as const)('error: other %s', async (part) => {
    const { crypto, attempt, complete } = await scene()
    const attempts = [{ ...attempt, [part]: [crypto.randomScalar()] }]
    expect(() => complete({ attempts })).toThrow(
      expect.objectContaining({
        reason: 'UNKNOWN_ERROR',
        message: 'the signatures of the group do not hold',
      }),
    )
  })
})
