import { describe, expect, test } from 'vitest'
import type { Service } from '../../../../worker/engine/service.ts'
import type { OutputRecord } from '../../../../worker/engine/store/records.ts'
import { ask } from '../../../support/multisig/group-members.ts'
import { exportedInfos, noncesOf, receive } from '../../../support/multisig/received-outputs.ts'
import { newGroup, type Group } from '../../../support/multisig/spendable-group.ts'
import { without } from '../../../support/multisig/group-keys.ts'

const importInto = (member: Group[number], info: readonly string[]) =>
  member.answer('import_multisig_info', { info, refresh_after_import: false })

const imagesOf = ({ wallet }: Service) =>
  [...wallet!.store.keyImages.values()].map(({ keyImage }) => keyImage)

describe.each([
  [1, 2],
  [2, 2],
  [2, 3],
  [3, 4],
])('%i of %i', (threshold, total) => {
  test('find the key images of received outputs', async () => {
    const members = await newGroup(threshold, total)
    const expected = [await receive(members, 0), await receive(members, 1)].sort()
    const needed = async () => (await ask(members[0]!, 'get_balance')).multisig_import_needed
    expect(await needed()).toBe(true)
    const infos = await exportedInfos(members)
    for (const [i, member] of members.entries()) {
      const enough = without(infos, i).slice(0, threshold - 1)
      expect(await importInto(member, enough)).toEqual({ result: { n_outputs: 2n } })
      expect(imagesOf(member.service).sort()).toEqual(expected)
    }
    expect(await needed()).toBe(false)
  })
})

describe('a key image', () => {
  test('replaces a wrong imported one, and its blocks are scanned again', async () => {
    const members = await newGroup(2, 2)
    const expected = [await receive(members, 0), await receive(members, 1)]
    const [one, peer] = members as [Group[number], Group[number]]
    const { store } = one.service.wallet!
    const outputs = [...store.outputs.values()]
    // The peer has the outputs at swapped indices, as after a reorganisation.
    await place(peer, outputs, (at) => 1n - at)
    const { info: wrong } = await ask(peer, 'export_multisig_info')
    await place(peer, outputs, (at) => at)
    const { info: right } = await ask(peer, 'export_multisig_info')

    await importInto(one, [wrong])
    expect(imagesOf(one.service)).not.toEqual(expect.arrayContaining(expected))
    const seen = outputs.map(({ key }) => store.keyImages.get(key)!.keyImage)
    await store.commit((change) => {
      for (const [i, output] of outputs.entries())
        change.put(store.outputs, output.key, { ...output, keyImage: seen[i]! })
    })
    await importInto(one, [right])
    expect(imagesOf(one.service).sort()).toEqual(expected.sort())
    expect(store.outputs.size).toBe(0)
  })
})

/** Gives outputs their places in a member's books. */
async function place(
  { service }: Group[number],
  outputs: readonly OutputRecord[],
  placeOf: (at: bigint) => bigint,
) {
  const { store } = service.wallet!
  await store.commit((change) => {
    for (const [i, output] of outputs.entries())
      change.put(store.outputs, output.key, { ...output, globalIndex: placeOf(BigInt(i)) })
  })
}

describe('outputs that are not in the ledger, because a rescan is due', () => {
  test('can be signed with the imported infos once they are found', async () => {
    const members = await newGroup(2, 3)
    await receive(members, 0)
    const [one] = members as [Group[number]]
    const { store } = one.service.wallet!
    const [output] = [...store.outputs.values()]
    const needed = async () => (await ask(one, 'get_balance')).multisig_import_needed
    const infos = await exportedInfos(members)
    await importInto(one, infos.slice(1, 2))
    expect(store.outputs.size).toBe(0)

    await ask(one, 'export_multisig_info')
    expect(noncesOf(one.service)).toEqual([])
    const { keyImage } = store.keyImages.get(output!.key)!
    await store.commit((change) => change.put(store.outputs, output!.key, { ...output!, keyImage }))
    expect(store.signing.get(output!.key)?.peers).toHaveLength(1)
    expect(await needed()).toBe(false)
  })

  test('need an import if the infos do not contain them', async () => {
    const members = await newGroup(2, 2)
    const keyImage = await receive(members, 0)
    const { store } = members[0]!.service.wallet!
    const [output] = [...store.outputs.values()]
    const put = (more: Partial<OutputRecord>) =>
      store.commit((change) =>
        change.put(store.outputs, output!.key, { ...output!, keyImage, ...more }),
      )
    const needed = async () => (await ask(members[0]!, 'get_balance')).multisig_import_needed
    await put({})
    expect(await needed()).toBe(true)
    await put({ spent: { txid: '00', height: 2n } })
    expect(await needed()).toBe(false)
  })
})

describe('an import that fails', () => {
  test('error: the wallet does not change', async () => {
    const members = await newGroup(2, 3)
    await receive(members, 0)
    const infos = await exportedInfos(members)
    const others = await exportedInfos(await newGroup(2, 2))
    const [one] = members as [Group[number]]
    const failed = (message: string, code = -1n) => ({ error: { code, message } })
    const call = 'Error calling import_multisig: '
    expect(await importInto(one, [])).toEqual(
      failed('Needs multisig export info from more participants', -33n),
    )
    expect(await importInto(one, ['0'])).toEqual(failed('Failed to parse hex.', -26n))
    expect(await importInto(one, ['00'])).toEqual(failed(`${call}Bad multisig info file magic in `))
    expect(await importInto(one, [infos[1]!.slice(0, -2)])).toEqual(
      failed(`${call}Failed to authenticate ciphertext`),
    )
    expect(await importInto(one, [others[0]!])).toEqual(
      failed(`${call}Failed to authenticate ciphertext`),
    )
    expect(await importInto(one, [infos[0]!])).toEqual(
      failed(`${call}Wrong number of multisig sources`),
    )
    expect(imagesOf(one.service)).toEqual([])
  })
})
