import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { RpcError } from '#protocol/errors.ts'
import { magics } from '#protocol/interchange/magics.ts'
import { seal, unseal } from '../../../../worker/engine/exchange/sealed.ts'
import { learnFrom, openInfos } from '../../../../worker/engine/multisig/import-info.ts'
import type { Service } from '../../../../worker/engine/service.ts'
import type { OutputRecord } from '../../../../worker/engine/store/records.ts'
import { choose } from '../../../../worker/engine/multisig/named-keys.ts'
import { count, seed } from '../../../support/random/case-counts.ts'
import { ask } from '../../../support/multisig/group-members.ts'
import { newGroup, type Group } from '../../../support/multisig/spendable-group.ts'
import { without } from '../../../support/multisig/group-keys.ts'
import { mutated } from '../../../support/mutation/arbitrary-mutations.ts'

/** Has each member note that a subaddress of the group was paid. @returns What its key image is. */
async function receive(members: Group, address: number): Promise<string> {
  const { crypto } = members[0]!.service.ports
  const { secrets, addresses } = members[0]!.service.wallet!
  const subaddress = { account: 0, address }
  const txPublicKey = crypto.multiplyBase(crypto.randomScalar())
  const derivation = crypto.keyDerivation(txPublicKey, secrets.viewSecret)!
  const point = crypto.derivePublicKey(derivation, 2, addresses.spendKey(subaddress))!
  const key = bytesToHex(point)
  for (const { service } of members) {
    const { store } = service.wallet!
    await store.commit((change) =>
      change.put(store.outputs, key, {
        key,
        txid: key,
        indexInTx: 2,
        globalIndex: BigInt(address),
        amount: 5n,
        mask: new Uint8Array(32),
        ringct: true,
        coinbase: false,
        txPublicKey,
        subaddress,
        height: 1n,
        timestamp: 1n,
        unlockTime: 0n,
        frozen: false,
        txSize: 1,
      }),
    )
  }
  // What nobody has: the sum of all shares, and what all know.
  const all = members.flatMap(({ service }) => service.wallet!.secrets.multisig!.shares)
  const distinct = new Map(all.map((share) => [bytesToHex(share), share]))
  let secret = [...distinct.values()].reduce((a, b) => crypto.scalarAdd(a, b))
  if (address > 0)
    secret = crypto.scalarAdd(secret, crypto.subaddressSecret(secrets.viewSecret, 0, address))
  return bytesToHex(crypto.keyImage(point, crypto.deriveSecretKey(derivation, 2, secret)))
}

async function exported(members: Group): Promise<string[]> {
  const infos: string[] = []
  for (const member of members) infos.push((await ask(member, 'export_multisig_info')).info)
  return infos
}

const importInto = (member: Group[number], info: readonly string[]) =>
  member.answer('import_multisig_info', { info, refresh_after_import: false })

const imagesOf = ({ wallet }: Service) =>
  [...wallet!.store.keyImages.values()].map(({ keyImage }) => keyImage)

const noncesOf = ({ wallet }: Service) =>
  [...wallet!.store.signing.values()].flatMap(({ nonces }) => nonces)

describe.each([
  [1, 2],
  [2, 2],
  [2, 3],
  [3, 4],
])('%i of %i', (threshold, total) => {
  test('learn the key images of what they received', async () => {
    const members = await newGroup(threshold, total)
    const expected = [await receive(members, 0), await receive(members, 1)].sort()
    const needed = async () => (await ask(members[0]!, 'get_balance')).multisig_import_needed
    expect(await needed()).toBe(true)
    const infos = await exported(members)
    for (const [i, member] of members.entries()) {
      const enough = without(infos, i).slice(0, threshold - 1)
      expect(await importInto(member, enough)).toEqual({ result: { n_outputs: 2n } })
      expect(imagesOf(member.service).sort()).toEqual(expected)
    }
    expect(await needed()).toBe(false)
  })
})

describe('a key image', () => {
  test('that was told wrong is learned anew, and blocks are looked at again for it', async () => {
    const members = await newGroup(2, 2)
    const expected = [await receive(members, 0), await receive(members, 1)]
    const [one, peer] = members as [Group[number], Group[number]]
    const { store } = one.service.wallet!
    const outputs = [...store.outputs.values()]
    // As it was told of a block that has another place for them.
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

describe('nonces', () => {
  test('are enough for a signature with each choice of members, and new with each export', async () => {
    const members = await newGroup(2, 4)
    await receive(members, 0)
    await exported(members)
    const { service } = members[0]!
    const before = noncesOf(service)
    expect(before).toHaveLength(choose(3, 1) * 2)
    const names = before.map(bytesToHex)
    await exported(members)
    const after = noncesOf(service).map(bytesToHex)
    expect(after.some((name) => names.includes(name))).toBe(false)
    expect(before.every((nonce) => nonce.every((byte) => byte === 0))).toBe(true)
  })
})

describe('outputs that are not in the books, since blocks are to be looked at again', () => {
  test('are signed for with what others told of them once they are', async () => {
    const members = await newGroup(2, 3)
    await receive(members, 0)
    const [one] = members as [Group[number]]
    const { store } = one.service.wallet!
    const [output] = [...store.outputs.values()]
    const needed = async () => (await ask(one, 'get_balance')).multisig_import_needed
    const infos = await exported(members)
    await importInto(one, infos.slice(1, 2))
    expect(store.outputs.size).toBe(0)

    await ask(one, 'export_multisig_info')
    expect(noncesOf(one.service)).toEqual([])
    const { keyImage } = store.keyImages.get(output!.key)!
    await store.commit((change) => change.put(store.outputs, output!.key, { ...output!, keyImage }))
    expect(store.signing.get(output!.key)?.peers).toHaveLength(1)
    expect(await needed()).toBe(false)
  })

  test('wait for an import where others told nothing of them', async () => {
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

describe('an export that fails', () => {
  test('error: leaves the nonces of the last one, which others were told of', async () => {
    const members = await newGroup(2, 3)
    await receive(members, 0)
    await exported(members)
    const [one] = members as [Group[number]]
    const before = noncesOf(one.service).map(bytesToHex)
    vi.spyOn(one.service.ports, 'random').mockImplementation(() => {
      throw new Error('no chance left')
    })
    expect(await one.answer('export_multisig_info')).toHaveProperty('error')
    expect(noncesOf(one.service).map(bytesToHex)).toEqual(before)
    vi.restoreAllMocks()
    await exported(members)
    expect(noncesOf(one.service).map(bytesToHex)).not.toEqual(before)
  })
})

describe('what members tell', () => {
  test('law: is learned from or refused, whatever it is', async () => {
    const members = await newGroup(2, 3)
    for (const address of [0, 1]) await receive(members, address)
    const [one, peer] = members.map(({ service }) => ({
      ports: service.ports,
      store: service.wallet!.store,
      secrets: service.wallet!.multisig.requireReady(),
    }))
    const sealed = hexToBytes((await exported(members))[1]!)
    const content = await unseal(peer!.ports, peer!.secrets, magics.multisigInfo, sealed)
    const { ports, store, secrets } = one!
    const tell = async (bytes: Uint8Array) => {
      const info = await seal(ports, secrets, magics.multisigInfo, bytes)
      return learnFrom({ ports, store }, secrets, await openInfos({ ports }, secrets, [info]))
    }
    expect(await tell(content as Uint8Array)).toHaveLength(2)
    await fc.assert(
      fc.asyncProperty(mutated([content as Uint8Array]), async (bytes) => {
        const learned = await tell(bytes).catch((error: unknown) => {
          expect(error).toBeInstanceOf(RpcError)
          return []
        })
        expect(learned.length).toBeLessThanOrEqual(2)
      }),
      { numRuns: count(100, 3000), seed: seed() },
    )
  })
})

describe('an import that fails', () => {
  test('error: leaves the wallet as it was', async () => {
    const members = await newGroup(2, 3)
    await receive(members, 0)
    const infos = await exported(members)
    const others = await exported(await newGroup(2, 2))
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
