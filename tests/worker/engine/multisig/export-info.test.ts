import { afterEach, describe, expect, test, vi } from 'vitest'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { magics } from '#protocol/interchange/magics.ts'
import { readMultisigInfo, type MultisigInfo } from '#protocol/interchange/multisig-info.ts'
import { unseal } from '../../../../worker/engine/exchange/sealed-set.ts'
import { exportInfo } from '../../../../worker/engine/multisig/export-info.ts'
import {
  lightGroup,
  payLightGroup,
  shareInfos,
  type LightMember,
} from '../../../support/multisig/light-group.ts'

afterEach(() => void vi.restoreAllMocks())

async function exported(member: LightMember): Promise<MultisigInfo> {
  const sealed = await exportInfo(member, member.secrets)
  const content = await unseal(member.ports, member.secrets, magics.multisigInfo, sealed)
  return readMultisigInfo(content as Uint8Array) as MultisigInfo
}

const noncesOf = ({ store }: LightMember) => [...store.signing.values()].map(({ nonces }) => nonces)
const namesOf = (member: LightMember) => noncesOf(member).flat().map(bytesToHex)

async function scene() {
  const members = await lightGroup(2, 4)
  // The second one comes first in the chain.
  const heights = [9n, 5n].map((height) => ({ height, address: Number(height) }))
  const outputs = await payLightGroup(members, heights)
  return { members, outputs: outputs.toReversed(), member: members[0]! }
}

describe('exportInfo', () => {
  test('contains each output in chain order: nonces as commitments, shares as partial key images', async () => {
    const { member, outputs } = await scene()
    const { crypto, secrets, name, store } = member
    const { spendPublic, viewPublic } = secrets
    const rows = outputs.map(({ key }) => {
      const image = (secret: Uint8Array) => crypto.keyImage(hexToBytes(key), secret)
      return { key, image }
    })
    expect(await exported(member)).toEqual({
      spendPublic,
      viewPublic,
      signer: name,
      outputs: rows.map(({ key, image }) => ({
        signer: name,
        commitments: store.signing
          .get(key)!
          .nonces.map((nonce) => ({ L: crypto.multiplyBase(nonce), R: image(nonce) })),
        partialKeyImages: secrets.multisig.shares.map(image),
      })),
    })
  })

  test('makes other nonces a moment later, even if the random state repeats', async () => {
    const { member } = await scene()
    const exportAt = async (now: bigint) => {
      vi.spyOn(member.ports.crypto, 'randomScalar').mockReturnValue(new Uint8Array(32).fill(7))
      vi.spyOn(member.ports.clock, 'now').mockReturnValue(now)
      await exported(member)
      return namesOf(member)
    }
    const [first, second] = [await exportAt(1000n), await exportAt(1001n)]
    expect(new Set([...first, ...second]).size).toBe(first.length + second.length)
  })

  test('makes two nonces for each choice of cosigners, none of them used before', async () => {
    const { member } = await scene()
    await exported(member)
    // 2 of 4 sign: three choices of the other one.
    expect(noncesOf(member).map(({ length }) => length)).toEqual([6, 6])
    const [before, held] = [namesOf(member), noncesOf(member).flat()]
    await exported(member)
    expect(new Set([...before, ...namesOf(member)]).size).toBe(24)
    expect(held.every((nonce) => nonce.every((byte) => byte === 0))).toBe(true)
  })

  test('keeps the infos of others', async () => {
    const { members, outputs, member } = await scene()
    await shareInfos(members)
    const before = outputs.map(({ key }) => member.store.signing.get(key)!.peers)
    expect(before[0]).toHaveLength(3)
    await exported(member)
    expect(outputs.map(({ key }) => member.store.signing.get(key)!.peers)).toEqual(before)
  })

  test('drops the nonces of an output that is not in the ledger, and keeps the infos of others', async () => {
    const { members, outputs, member } = await scene()
    await shareInfos(members)
    const [{ key }] = outputs as [(typeof outputs)[0]]
    await member.store.commit((change) => change.delete(member.store.outputs, key))
    expect((await exported(member)).outputs).toHaveLength(1)
    expect(member.store.signing.get(key)).toMatchObject({ nonces: [], peers: { length: 3 } })
  })

  test.each(['random', 'commit'] as const)(
    'error: %s fails, and the nonces of the last export stay',
    async (part) => {
      const { member } = await scene()
      await exported(member)
      const before = namesOf(member)
      const fail = () => {
        throw new Error('no room left')
      }
      if (part === 'random') vi.spyOn(member.ports, 'random').mockImplementation(fail)
      else vi.spyOn(member.store, 'commit').mockImplementation(fail)
      await expect(exportInfo(member, member.secrets)).rejects.toThrow('no room left')
      expect(namesOf(member)).toEqual(before)
    },
  )
})
