import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bytesToHex } from '@noble/hashes/utils.js'
import { errorDetails } from '#protocol/error-details.ts'
import { RpcError } from '#protocol/errors.ts'
import { magics } from '#protocol/interchange/magics.ts'
import { writeMultisigInfo, type MultisigInfo } from '#protocol/interchange/multisig-info.ts'
import { seal } from '../../../../worker/engine/exchange/sealed-set.ts'
import { exportInfo } from '../../../../worker/engine/multisig/export-info.ts'
import {
  learnFrom,
  noteLearned,
  openInfo,
  openInfos,
} from '../../../../worker/engine/multisig/import-info.ts'
import { count, seed } from '../../../support/random/case-counts.ts'
import {
  groupKeyImage,
  lightGroup,
  payLightGroup,
  type LightMember,
} from '../../../support/multisig/light-group.ts'
import { mutated } from '../../../support/mutation/arbitrary-mutations.ts'
import { smallOrder } from '../../../wasm/values.ts'

/** A group of 2 of 3 with two outputs, the exports of all members, and the content of the second export. */
async function scene() {
  const members = await lightGroup(2, 3)
  const outputs = await payLightGroup(members, [{ address: 0 }, { address: 4 }])
  const sealed: Uint8Array[] = []
  for (const member of members) sealed.push(await exportInfo(member, member.secrets))
  const [one, two] = members as [LightMember, LightMember]
  const { ports, secrets } = one
  return {
    members,
    one,
    outputs,
    sealed,
    secondInfo: await openInfo(ports, secrets, sealed[1]!),
    open: (...each: Uint8Array[]) => openInfos(one, secrets, each),
    /** Seals `info` as an export of the second member. */
    sealedInfo: (info: MultisigInfo) =>
      seal(two.ports, two.secrets, magics.multisigInfo, writeMultisigInfo(info)),
  }
}

const keyImages = ({ crypto, members, outputs }: Awaited<ReturnType<typeof scene>> & LightMember) =>
  outputs.map((output) =>
    groupKeyImage(
      crypto,
      members.map(({ secrets }) => secrets),
      output,
    ),
  )

describe('openInfos', () => {
  test('returns one export of each other member, by base key', async () => {
    const { members, sealed, open } = await scene()
    const infos = await open(sealed[2]!, sealed[0]!, sealed[1]!, sealed[2]!)
    const names = members.slice(1).map(({ name }) => bytesToHex(name))
    expect(infos.map(({ signer }) => bytesToHex(signer))).toEqual(names.sort())
  })

  test('error: too few members, the own export included', async () => {
    const { sealed, open } = await scene()
    for (const given of [[], [sealed[0]!]])
      await expect(open(...given)).rejects.toMatchObject({
        reason: 'UNKNOWN_ERROR',
        message: 'Wrong number of multisig sources',
      })
  })

  test('error: an export with outputs of two members, or of a stranger', async () => {
    const { members, secondInfo, open, sealedInfo } = await scene()
    const { crypto } = members[0]!
    const stranger = crypto.multiplyBase(crypto.randomScalar())
    const [first, second] = secondInfo.outputs
    const outputs = [first!, { ...second!, signer: members[2]!.name }]
    await expect(open(await sealedInfo({ ...secondInfo, outputs }))).rejects.toThrow(
      'Mismatched signers in imported multisig info',
    )
    const foreign = secondInfo.outputs.map((each) => ({ ...each, signer: stranger }))
    const info = { ...secondInfo, signer: stranger, outputs: foreign }
    await expect(open(await sealedInfo(info))).rejects.toThrow(
      'Signer is not a member of this multisig wallet',
    )
  })

  test('error: a point with a part of small order', async () => {
    const { one, secondInfo, open, sealedInfo } = await scene()
    const spoilt = (point: Uint8Array) => one.crypto.pointAdd(point, smallOrder[1]!)!
    const [first, second] = secondInfo.outputs
    const [nonce, ...nonces] = second!.commitments
    const refuse = async (changed: Partial<MultisigInfo['outputs'][0]>, message: string) =>
      expect(
        open(await sealedInfo({ ...secondInfo, outputs: [first!, { ...second!, ...changed }] })),
      ).rejects.toThrow(message)
    for (const bad of [
      { ...nonce!, L: spoilt(nonce!.L) },
      { ...nonce!, R: spoilt(nonce!.R) },
    ])
      await refuse({ commitments: [bad, ...nonces] }, 'Multisig value is not in the main subgroup')
    const [image, ...images] = second!.partialKeyImages
    await refuse(
      { partialKeyImages: [spoilt(image!), ...images] },
      'Multisig partial key image is not in the main subgroup',
    )
  })

  test('error: a message sealed by other keys, or with other content', async () => {
    const { one, secondInfo, sealed, open, sealedInfo } = await scene()
    const content = (bytes: Uint8Array) => seal(one.ports, one.secrets, magics.multisigInfo, bytes)
    const swapped = { ...secondInfo, spendPublic: secondInfo.viewPublic }
    const refusals: [Uint8Array, string, string | undefined][] = [
      [new Uint8Array(1), 'Bad multisig info file magic in ', undefined],
      [sealed[1]!.subarray(0, 40), 'Unexpected ciphertext size', undefined],
      [
        sealed[1]!.subarray(0, -1),
        'Failed to authenticate ciphertext',
        errorDetails.damagedMessage,
      ],
      [await content(new Uint8Array(95)), 'Bad data size', undefined],
      [await content(new Uint8Array(97).fill(9)), 'Failed to load output data', undefined],
      [
        await sealedInfo(swapped),
        'Multisig info is for a different account',
        errorDetails.otherMultisigGroup,
      ],
    ]
    for (const [given, message, data] of refusals)
      await expect(open(given)).rejects.toMatchObject({ reason: 'UNKNOWN_ERROR', message, data })
  })
})

describe('learnFrom', () => {
  test('combines the parts to the key images of all outputs', async () => {
    const made = await scene()
    const { one, sealed, open, secondInfo, outputs } = made
    const learned = await learnFrom(one, one.secrets, await open(sealed[1]!))
    expect(learned).toEqual(
      keyImages({ ...made, ...one }).map((keyImage, i) => ({
        output: outputs[i],
        keyImage,
        peers: [{ signer: secondInfo.signer, commitments: secondInfo.outputs[i]!.commitments }],
      })),
    )
  })

  test('uses only outputs that this wallet and all exports have', async () => {
    const { one, secondInfo, outputs, open, sealed, sealedInfo } = await scene()
    const short = await sealedInfo({ ...secondInfo, outputs: secondInfo.outputs.slice(0, 1) })
    const learn = async (...infos: Uint8Array[]) =>
      (await learnFrom(one, one.secrets, await open(...infos))).map(({ output }) => output)
    expect(await learn(short, sealed[2]!)).toEqual(outputs.slice(0, 1))
    await one.store.commit((change) => change.delete(one.store.outputs, outputs[1]!.key))
    expect(await learn(sealed[1]!)).toEqual(outputs.slice(0, 1))
  })

  test('error: partial key images that do not make a whole one', async () => {
    const { one, secondInfo, open, sealedInfo } = await scene()
    const [first, second] = secondInfo.outputs
    const lacking = { ...second!, partialKeyImages: second!.partialKeyImages.slice(1) }
    const infos = await open(await sealedInfo({ ...secondInfo, outputs: [first!, lacking] }))
    await expect(learnFrom(one, one.secrets, infos)).rejects.toMatchObject({
      reason: 'UNKNOWN_ERROR',
      message: 'The partial key images of output 1 do not make a whole one',
    })
  })

  test('law: any data is used or refused', async () => {
    const { one, secondInfo, open } = await scene()
    const learn = async (bytes: Uint8Array) => {
      const info = await seal(one.ports, one.secrets, magics.multisigInfo, bytes)
      return learnFrom(one, one.secrets, await open(info))
    }
    const content = writeMultisigInfo(secondInfo)
    expect(await learn(content)).toHaveLength(2)
    await fc.assert(
      fc.asyncProperty(mutated([content]), async (bytes) => {
        const learned = await learn(bytes).catch((error: unknown) => {
          expect(error).toBeInstanceOf(RpcError)
          return []
        })
        expect(learned.length).toBeLessThanOrEqual(2)
      }),
      { numRuns: count(100, 3000), seed: seed() },
    )
  })
})

test('noteLearned stages key images that no signature proves, and keeps own nonces', async () => {
  const made = await scene()
  const { one, sealed, open, secondInfo, outputs } = made
  const nonces = outputs.map(({ key }) => one.store.signing.get(key)!.nonces)
  const learned = await learnFrom(one, one.secrets, await open(sealed[1]!))
  await one.store.commit((change) => noteLearned(change, one.store, learned))
  for (const [i, keyImage] of keyImages({ ...made, ...one }).entries()) {
    const { key } = outputs[i]!
    expect(one.store.keyImages.get(key)).toEqual({ keyImage, proven: false, requested: false })
    expect(one.store.signing.get(key)).toEqual({
      nonces: nonces[i],
      peers: [{ signer: secondInfo.signer, commitments: secondInfo.outputs[i]!.commitments }],
    })
  }
})
