/**
 * Members of a multisig group whose programs differ: ours in this process, the reference's in a
 * monero-wallet-rpc, which opens the wallet that is asked where it has more than one.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { connectDaemon } from '../../../worker/adapters/daemon.ts'
import { seedKeys } from '../../../worker/engine/keys/new-keys.ts'
import type { Service } from '../../../worker/engine/service.ts'
import { memberSeed, without } from './group-keys.ts'
import { startWalletRpc, type Result, type WalletRpc } from '../programs/monerod.ts'
import { ourAnswer, theirAnswer, type Answered } from '../wallet-comparison/compare-answers.ts'
import { testService, testWallet } from '../wallets/test-wallet.ts'
import { atFileEnd } from '../programs/file-end.ts'

export type Member = {
  /** Whether its program is ours. */
  ours: boolean
  /** The whole answer to a call. */
  answer: (method: string, params?: object) => Promise<Answered>
  stop: () => Promise<void>
}

/** A wallet of ours with the keys of {@link memberSeed}. @param options - Of its service. */
export async function ourMember(
  member: number,
  options: Parameters<typeof testService>[0] = {},
  ports: Parameters<typeof testService>[1] = {},
): Promise<Member & { service: Service }> {
  const service = await testService({ network: 'fakechain', ...options }, ports)
  atFileEnd(() => service.close())
  const keys = seedKeys(service.ports.crypto, memberSeed(service.ports.crypto, member), 'English')
  await testWallet({ ...keys, network: 'fakechain' }, service)
  return {
    ours: true,
    service,
    answer: (method, params = {}) => ourAnswer(service, method, params),
    stop: () => service.close(),
  }
}

const enable = { enable_multisig_experimental: true }

/** The wallet that each program has open. */
const opened = new WeakMap<WalletRpc, string>()

/** A wallet of the reference with the same keys as {@link ourMember}. */
export async function theirMember(rpc: WalletRpc, member: number): Promise<Member> {
  const twin = await ourMember(member)
  const { wallet } = twin.service
  const filename = `member-${member}-${bytesToHex(twin.service.ports.random(4))}`
  await rpc.call('generate_from_keys', {
    filename,
    password: '',
    restore_height: 0,
    address: wallet!.primaryAddress,
    spendkey: bytesToHex(wallet!.secrets.spendSecret!),
    viewkey: bytesToHex(wallet!.secrets.viewSecret),
  })
  await rpc.call('auto_refresh', { enable: false })
  await twin.stop()
  opened.set(rpc, filename)
  return {
    ours: false,
    async answer(method, params = {}) {
      if (opened.get(rpc) !== filename) {
        await rpc.call('open_wallet', { filename, password: '' })
        await rpc.call('auto_refresh', { enable: false })
        opened.set(rpc, filename)
      }
      // Until it is multisig, a wallet of the reference forgets when it is closed that it may be.
      if (method === 'make_multisig') await theirAnswer(rpc, 'prepare_multisig', enable)
      return theirAnswer(rpc, method, params)
    },
    stop: async () => undefined,
  }
}

/** Where nothing answers: keys are made without a chain. */
const nowhere = '127.0.0.1:1'

/**
 * Members by a letter each: ours `o`, the reference's `t`, which has a program of its own: one that opens
 * another wallet at every turn needs minutes for a large group.
 *
 * @param daemon - Address of the node that they trust; none when left out.
 */
export async function membersOf(programs: string, daemon?: string): Promise<Member[]> {
  const members: Member[] = []
  for (const [i, program] of [...programs].entries())
    members.push(await (program === 'o' ? ours(i, daemon) : theirs(i, daemon)))
  return members
}

const ours = (member: number, address?: string): Promise<Member> =>
  address === undefined
    ? ourMember(member)
    : ourMember(member, { daemon: { address, trusted: true } }, { connect: connectDaemon })

async function theirs(member: number, daemon = nowhere): Promise<Member> {
  const rpc = await startWalletRpc({ daemon })
  return { ...(await theirMember(rpc, member)), stop: async () => void (await rpc.stop()) }
}

/** What a call answers. @throws When that is an error. */
export async function ask(member: Member, method: string, params: object = {}): Promise<Result> {
  const answered = await member.answer(method, params)
  if ('error' in answered) throw new Error(`${method}: ${answered.error.message}`)
  return answered.result
}

/** Calls each member with the messages of all others. @returns The results, in order. */
export async function round(
  members: readonly Member[],
  method: string,
  infos: readonly string[],
  params: object = {},
): Promise<Result[]> {
  const answers: Result[] = []
  for (const [i, member] of members.entries())
    answers.push(
      await ask(member, method, { password: '', multisig_info: without(infos, i), ...params }),
    )
  return answers
}

export async function prepared(members: readonly Member[]): Promise<string[]> {
  const infos: string[] = []
  for (const member of members)
    infos.push((await ask(member, 'prepare_multisig', enable)).multisig_info)
  return infos
}

export const infosOf = (answers: readonly Result[]): string[] =>
  answers.map(({ multisig_info }) => multisig_info)

/** Takes members through all rounds. @returns The address that each of them has then. */
export async function join(members: readonly Member[], threshold: number): Promise<string[]> {
  let answers = await round(members, 'make_multisig', await prepared(members), { threshold })
  for (let left = members.length - threshold + 1; left > 0; left--)
    answers = await round(members, 'exchange_multisig_keys', infosOf(answers))
  return answers.map(({ address }) => address)
}

/** A place in a group, for programs to take alike. */
export type Seat = {
  /** Of the wallet that takes it, as `generate_from_keys` has them. */
  keys: { address: string; spendkey: string; viewkey: string }
  /** What it is asked until it is a member. */
  joining: readonly (readonly [method: string, params: object])[]
  /** The group's. */
  address: string
}

/** Makes a group of `others` and {@link ourMember} 0, whose place others may take instead. */
export async function seatBeside(others: readonly Member[], threshold: number): Promise<Seat> {
  const first = await ourMember(0)
  const { primaryAddress, secrets } = first.service.wallet!
  const keys = {
    address: primaryAddress,
    spendkey: bytesToHex(secrets.spendSecret!),
    viewkey: bytesToHex(secrets.viewSecret),
  }
  const joining: [string, object][] = []
  const recorded: Member = {
    ...first,
    answer(method, params = {}) {
      joining.push([method, params])
      return first.answer(method, params)
    },
  }
  const [address] = await join([recorded, ...others], threshold)
  await first.stop()
  return { keys, joining, address: address! }
}
