/**
 * What the search over everything finds: screens and settings, and the data of the open wallet.
 *
 * @module
 */
import { splitAmount } from '../format/amount.ts'
import type { Account } from '../format/account-groups.ts'
import { describeTransfer } from '../format/transfer.ts'
import type { WalletClient } from '../client.ts'
import type { Transfer } from '../state/wallet.svelte.ts'
import type { Entry } from './search.ts'

type Answer<Name extends keyof WalletClient> = Awaited<ReturnType<WalletClient[Name]>>
type Contact = Answer<'get_address_book'>['entries'][number]
type Address = Answer<'get_address'>['addresses'][number]

const screen = (place: string, title: string): Entry => ({
  id: `screen ${place}`,
  title,
  detail: 'Screen',
  target: { href: `#/${place}` },
})

export const screens: readonly Entry[] = [
  screen('overview', 'Overview'),
  screen('receive', 'Receive'),
  screen('send', 'Send'),
  screen('history', 'History'),
  screen('accounts', 'Accounts'),
  screen('wallets', 'Wallets'),
  screen('settings', 'Settings'),
  screen('shared', 'Shared wallet'),
  screen('proofs', 'Proofs and messages'),
  screen('console', 'Console'),
]

const setting = (id: string, title: string): Entry => ({
  id: `setting ${id}`,
  title,
  detail: 'Setting',
  target: { href: `#/settings/${id}` },
})

/** By the ids and titles of their cards. */
export const settings: readonly Entry[] = [
  setting('appearance', 'Appearance'),
  setting('shortcuts', 'Keyboard shortcuts'),
  setting('seed', 'Seed words'),
  setting('key-file', 'Key file'),
  setting('password', 'Password'),
  setting('locking', 'Locking'),
  setting('node', 'Node'),
  setting('scanning', 'Scanning'),
  setting('whole-blocks', 'Verify new payments'),
  setting('history-check', 'Verify all payments'),
  setting('work', 'Proof of work'),
  setting('about', 'About'),
  setting('version', 'Version'),
]

export const accountEntry = ({ account_index, label, tag, balance }: Account): Entry => ({
  id: `account ${account_index}`,
  title: label || `Account ${account_index}`,
  detail: `Account ${account_index}, ${xmr(balance)}${tag && `, ${tag}`}`,
  target: { href: `#/overview?account=${account_index}` },
})

/** An own address. The first one of an account has the label of the account. */
export const addressEntry = (
  account: number,
  { address_index, address, label }: Address,
): Entry => ({
  id: `address ${account} ${address_index}`,
  title: label || (address_index === 0 ? 'Primary address' : `Address ${address_index}`),
  detail: `Address, ${address}`,
  target: { href: `#/receive/${address_index}?account=${account}` },
})

export const contactEntry = ({ index, address, description }: Contact): Entry => ({
  id: `contact ${index}`,
  title: description || 'Contact without a name',
  detail: `Contact, ${address}`,
  target: { href: `#/send/${address}` },
})

/** @param position - Among all transfers: one transaction can be several transfers. */
export function transferEntry(transfer: Transfer, position: number): Entry {
  const { title, amount } = describeTransfer(transfer)
  const date = new Date(Number(transfer.timestamp) * 1000).toLocaleDateString()
  return {
    id: `transfer ${position}`,
    title: transfer.note || `${title} ${xmr(amount)}`,
    detail: `${title} ${xmr(amount)}, ${date}, ${transfer.txid}`,
    target: { href: `#/history/${transfer.txid}?account=${transfer.subaddr_index.major}` },
  }
}

function xmr(piconero: bigint) {
  const { sign, whole, fraction } = splitAmount(piconero)
  return `${sign}${whole}.${fraction} XMR`
}
