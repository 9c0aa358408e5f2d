/**
 * A multisig group for the page: its members, and the content of their messages.
 *
 * @module
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { RpcError } from '#protocol/errors.ts'
import { isHex } from '#protocol/hex.ts'
import type { MultisigSet } from '#protocol/interchange/multisig-set.ts'
import { openMultisigSet } from '../../engine/multisig/tx-set.ts'
import type { Wallet } from '../../engine/wallet.ts'
import { describeConstructions } from '../cold/describe-constructions.ts'

const steps = () => import('../../engine/multisig/exchange-steps.ts')

export type MultisigMembers = { own: string; members: string[] }
export type MultisigMessage = {
  outputs: { from: string } | undefined
  payment:
    | {
        signed: string[]
        asked: string[]
        description: Awaited<ReturnType<typeof describeConstructions>>
      }
    | undefined
}

const unknown: MultisigMessage = { outputs: undefined, payment: undefined }

/** Undefined for a wallet that is not multisig. */
export function membersOf({ secrets, ports: { crypto } }: Wallet): MultisigMembers | undefined {
  const { multisig } = secrets
  if (!multisig) return undefined
  const own = bytesToHex(crypto.multiplyBase(multisig.baseSecret))
  return { own, members: multisig.signers.map(bytesToHex) }
}

/**
 * Opens a message. Returns its sender, or the signers and the description of a payment.
 *
 * @param text - Hex. @returns Neither part for a text that this wallet's group has not made.
 */
export async function describeMessage(wallet: Wallet, text: string): Promise<MultisigMessage> {
  const { multisig, ...keys } = wallet.secrets
  if (!multisig || text === '' || !isHex(text)) return unknown
  const secrets = { ...keys, multisig }
  const sealed = hexToBytes(text)
  const set = await openMultisigSet(wallet.ports, secrets, sealed)
  if (set) {
    const constructions = set.transactions.map(({ construction }) => construction)
    const description = await describeConstructions(constructions, wallet.network)
    const { signed, asked } = signersOf(set, multisig.signers.map(bytesToHex))
    return { ...unknown, payment: { signed, asked, description } }
  }
  try {
    const { openInfo } = await steps()
    const { signer } = await openInfo(wallet.ports, secrets, sealed)
    return { ...unknown, outputs: { from: bytesToHex(signer) } }
  } catch (error) {
    if (error instanceof RpcError) return unknown
    throw error
  }
}

/**
 * Members that have signed, and those that still can: in every transaction, an attempt includes them
 * and all members that have signed.
 */
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
