import { describe, expect, test, vi } from 'vitest'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { parseExtra, paymentId } from '#protocol/chain/extra.ts'
import { transactionWeight } from '#protocol/chain/weights.ts'
import { choose } from '../../../../worker/engine/multisig/named-keys.ts'
import { isSigned } from '../../../../worker/engine/multisig/finish.ts'
import { propose } from '../../../../worker/engine/multisig/propose.ts'
import { reconstruct } from '../../../../worker/engine/multisig/reconstruct.ts'
import {
  lightGroup,
  payLightGroup,
  shareInfos,
  type LightMember,
} from '../../../support/multisig/light-group.ts'
import { paid, paymentDraft } from '../../../support/multisig/spendable-group.ts'

const amount = paid
const wanted = [100n, 101n].map((globalIndex) => ({ globalIndex, amount }))

async function scene(threshold: number, total: number) {
  const members = await lightGroup(threshold, total)
  const outputs = await payLightGroup(members, wanted, true)
  await shareInfos(members)
  return {
    members,
    outputs,
    draft: paymentDraft(
      members[0]!,
      outputs.map(({ key }) => key),
    ),
  }
}

const position = () => 7
const proposeAs = (member: LightMember, draft: Parameters<typeof propose>[2]) =>
  propose({ ...member, position }, member.secrets, draft)

describe('propose', () => {
  test('makes the transaction of the draft, with its weight, key images descending', async () => {
    const { members, outputs, draft } = await scene(2, 3)
    const { tx, fee, payments, change, construction } = await proposeAs(members[0]!, draft)
    expect(transactionWeight(tx)).toBe(draft.weight)
    expect({ fee, payments, change: change.amount }).toEqual({
      fee: draft.fee,
      payments: draft.payments,
      change: draft.change.amount,
    })
    const images = outputs
      .map(({ keyImage }) => keyImage!)
      .sort()
      .reverse()
    expect(tx.inputs).toMatchObject(images.map((each) => ({ keyImage: hexToBytes(each) })))
    expect(construction.sources.map(({ keyImage }) => bytesToHex(keyImage!))).toEqual(images)
    expect(construction.positions).toEqual([7n, 7n])
  })

  test('signs one attempt for each choice of cosigners, and stores no nonce of its own', async () => {
    const { members, draft } = await scene(2, 4)
    const [one] = members as [LightMember]
    const before = structuredClone([...one.store.signing.rows])
    const { attempts } = await proposeAs(one, draft)
    expect(attempts).toHaveLength(choose(3, 1))
    const ignored = attempts.map((attempt) => attempt.ignored.map(bytesToHex).sort())
    const others = members.slice(1).map(({ name }) => bytesToHex(name))
    expect(new Set(ignored.map((names) => names.join()))).toEqual(
      new Set(
        others.map((name) =>
          others
            .filter((each) => each !== name)
            .sort()
            .join(),
        ),
      ),
    )
    const { shares } = one.secrets.multisig
    for (const { signedShares, responses } of attempts) {
      expect(signedShares).toEqual(shares.map((share) => one.crypto.multiplyBase(share)))
      expect(responses).toHaveLength(2)
    }
    expect([...one.store.signing.rows]).toEqual(before)
  })

  test('uses other keys, decoy responses and nonces each time', async () => {
    const { members, draft } = await scene(2, 2)
    const [a, b] = [await proposeAs(members[0]!, draft), await proposeAs(members[0]!, draft)]
    expect(a.entropy).not.toEqual(b.entropy)
    expect(a.txKeys).not.toEqual(b.txKeys)
    const nonces = [a, b].flatMap(({ attempts }) => attempts.flatMap(({ sums }) => sums))
    const points = nonces.flatMap(({ L, R }) => [...L, ...R]).map(bytesToHex)
    expect(new Set(points).size).toBe(points.length)
  })

  test('is complete where one member signs', async () => {
    const { members, draft } = await scene(1, 2)
    const made = await proposeAs(members[0]!, draft)
    const { crypto, store, secrets } = members[1]!
    const again = reconstruct(crypto, store, secrets, made)
    expect(again).toMatchObject({ toSign: { length: 2 } })
    expect(isSigned(crypto, made.tx, (again as Exclude<typeof again, string>).toSign)).toBe(true)
  })

  test('shows the payment id, because each member encrypts it again', async () => {
    const { members, draft } = await scene(2, 2)
    const id = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8)
    const { construction, tx } = await proposeAs(members[0]!, { ...draft, paymentId: id })
    expect(paymentId(parseExtra(construction.extra).fields)!.id).toEqual(id)
    expect(paymentId(parseExtra(tx.extra).fields)!.id).not.toEqual(id)
  })

  test('error: too few members exported infos', async () => {
    const { members, outputs, draft } = await scene(2, 2)
    const { store } = members[0]!
    await store.commit((change) => change.delete(store.signing, outputs[1]!.key))
    await expect(proposeAs(members[0]!, draft)).rejects.toMatchObject({
      reason: 'GENERIC_TRANSFER_ERROR',
      data: 'missing multisig info',
    })
  })

  test('error: a set too large for one call', async () => {
    const { members, outputs, draft } = await scene(2, 2)
    const { crypto, store, secrets, ports } = members[0]!
    // As 8 of 16 have it: others in 6435 choices, and as many shares.
    const count = choose(15, 7)
    const { L, R } = store.signing.get(outputs[0]!.key)!.peers[0]!.commitments[0]!
    const peers = Array.from({ length: 15 }, () => ({
      signer: crypto.multiplyBase(crypto.randomScalar()),
      commitments: new Array(2 * count).fill({ L, R }),
    }))
    vi.spyOn(store.signing, 'get').mockReturnValue({ nonces: [], peers })
    const shares = new Array<Uint8Array>(count).fill(secrets.multisig.shares[0]!)
    const large = { ...secrets, multisig: { ...secrets.multisig, threshold: 8, shares } }
    await expect(propose({ ports, store, position }, large, draft)).rejects.toMatchObject({
      reason: 'GENERIC_TRANSFER_ERROR',
      message: expect.stringContaining('more than the'),
    })
  })
})
