/**
 * Members of a multisig group, all ours, with an output that they spend: no chain is there.
 *
 * @module
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import type { MultisigTx } from '#protocol/interchange/multisig-set.ts'
import type { Crypto } from '#wasm/types.ts'
import { propose } from '../../../worker/engine/multisig/propose.ts'
import { weigh } from '../../../worker/engine/tx/weigh.ts'
import type { WeighedDraft } from '../../../worker/engine/tx/draft.ts'
import { randomRecipient, ownRecipient } from '../../../worker/engine/tx/recipient.ts'
import type { OutputRecord } from '../../../worker/engine/store/records.ts'
import { ask, join, ourMember } from './group-members.ts'
import { without } from './group-keys.ts'
import { groupOutput, type LightMember } from './light-group.ts'

/** Of which `threshold` sign. */
export async function newGroup(threshold: number, total: number) {
  const members = []
  for (let i = 0; i < total; i++) members.push(await ourMember(i))
  await join(members, threshold)
  return members
}

export type Group = Awaited<ReturnType<typeof newGroup>>
export type GroupMember = Group[number]

/** Keys and parts of a member, as signing takes them. */
export const partsOf = ({ service }: GroupMember) => {
  const { store } = service.wallet!
  const secrets = service.wallet!.multisig.requireReady()
  return { crypto: service.ports.crypto, ports: service.ports, store, secrets }
}

/** Amount of each output. */
export const paid = 5_000_000n
const fee = 1_000n

/** Pays the group so often, in the books of all its members. @returns Keys of the outputs. */
export async function payGroup(members: Group, times: number): Promise<string[]> {
  const { crypto, secrets } = partsOf(members[0]!)
  const keys: string[] = []
  for (let i = 0; i < times; i++) {
    const globalIndex = BigInt(100 + i)
    const mask = crypto.randomScalar()
    const output = groupOutput(crypto, secrets, { globalIndex, mask, amount: paid, height: 1n })
    const { key } = output
    for (const { service } of members) {
      const { store } = service.wallet!
      await store.commit((change) => change.put(store.outputs, key, output))
    }
    keys.push(key)
  }
  return keys
}

/** Exchanges the multisig info of all members. */
export async function exchangeInfos(members: Group) {
  const infos: string[] = []
  for (const member of members) infos.push((await ask(member, 'export_multisig_info')).info)
  for (const [i, member] of members.entries()) {
    const { store } = partsOf(member)
    const outputs = [...store.outputs.values()]
    const info = without(infos, i)
    await ask(member, 'import_multisig_info', { info, refresh_after_import: false })
    await store.commit((change) => {
      for (const output of outputs) {
        const { keyImage } = store.keyImages.get(output.key)!
        change.put(store.outputs, output.key, { ...output, keyImage })
      }
    })
  }
}

/**
 * A payment of half of what these outputs are worth, proposed and signed by a member.
 *
 * @param account - Where change goes. @param secrets - The member's, or what a larger group's would be.
 */
export function proposed(
  member: GroupMember,
  keys: readonly string[],
  account = 0,
  secrets = partsOf(member).secrets,
): Promise<MultisigTx> {
  const { store, ports } = partsOf(member)
  const draft = paymentDraft({ ...partsOf(member), secrets }, keys, account)
  return propose({ ports, store, position: () => 0 }, secrets, draft)
}

/** The draft of {@link proposed}. */
export function paymentDraft(
  { crypto, store, secrets }: Pick<LightMember, 'crypto' | 'store' | 'secrets'>,
  keys: readonly string[],
  account = 0,
): WeighedDraft {
  const inputs = keys.map((key) => store.outputs.get(key)!)
  const half = (paid * BigInt(keys.length)) / 2n
  const draft = {
    ringct: true,
    inputs,
    rings: inputs.map((output) => ringFor(crypto, output)),
    fee,
    payments: [{ ...randomRecipient(crypto), amount: half }],
    change: { ...ownRecipient(crypto, secrets, { account, address: 0 }), amount: half - fee },
    paymentId: undefined,
    unlockTime: 0n,
  }
  return { ...draft, weight: weigh(draft) }
}

function ringFor(crypto: Crypto, { key, globalIndex, amount, mask }: OutputRecord) {
  const point = () => crypto.multiplyBase(crypto.randomScalar())
  const members = Array.from({ length: 16 }, (_, i) => ({
    globalIndex: 95 + i,
    key: point(),
    commitment: point(),
  }))
  const realIndex = Number(globalIndex) - 95
  members[realIndex] = {
    globalIndex: Number(globalIndex),
    key: hexToBytes(key),
    commitment: crypto.commit(amount, mask),
  }
  return { members, realIndex }
}
