/**
 * Messages between a view-only wallet and its offline wallet, as the page shows and imports them. Loaded on demand.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { transactionId } from '#protocol/chain/hashes.ts'
import { RpcError } from '#protocol/errors.ts'
import { stringifyJson } from '#protocol/json/json.ts'
import { loadCold } from '../../../engine/cold/load-cold.ts'
import type { Change } from '../../../engine/store/store.ts'
import type { Wallet } from '../../../engine/wallet.ts'
import { describeConstructions } from '../../cold/describe-constructions.ts'
import { requireHex } from '../../cold/hex.ts'
import { requireUnsignedSet } from '../../cold/unsigned-set.ts'

type Described = Awaited<ReturnType<typeof describeConstructions>>

/**
 * What an unsigned set pays, which recipients are own addresses, and why this wallet would not sign it.
 *
 * @throws {RpcError} BAD_HEX, BAD_UNSIGNED_TX_DATA
 */
export async function describeUnsigned(wallet: Wallet, unsigned: string) {
  const set = await requireUnsignedSet(wallet, unsigned)
  const described = await describeConstructions(set.constructions, wallet.network)
  const refused = wallet.viewOnly ? undefined : await refusal(wallet.cold.check(set))
  const own = described.summary.recipients
    .map(({ address }) => address)
    .filter((address) => isOwn(wallet, address))
  return { ...described, own, refused }
}

function isOwn(wallet: Wallet, address: string): boolean {
  const read = wallet.readAddress(address)
  return read !== undefined && wallet.addresses.find(read.spendKey) !== undefined
}

/** The message of a SIGN_UNSIGNED error. */
async function refusal(check: Promise<void>): Promise<string | undefined> {
  try {
    await check
    return undefined
  } catch (error) {
    if (error instanceof RpcError && error.reason === 'SIGN_UNSIGNED') return error.message
    throw error
  }
}

/**
 * What a signed set pays, and whether it is the unsigned one.
 *
 * @param unsigned - Empty if there is none.
 * @throws {RpcError} BAD_HEX, BAD_SIGNED_TX_DATA, BAD_UNSIGNED_TX_DATA
 */
export async function describeSigned(wallet: Wallet, signed: string, unsigned: string) {
  const { ports, store, network } = wallet
  const { unsealSignedSet } = await loadCold()
  const { pending } = await unsealSignedSet(ports, store, requireHex(signed))
  const constructions = pending.map(({ construction }) => construction)
  const described = await describeConstructions(constructions, network)
  const prepared =
    unsigned === ''
      ? undefined
      : await describeConstructions(
          (await requireUnsignedSet(wallet, unsigned)).constructions,
          network,
        )
  // The description is made from what the signer says. The fee stands in the transaction itself.
  const hasFees = described.desc.every(({ fee }, i) => (pending[i]!.tx.ringct?.fee ?? fee) === fee)
  return {
    ...described,
    txids: pending.map(({ tx }) => bytesToHex(transactionId(tx))),
    matches: prepared !== undefined && essence(prepared) === essence(described) && hasFees,
  }
}

/** What must not differ. A signer may order inputs and outputs in another way. */
const essence = ({ desc }: Described): string =>
  stringifyJson(
    desc.map((each) => [
      each.sources.map(({ pubkey, amount }) => `${pubkey} ${amount}`).sort(),
      each.recipients.map(({ address, amount }) => `${address} ${amount}`).sort(),
      [each.fee, each.change_amount, each.change_address, each.unlock_time, each.payment_id],
    ]),
  )

/**
 * Imports key images of the offline wallet. Spends are found in blocks, so no request names a key image.
 *
 * @throws {RpcError} BAD_HEX, UNKNOWN_ERROR, WRONG_SIGNATURE; as a refresh when key images are new.
 */
export async function importKeyImageFile(wallet: Wallet, given: string) {
  const { store, ports, sync } = wallet
  const file = requireHex(given)
  const { checkedOutputs, openKeyImageFile, spentAndUnspent, stageKeyImages } = await loadCold()
  const { offset, signed } = await openKeyImageFile(ports, store, file)
  const outputs = await wallet.inForeground(() => checkedOutputs(wallet, signed, offset))
  const images = new Map(
    outputs.flatMap(({ key, keyImage: known }, i) => {
      const { keyImage } = signed[i]!
      return known === keyImage ? [] : [[key, keyImage] as const]
    }),
  )
  const stage = (change: Change) => stageKeyImages(change, store, outputs, signed)
  // Known key images need no search of blocks, and no daemon.
  await sync.lookAgain(images, stage, images.size > 0)
  return { count: signed.length, ...spentAndUnspent(outputs, store) }
}
