/**
 * Seeds of multisig wallets: those of monero-wallet-rpc restored here, and ours in monero-ts, which is
 * wallet2 v0.18.5. 0.18.0.0 writes seeds that it restores from no more.
 */
import moneroTs from 'monero-ts'
import { describe, expect } from 'vitest'
import { test } from '../../support/programs/test.ts'
import { count } from '../../support/random/case-counts.ts'
import { ask, join, membersOf, type Member } from '../../support/multisig/group-members.ts'
import { ourAnswer } from '../../support/wallet-comparison/compare-answers.ts'
import { testService } from '../../support/wallets/test-wallet.ts'

const seedOf = async (member: Member): Promise<string> =>
  (await ask(member, 'query_key', { key_type: 'mnemonic' })).key

/** A wallet of ours made from a seed. */
async function restoredHere(seed: string): Promise<Member> {
  const service = await testService({ network: 'fakechain' })
  const member: Member = {
    ours: true,
    answer: (method, params = {}) => ourAnswer(service, method, params),
    stop: () => service.close(),
  }
  await ask(member, 'restore_deterministic_wallet', { seed, enable_multisig_experimental: true })
  return member
}

const restoredThere = (seed: string) =>
  // `isMultisig` is handed through to its wallet2, though its types do not tell.
  moneroTs.createWalletFull({
    seed,
    password: 'pass',
    networkType: moneroTs.MoneroNetworkType.MAINNET,
    isMultisig: true,
    proxyToWorker: false,
  } as Partial<moneroTs.MoneroWalletConfig>)

/** Both numbers of a seed, and its keys: shares, and members, stand in the order each program has. */
const piecesOf = (seed: string) => ({
  numbers: seed.slice(0, 16),
  keys: seed.slice(16).match(/.{64}/g)!.sort(),
})

const groups: [threshold: number, programs: string][] = [
  [2, 'oto'],
  [2, 'to'],
  [1, 'ot'],
  [3, 'toto'],
  [2, 'otot'],
]

describe.each(groups.slice(0, count(1, groups.length)))('%i sign for %s', (threshold, programs) => {
  test('each member is restored by the other program', async () => {
    const members = await membersOf(programs)
    const [address] = await join(members, threshold)
    for (const member of members.slice(0, count(2, members.length))) {
      const seed = await seedOf(member)
      const again = await restoredHere(seed)
      for (const [method, params] of [
        ['get_address', {}],
        ['is_multisig', {}],
        ['query_key', { key_type: 'view_key' }],
        ['query_key', { key_type: 'spend_key' }],
      ] as const)
        expect(await again.answer(method, params), method).toEqual(
          await member.answer(method, params),
        )
      const ours = await seedOf(again)
      expect(piecesOf(ours)).toEqual(piecesOf(seed))
      const there = await restoredThere(ours)
      expect(await there.getPrimaryAddress()).toBe(address)
      expect(await there.getMultisigInfo()).toEqual({
        isMultisig: true,
        isReady: true,
        threshold,
        numParticipants: members.length,
      })
      expect(await there.getSeed()).toBe(ours)
      await there.close(false)

      const { info } = await ask(again, 'export_multisig_info')
      const other = members.find((each) => each !== member)!
      const infos = new Array<string>(Math.max(1, threshold - 1)).fill(info)
      if (threshold <= 2)
        expect(await ask(other, 'import_multisig_info', { info: infos })).toEqual({ n_outputs: 0n })
      await again.stop()
    }
    for (const member of members) await member.stop()
  })
})
