/**
 * Outputs by account, so that a read costs only the outputs of one account.
 *
 * @module
 */
import type { OutputRecord, SubaddressIndex } from '../store/records.ts'
import { Groups } from '../store/groups.ts'
import type { Store } from '../store/store.ts'

type Outputs = Store['outputs']

/** All outputs that an account received, spent ones included. */
export const outputsOf = (outputs: Outputs, account: number): Readonly<OutputRecord>[] =>
  outputs.index(byAccount).of(account)

/** Unspent outputs of an account, without those of pending transactions. */
export const unspentOf = (outputs: Outputs, account: number): Readonly<OutputRecord>[] =>
  outputs.index(unspentByAccount).of(account)

/** Whether the subaddress ever received an output. */
export const isUsed = (outputs: Outputs, index: SubaddressIndex): boolean =>
  outputs.index(bySubaddress).has(nameOf(index))

const byAccount = () => new Groups<OutputRecord, number>(({ subaddress }) => subaddress.account)
const unspentByAccount = () =>
  new Groups<OutputRecord, number>(({ spent, subaddress }) =>
    spent ? undefined : subaddress.account,
  )
const bySubaddress = () => new Groups<OutputRecord, string>(({ subaddress }) => nameOf(subaddress))

const nameOf = ({ account, address }: SubaddressIndex) => `${account}:${address}`
