import { describe, expect, test } from 'vitest'
import { seedKeys } from '../../../../worker/engine/keys/new-keys.ts'
import type { Service } from '../../../../worker/engine/service.ts'
import { dispatch, type Outcome } from '../../../../worker/rpc/dispatch.ts'
import { memberSeed, without } from '../../../support/multisig/group-keys.ts'
import { someOutput } from '../../../support/wallets/output-records.ts'
import { MemoryFiles } from '../../../support/storage/memory-files.ts'
import { testService, testWallet } from '../../../support/wallets/test-wallet.ts'

const none = { multisig: false, ready: false, threshold: 0, total: 0 }
const enable = { enable_multisig_experimental: true }

/** Services with a new wallet each, always the same keys. */
async function newMembers(total: number, options: Parameters<typeof testService>[0] = {}) {
  const members: Service[] = []
  for (let i = 0; i < total; i++) {
    const files = new MemoryFiles()
    const service = await testService(options, { files })
    const { crypto } = service.ports
    await testWallet({ name: 'w', ...seedKeys(crypto, memberSeed(crypto, i), 'English') }, service)
    members.push(service)
  }
  return members
}

const call = (service: Service, method: string, params: object = {}): Promise<Outcome> =>
  dispatch(service, method, params)

async function result(service: Service, method: string, params: object = {}) {
  const outcome = await call(service, method, params)
  if ('error' in outcome) throw new Error(`${method}: ${outcome.error.message}`)
  return outcome.result as Record<string, unknown>
}

/** What a call gives each member, of what the others gave; its messages. */
async function round(
  members: readonly Service[],
  method: string,
  infos: readonly unknown[],
  params: object = {},
) {
  const answers: Record<string, unknown>[] = []
  for (const [i, member] of members.entries())
    answers.push(
      await result(member, method, { multisig_info: without(infos, i), password: '', ...params }),
    )
  return answers
}

const infosOf = (answers: readonly Record<string, unknown>[]) =>
  answers.map(({ multisig_info }) => multisig_info)

async function prepared(members: readonly Service[]) {
  const infos: unknown[] = []
  for (const member of members)
    infos.push((await result(member, 'prepare_multisig', enable)).multisig_info)
  return infos
}

/** Closes the wallet as if the program had died, and opens it again. */
async function reopen(service: Service) {
  await service.close()
  await service.open('w', '')
}

const service = await testService()
await testWallet({}, service)

describe('a wallet that is not multisig', () => {
  test('reports that it is not multisig', async () => {
    expect(await call(service, 'is_multisig')).toEqual({ result: none })
  })

  test.each([
    ['prepare_multisig', {}],
    ['make_multisig', { multisig_info: ['x'], threshold: 2 }],
  ])('error: %s is disabled', async (name, params) => {
    expect(await call(service, name, params)).toMatchObject({
      error: { code: -48, message: expect.stringMatching(/multisig is disabled/) },
    })
  })

  test.each([
    'export_multisig_info',
    'import_multisig_info',
    'finalize_multisig',
    'exchange_multisig_keys',
    'sign_multisig',
    'submit_multisig',
  ])('error: %s needs a multisig wallet', async (name) => {
    expect(await call(service, name)).toEqual({
      error: { code: -31, message: 'This wallet is not multisig' },
    })
  })
})

describe('a group of 2 of 3', () => {
  test('has one address, also if its members reopen after each step', async () => {
    const members = await newMembers(3)
    const state = { multisig: true, threshold: 2, total: 3 }
    let infos = await prepared(members)
    for (const member of members) {
      expect(await result(member, 'is_multisig')).toEqual(none)
      await reopen(member)
    }
    let answers = await round(members, 'make_multisig', infos, { threshold: 2 })
    expect(answers.map(({ address }) => address)).toEqual(['', '', ''])
    infos = infosOf(answers)
    for (const member of members) {
      await reopen(member)
      expect(await result(member, 'is_multisig')).toEqual({ ...state, ready: false })
      expect(await result(member, 'get_address')).toMatchObject({ address: '' })
    }
    answers = await round(members, 'exchange_multisig_keys', infos)
    expect(answers.map(({ address }) => address)).toEqual(['', '', ''])
    infos = infosOf(answers)
    for (const member of members) await reopen(member)
    const { address } = await result(members[0]!, 'get_address')
    expect(address).toMatch(/^4\w{94}$/)
    answers = await round(members, 'exchange_multisig_keys', infos)
    expect(answers.map((answer) => answer.address)).toEqual([address, address, address])
    for (const member of members) {
      await reopen(member)
      expect(await result(member, 'is_multisig')).toEqual({ ...state, ready: true })
      expect(await result(member, 'get_address')).toMatchObject({ address })
    }
    const subaddresses = await Promise.all(
      members.map((member) => result(member, 'create_address', { account_index: 0 })),
    )
    expect(new Set(subaddresses.map((each) => each.address)).size).toBe(1)
  })

  test('returns the message of a step again after a lost answer', async () => {
    const members = await newMembers(3)
    let infos = infosOf(
      await round(members, 'make_multisig', await prepared(members), { threshold: 2 }),
    )
    await reopen(members[0]!)
    const again = await result(members[0]!, 'exchange_multisig_keys', { resend: true })
    infos = [again.multisig_info, ...infos.slice(1)]
    const answers = await round(members, 'exchange_multisig_keys', infos)
    expect(answers).toHaveLength(3)
    const addresses = await Promise.all(members.map((member) => result(member, 'get_address')))
    expect(new Set(addresses.map(({ address }) => address)).size).toBe(1)
  })
})

describe('a step that fails', () => {
  test('error: the wallet does not change', async () => {
    const members = await newMembers(3)
    const [one] = members as [Service]
    const infos = await prepared(members)
    const wrong = (multisig_info: unknown[], threshold = 2) =>
      call(one, 'make_multisig', { multisig_info, threshold })
    const error = (message: string, code = -1) => ({ error: { code, message } })
    const before = await result(one, 'query_key', { key_type: 'mnemonic' })
    expect(await wrong([infos[1], infos[1]])).toEqual(
      error('Duplicate signers not allowed when converting a wallet to multisig.'),
    )
    expect(await wrong([])).toEqual(error('multisig account: tried to set invalid threshold.'))
    expect(await wrong([infos[1], infos[2]], 4)).toEqual(
      error('multisig account: tried to set invalid threshold.'),
    )
    expect(await wrong([infos[0]], 1)).toEqual(
      error('multisig account: tried to set invalid number of signers.'),
    )
    expect(await wrong(['MultisigxV2R1', infos[2]])).toEqual(error('Deserializing kex msg failed.'))
    expect(await result(one, 'is_multisig')).toEqual(none)
    expect(await result(one, 'query_key', { key_type: 'mnemonic' })).toEqual(before)

    const made = infosOf(await round(members, 'make_multisig', infos, { threshold: 2 }))
    expect(await wrong(infos.slice(1))).toEqual(error('This wallet is already multisig', -28))
    const step = (multisig_info: unknown[]) =>
      call(one, 'exchange_multisig_keys', { multisig_info })
    const state = await result(one, 'is_multisig')
    expect(await step([made[1]])).toEqual(error('Needs multisig info from more participants', -33))
    expect(await step([infos[1], infos[2]])).toEqual(
      error(
        "Error calling exchange_multisig_info: Messages don't have the expected kex round number.",
      ),
    )
    expect(await result(one, 'is_multisig')).toEqual(state)
    expect(await call(one, 'export_multisig_info')).toEqual(
      error('This wallet is multisig, but not yet finalized', -31),
    )
  })

  test('error: the disk is full, and a later retry succeeds', async () => {
    const members = await newMembers(2)
    const infos = await prepared(members)
    const files = members[0]!.ports.files as MemoryFiles
    files.beforeWrite = () => {
      throw Object.assign(new Error('full'), { code: 'ENOSPC' })
    }
    const params = { multisig_info: [infos[1]], threshold: 2 }
    expect(await call(members[0]!, 'make_multisig', params)).toMatchObject({ error: { code: -1 } })
    expect(await result(members[0]!, 'is_multisig')).toEqual(none)
    files.beforeWrite = () => {}
    expect(await result(members[0]!, 'make_multisig', params)).toMatchObject({
      address: expect.stringMatching(/^4/),
    })
  })

  test('error: the wallet receives a payment during make_multisig', async () => {
    const members = await newMembers(2)
    const infos = await prepared(members)
    const [service] = members as [Service]
    const { store, sync, secrets } = service.wallet!
    const output = someOutput()
    const rekey = sync.rekey.bind(sync)
    sync.rekey = async (stage) => {
      await store.commit((change) => change.put(store.outputs, output.key, output))
      await rekey(stage)
    }
    const params = { threshold: 2, multisig_info: without(infos, 0) }
    expect(await call(service, 'make_multisig', params)).toMatchObject({
      error: { code: -1, message: expect.stringContaining('used before') },
    })
    expect(service.wallet!.secrets).toBe(secrets)
    expect(store.outputs.size).toBe(1)
  })

  test('error: a view-only wallet, and one made from a key file', async () => {
    const service = await testService({ multisigEnabled: true })
    const full = await testWallet({}, service)
    const { spendSecret: _, ...viewing } = full.secrets
    await testWallet({ secrets: structuredClone(viewing) }, service)
    expect(await call(service, 'prepare_multisig')).toEqual({
      error: { code: -29, message: 'wallet is watch-only and cannot be made multisig' },
    })
    await testWallet({ keyFile: '00' }, service)
    expect(await call(service, 'prepare_multisig')).toMatchObject({
      error: {
        code: -1,
        message: 'A wallet made from a key file of monero cannot become multisig',
      },
    })
  })

  test('error: spending needs a complete key exchange', async () => {
    const members = await newMembers(2)
    await round(members, 'make_multisig', await prepared(members), { threshold: 2 })
    const { address } = await result(members[0]!, 'get_address')
    const destinations = [{ address, amount: 1 }]
    expect(await call(members[0]!, 'transfer', { destinations })).toMatchObject({
      error: { code: -31, message: 'This wallet is multisig, but not yet finalized' },
    })
    expect(await call(members[0]!, 'export_keys_file')).toMatchObject({ error: { code: -1 } })
  })
})
