/**
 * Outputs that a multisig group receives, and the information its members exchange about them.
 *
 * @module
 */
import type { MemberSecrets } from '../../../worker/engine/multisig/group.ts'
import type { Service } from '../../../worker/engine/service.ts'
import { ask } from './group-members.ts'
import { groupKeyImage, groupOutput } from './light-group.ts'
import type { Group } from './spendable-group.ts'

/** Adds an output of a subaddress of the group to every wallet. @returns Its key image. */
export async function receive(members: Group, address: number): Promise<string> {
  const { crypto } = members[0]!.service.ports
  const keys = members.map(({ service }) => service.wallet!.secrets as MemberSecrets)
  const output = groupOutput(crypto, keys[0]!, {
    address,
    indexInTx: 2,
    globalIndex: BigInt(address),
    amount: 5n,
    height: 1n,
  })
  for (const { service } of members) {
    const { store } = service.wallet!
    await store.commit((change) => change.put(store.outputs, output.key, output))
  }
  return groupKeyImage(crypto, keys, output)
}

export async function exportedInfos(members: Group): Promise<string[]> {
  const infos: string[] = []
  for (const member of members) infos.push((await ask(member, 'export_multisig_info')).info)
  return infos
}

/** Nonces that a member keeps for outputs it exported. */
export const noncesOf = ({ wallet }: Service): Uint8Array[] =>
  [...wallet!.store.signing.values()].flatMap(({ nonces }) => nonces)
