/**
 * Outputs that a multisig group receives, and the information its members exchange about them.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Service } from '../../../worker/engine/service.ts'
import { ask } from './group-members.ts'
import type { Group } from './spendable-group.ts'

/** Adds an output of a subaddress of the group to every wallet. @returns Its key image. */
export async function receive(members: Group, address: number): Promise<string> {
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
  // The whole secret, which no member has: the sum of all shares and what every member knows.
  const all = members.flatMap(({ service }) => service.wallet!.secrets.multisig!.shares)
  const distinct = new Map(all.map((share) => [bytesToHex(share), share]))
  let secret = [...distinct.values()].reduce((a, b) => crypto.scalarAdd(a, b))
  if (address > 0)
    secret = crypto.scalarAdd(secret, crypto.subaddressSecret(secrets.viewSecret, 0, address))
  return bytesToHex(crypto.keyImage(point, crypto.deriveSecretKey(derivation, 2, secret)))
}

export async function exportedInfos(members: Group): Promise<string[]> {
  const infos: string[] = []
  for (const member of members) infos.push((await ask(member, 'export_multisig_info')).info)
  return infos
}

/** Nonces that a member keeps for outputs it exported. */
export const noncesOf = ({ wallet }: Service): Uint8Array[] =>
  [...wallet!.store.signing.values()].flatMap(({ nonces }) => nonces)
