import { describe, expect, test } from 'vitest'
import { proposeAll } from '../../../../worker/engine/multisig/propose-all.ts'
import { reconstruct } from '../../../../worker/engine/multisig/reconstruct.ts'
import { lightGroup, payLightGroup, shareInfos } from '../../../support/multisig/light-group.ts'
import { paid, paymentDraft } from '../../../support/multisig/spendable-group.ts'

async function scene() {
  const members = await lightGroup(2, 2)
  const wanted = [100n, 101n].map((globalIndex) => ({ globalIndex, amount: paid }))
  const outputs = await payLightGroup(members, wanted, true)
  await shareInfos(members)
  const [one, two] = members
  const drafts = outputs.map(({ key }) => paymentDraft(one!, [key]))
  const propose = (some: typeof drafts) =>
    proposeAll({ ...one!, position: () => 0 }, one!.secrets, some)
  return { one: one!, two: two!, outputs, drafts, propose }
}

const failed = {
  reason: 'GENERIC_TRANSFER_ERROR',
  message: 'Created transaction(s) failed sanity check',
}

describe('proposeAll', () => {
  test('proposes each draft, as the other member accepts it', async () => {
    const { two, drafts, propose } = await scene()
    const made = await propose(drafts)
    expect(made.map(({ payments, fee, inputs }) => ({ payments, fee, inputs }))).toEqual(
      drafts.map(({ payments, fee, inputs }) => ({ payments, fee, inputs })),
    )
    for (const { proposed, tx, txKeys, metadata } of made) {
      expect(reconstruct(two.crypto, two.store, two.secrets, proposed!)).toBeTypeOf('object')
      expect([tx, txKeys]).toEqual([proposed!.tx, proposed!.txKeys])
      expect(metadata()).toHaveLength(0)
    }
  })

  test('error: a transaction whose weight differs from its draft', async () => {
    const { drafts, propose } = await scene()
    const [first, second] = drafts
    const heavier = { ...second!, weight: second!.weight + 1 }
    await expect(propose([first!, heavier])).rejects.toMatchObject(failed)
  })

  test('error: an input that the ledger does not have', async () => {
    const { one, outputs, drafts, propose } = await scene()
    await one.store.commit((change) => change.delete(one.store.outputs, outputs[1]!.key))
    await expect(propose(drafts)).rejects.toMatchObject(failed)
  })
})
