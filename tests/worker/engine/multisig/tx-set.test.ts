import { describe, expect, test } from 'vitest'
import { magics } from '#protocol/interchange/magics.ts'
import { writeMultisigSet, type MultisigSet } from '#protocol/interchange/multisig-set.ts'
import { seal } from '../../../../worker/engine/exchange/sealed-set.ts'
import { propose } from '../../../../worker/engine/multisig/propose.ts'
import {
  openMultisigSet,
  requireMultisigSet,
  sealMultisigSet,
  sizeError,
} from '../../../../worker/engine/multisig/tx-set.ts'
import { newSecrets } from '../../../support/chains/coin-mint.ts'
import { lightGroup, payLightGroup, shareInfos } from '../../../support/multisig/light-group.ts'
import { paid, paymentDraft } from '../../../support/multisig/spendable-group.ts'

const members = await lightGroup(2, 2)
const [output] = await payLightGroup(members, [{ globalIndex: 100n, amount: paid }], true)
await shareInfos(members)
const [one, two] = members as [(typeof members)[0], (typeof members)[0]]
const draft = paymentDraft(one, [output!.key])
const tx = await propose({ ...one, position: () => 0 }, one.secrets, draft)
const set: MultisigSet = { transactions: [tx], signers: [one.name] }
const sealed = await sealMultisigSet(one.ports, one.secrets, set)

/** Half of what a request may have, which carries it in hex, without 1024 bytes of envelope. */
const most = 52_427_776

describe('a multisig set', () => {
  test('opens with the sealed content at the other member', async () => {
    const opened = await openMultisigSet(two.ports, two.secrets, sealed)
    expect(writeMultisigSet(opened!)).toEqual(writeMultisigSet(set))
    expect(await requireMultisigSet(two.ports, two.secrets, sealed)).toEqual(opened)
  })

  test('error: other keys, changed bytes, another magic', async () => {
    const content = writeMultisigSet(set)
    const unsigned = await seal(one.ports, one.secrets, magics.unsigned, content)
    const refusals = [
      [sealed, newSecrets(one.crypto)],
      [sealed.with(99, sealed[99]! ^ 1), two.secrets],
      [unsigned, two.secrets],
      [new Uint8Array(), two.secrets],
    ] as const
    for (const [given, secrets] of refusals) {
      expect(await openMultisigSet(two.ports, secrets, given)).toBeUndefined()
      await expect(requireMultisigSet(two.ports, secrets, given)).rejects.toMatchObject({
        reason: 'BAD_MULTISIG_TX_DATA',
        message: 'Failed to parse multisig tx data.',
      })
    }
  })

  test.each(['sources', 'positions'] as const)(
    'error: other numbers of inputs and of %s',
    async (part) => {
      for (const list of [[], [...tx.construction[part], ...tx.construction[part]]]) {
        const construction = { ...tx.construction, [part]: list }
        const wrong = { ...set, transactions: [{ ...tx, construction }] }
        const given = await sealMultisigSet(one.ports, one.secrets, wrong)
        expect(await openMultisigSet(two.ports, two.secrets, given)).toBeUndefined()
      }
    },
  )

  test('error: more bytes than fit in one call', async () => {
    expect(sizeError(most)).toBeUndefined()
    const message = `The set would have ${most + 1} bytes, more than the ${most} that fit in one call`
    expect(sizeError(most + 1)).toBe(message)
    const signers = new Array<Uint8Array>(Math.ceil(most / 32)).fill(one.name)
    const large = sealMultisigSet(one.ports, one.secrets, { ...set, signers })
    await expect(large).rejects.toMatchObject({
      reason: 'UNKNOWN_ERROR',
      message: expect.stringContaining('bytes, more than'),
    })
  })
})
