/**
 * One way to break one rule.
 *
 * @module
 */
import type { TxInput, TransactionPrefix } from '#protocol/chain/transaction.ts'
import type { RefusalFlag } from '../../../proxy/node/types.ts'
import type { ForgeScene } from '../transactions/forge-scene.ts'

export type Kind = {
  name: string
  make: (scene: ForgeScene) => Uint8Array
  /** What it is refused with. */
  flags: readonly RefusalFlag[]
  /** What monerod 0.18.0.0 says where it differs. */
  old?: readonly RefusalFlag[] | 'accepted'
}

/**
 * Faults of form, which 0.18.0.0 finds before it has a flag to raise: v0.18.5.1 raises one.
 *
 * @see monero src/cryptonote_core/cryptonote_core.cpp core::check_tx_semantic in both
 */
export const unnamed = { old: [] } as const

export const kind = (
  name: string,
  flags: readonly RefusalFlag[],
  make: Kind['make'],
  old: Pick<Kind, 'old'> = {},
): Kind => ({ name, flags, make, ...old })

/** The amount of the one output of the genesis block, the only one in the clear. */
export const genesisAmount = 17_592_186_044_415n

/** An input that spends, of a forged transaction. */
export function keyInput(prefix: TransactionPrefix, i = 0): Extract<TxInput, { kind: 'key' }> {
  const input = prefix.inputs[i]
  if (input?.kind !== 'key') throw new Error(`input ${i} spends nothing`)
  return input
}

/** A copy with one bit of one byte changed. */
export function bent(bytes: Uint8Array, at = 0): Uint8Array {
  const copy = bytes.slice()
  copy[at]! ^= 1
  return copy
}

/** Little endian, 32 bytes. */
export function add32(a: Uint8Array, b: Uint8Array): Uint8Array {
  let carry = 0
  return a.map((byte, i) => {
    carry += byte + b[i]!
    const low = carry & 0xff
    carry >>= 8
    return low
  })
}

const bytesOf = (value: bigint) =>
  Uint8Array.from({ length: 32 }, (_, i) => Number((value >> BigInt(8 * i)) & 0xffn))

/** Order of the group's prime part: a scalar plus it is the same number, but not canonical. */
export const groupOrder = bytesOf(2n ** 252n + 27742317777372353535851937790883648493n)

/** A y that no point of the curve has. */
export const noPoint = bytesOf(2n)
/** The neutral element. */
export const identity = bytesOf(1n)
/** The neutral element written with a y above the field's prime. */
export const identityUnreduced = bytesOf(2n ** 255n - 18n)
/** The point of order 2: y = -1. */
export const orderTwo = bytesOf(2n ** 255n - 20n)
