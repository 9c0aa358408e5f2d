/**
 * Members of a multisig group as keys and tables alone, without a wallet: fast, and enough for one step.
 *
 * @module
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { Crypto } from '#wasm/types.ts'
import { systemClock, systemRandom } from '../../../worker/adapters/platform.ts'
import { exportInfo } from '../../../worker/engine/multisig/export-info.ts'
import type { MemberSecrets } from '../../../worker/engine/multisig/group.ts'
import { learnFrom, noteLearned, openInfos } from '../../../worker/engine/multisig/import-info.ts'
import type { OutputRecord } from '../../../worker/engine/store/records.ts'
import { Store } from '../../../worker/engine/store/store.ts'
import { testCrypto } from '../wasm/crypto.ts'
import { makeGroup, without } from './group-keys.ts'
import { someOutput } from '../wallets/output-records.ts'

/** In place of CryptoNight, which takes a tenth of a second for each member. */
const cryptonight = (state: Uint8Array) => state.slice()

export async function lightGroup(threshold: number, total: number) {
  const crypto: Crypto = { ...(await testCrypto()), cryptonight }
  const ports = { crypto, random: systemRandom, clock: systemClock, kdfRounds: 1 }
  const keys = await makeGroup(threshold, total)
  return keys.map((secrets) => ({
    crypto,
    ports,
    secrets,
    store: new Store(async () => undefined),
    /** The base key, which names it. */
    name: crypto.multiplyBase(secrets.multisig.baseSecret),
  }))
}

export type LightMember = Awaited<ReturnType<typeof lightGroup>>[number]

type Wanted = Partial<OutputRecord> & { address?: number }

/** An output that a group received; its key image is unknown. */
export function groupOutput(
  crypto: Crypto,
  { viewSecret, spendPublic }: Pick<MemberSecrets, 'viewSecret' | 'spendPublic'>,
  { address = 0, indexInTx = 0, ...given }: Wanted = {},
): OutputRecord {
  const txPublicKey = crypto.multiplyBase(crypto.randomScalar())
  const derivation = crypto.keyDerivation(txPublicKey, viewSecret)!
  const spendKey =
    address === 0 ? spendPublic : crypto.subaddressSpendKeys(viewSecret, spendPublic, 0, address, 1)
  const key = bytesToHex(crypto.derivePublicKey(derivation, indexInTx, spendKey)!)
  const subaddress = { account: 0, address }
  const made = someOutput({ key, txid: key, indexInTx, txPublicKey, subaddress, ...given })
  const { keyImage: _, ...output } = made
  return output
}

/** The key image by the whole secret, which no member has: the sum of all shares and what every member knows. */
export function groupKeyImage(
  crypto: Crypto,
  members: readonly MemberSecrets[],
  { key, indexInTx, txPublicKey, subaddress: { address } }: OutputRecord,
): string {
  const { viewSecret } = members[0]!
  const all = members.flatMap(({ multisig }) => multisig.shares)
  const distinct = new Map(all.map((share) => [bytesToHex(share), share]))
  let secret = [...distinct.values()].reduce((a, b) => crypto.scalarAdd(a, b))
  if (address > 0)
    secret = crypto.scalarAdd(secret, crypto.subaddressSecret(viewSecret, 0, address))
  const derivation = crypto.keyDerivation(txPublicKey, viewSecret)!
  const oneTime = crypto.deriveSecretKey(derivation, indexInTx, secret)
  return bytesToHex(crypto.keyImage(hexToBytes(key), oneTime))
}

/** Gives every member the same new outputs, and their key images where `known`. */
export async function payLightGroup(
  members: readonly LightMember[],
  wanted: readonly Wanted[],
  known = false,
): Promise<OutputRecord[]> {
  const { crypto, secrets } = members[0]!
  const keys = members.map((member) => member.secrets)
  const outputs = wanted.map((each, i) => {
    const height = BigInt(100 + i)
    const output = groupOutput(crypto, secrets, { height, ...each })
    return known ? { ...output, keyImage: groupKeyImage(crypto, keys, output) } : output
  })
  for (const { store } of members)
    await store.commit((change) => {
      for (const output of outputs) change.put(store.outputs, output.key, output)
    })
  return outputs
}

/** Each member exports its infos, and imports those of all others. */
export async function shareInfos(members: readonly LightMember[]): Promise<void> {
  const infos: Uint8Array[] = []
  for (const member of members) infos.push(await exportInfo(member, member.secrets))
  for (const [i, member] of members.entries()) {
    const { secrets, store } = member
    const opened = await openInfos(member, secrets, without(infos, i))
    const learned = await learnFrom(member, secrets, opened)
    await store.commit((change) => noteLearned(change, store, learned))
  }
}
