/**
 * A multisig group for the page: who its members are, and what is in what they hand each other.
 *
 * @module
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { RpcError } from '#protocol/errors.ts'
import { isHex } from '#protocol/hex.ts'
import type { MultisigSet } from '#protocol/interchange/multisig-set.ts'
import { openMultisigSet } from '../engine/multisig/tx-set.ts'
import type { Wallet } from '../engine/wallet.ts'
import type { GroupView, MultisigMessage } from './host.ts'

const steps = () => import('../engine/multisig/steps.ts')

/** Undefined for a wallet that is no member of one. */
export function groupView({ secrets, ports: { crypto } }: Wallet): GroupView | undefined {
  const { multisig } = secrets
  if (!multisig) return undefined
  const own = bytesToHex(crypto.multiplyBase(multisig.baseSecret))
  return { own, members: multisig.signers.map(bytesToHex) }
}

/** @param text - Hex. @returns Undefined for what this wallet's group has not made. */
export async function handedOn(wallet: Wallet, text: string): Promise<MultisigMessage | undefined> {
  const { multisig, ...keys } = wallet.secrets
  if (!multisig || text === '' || !isHex(text)) return undefined
  const secrets = { ...keys, multisig }
  const sealed = hexToBytes(text)
  const set = await openMultisigSet(wallet.ports, secrets, sealed)
  if (set) return { kind: 'payment', ...signersOf(set, multisig.signers.map(bytesToHex)) }
  try {
    const { openInfo } = await steps()
    const { signer } = await openInfo(wallet.ports, secrets, sealed)
    return { kind: 'outputs', from: bytesToHex(signer) }
  } catch (error) {
    if (error instanceof RpcError) return undefined
    throw error
  }
}

/** Who signed, and who can go on: members in an attempt, for each transaction, that lost none of those. */
function signersOf({ transactions, signers }: MultisigSet, members: readonly string[]) {
  const signed = signers.map(bytesToHex)
  const isAsked = (member: string) =>
    transactions.every(({ attempts }) =>
      attempts.some(({ ignored }) => {
        const without = new Set(ignored.map(bytesToHex))
        return [...signed, member].every((each) => !without.has(each))
      }),
    )
  return { signed, asked: members.filter((member) => !signed.includes(member) && isAsked(member)) }
}
