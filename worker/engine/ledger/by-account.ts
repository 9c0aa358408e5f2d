/**
 * Outputs by whose they are, so that an account costs no more than what it has.
 *
 * @module
 */
import type { OutputRecord, SubaddressIndex } from '../store/records.ts'
import { Groups } from '../store/groups.ts'
import type { Store } from '../store/store.ts'

type Outputs = Store['outputs']

/** All that an account ever received, what is spent too. */
export const outputsOf = (outputs: Outputs, account: number): Readonly<OutputRecord>[] =>
  outputs.index(byAccount).of(account)

/** What an account has and has not spent, nor is about to. */
export const unspentOf = (outputs: Outputs, account: number): Readonly<OutputRecord>[] =>
  outputs.index(unspentByAccount).of(account)

/** Whether anything was received there. */
export const isUsed = (outputs: Outputs, index: SubaddressIndex): boolean =>
  outputs.index(bySubaddress).has(nameOf(index))

const byAccount = () => new Groups<OutputRecord, number>(({ subaddress }) => subaddress.account)
const unspentByAccount = () =>
  new Groups<OutputRecord, number>(({ spent, subaddress }) =>
    spent ? undefined : subaddress.account,
  )
const bySubaddress = () => new Groups<OutputRecord, string>(({ subaddress }) => nameOf(subaddress))

const nameOf = ({ account, address }: SubaddressIndex) => `${account}:${address}`
