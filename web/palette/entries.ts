/**
 * What the search over everything finds: screens and settings, and the data of the open wallet.
 *
 * @module
 */
import { splitAmount } from '../format/amount.ts'
import type { Account } from '../format/account-groups.ts'
import { showMoment } from '../format/time.ts'
import { describeTransfer } from '../format/transfer.ts'
import { showList } from '../languages/locale.svelte.ts'
import { text } from '../languages/text.ts'
import { hiddenAmounts } from '../parts/hidden-amounts.svelte.ts'
import { places } from '../places.ts'
import { screens } from '../screens.ts'
import type { WalletClient } from '../client.ts'
import type { Transfer } from '../state/wallet.svelte.ts'
import type { Entry } from './search.ts'

type Answer<Name extends keyof WalletClient> = Awaited<ReturnType<WalletClient[Name]>>
type Contact = Answer<'get_address_book'>['entries'][number]
type Address = Answer<'get_address'>['addresses'][number]

/** All screens, in the language on screen. */
export const screenEntries = (): Entry[] =>
  places.map((place) => ({
    id: `screen ${place}`,
    title: screens[place].title(),
    detail: text('Screen'),
    target: { href: `#/${place}` },
  }))

/** Settings by the ids and titles of their cards, in the language on screen. */
export function settingEntries(): Entry[] {
  const setting = (id: string, title: string): Entry => ({
    id: `setting ${id}`,
    title,
    detail: text('Setting'),
    target: { href: `#/settings/${id}` },
  })
  return [
    setting('appearance', text('Appearance')),
    setting('language', text('Language')),
    setting('shortcuts', text('Keyboard shortcuts')),
    setting('rate', text('Currency and price')),
    setting('payment-links', text('Payment links')),
    setting('notifications', text('Notifications')),
    setting('seed', text('Seed words')),
    setting('seed-check', text('Seed check')),
    setting('backup', text('Backup file')),
    setting('key-file', text('Key file')),
    setting('password', text('Password')),
    setting('passkey', text('Passkey')),
    setting('locking', text('Locking')),
    setting('keep-offline', text('Keep offline')),
    setting('scanning', text('Scanning')),
    setting('scan-feed', text('Scan feed')),
    setting('whole-blocks', text('Verify new payments')),
    setting('history-check', text('Verify all payments')),
    setting('work', text('Proof of work')),
    setting('find-transaction', text('Find a transaction')),
    setting('lookahead', text('Watched addresses')),
    setting('rescan', text('Scan again')),
    setting('about', text('About')),
    setting('version', text('Version')),
  ]
}

export const accountEntry = ({ account_index, label, tag, balance }: Account): Entry => ({
  id: `account ${account_index}`,
  title: label || text(`Account ${account_index}`),
  detail: showList([
    text(`Account ${account_index}`),
    ...(hiddenAmounts.on ? [] : [xmr(balance)]),
    ...(tag ? [tag] : []),
  ]),
  target: { href: `#/overview?account=${account_index}` },
})

/** An own address. The first one of an account has the label of the account. */
export const addressEntry = (
  account: number,
  { address_index, address, label }: Address,
): Entry => ({
  id: `address ${account} ${address_index}`,
  title:
    label || (address_index === 0 ? text('Primary address') : text(`Address ${address_index}`)),
  detail: showList([text('Address'), address]),
  target: { href: `#/receive/${address_index}?account=${account}` },
})

export const contactEntry = ({ index, address, description }: Contact): Entry => ({
  id: `contact ${index}`,
  title: description || text('Contact without a name'),
  detail: showList([text('Contact'), address]),
  target: { href: `#/send/${address}` },
})

/** @param position - Among all transfers: one transaction can be several transfers. */
export function transferEntry(transfer: Transfer, position: number): Entry {
  const { title, amount } = describeTransfer(transfer)
  const what = hiddenAmounts.on ? title : `${title} ${xmr(amount)}`
  return {
    id: `transfer ${position}`,
    title: transfer.note || what,
    detail: showList([what, showMoment(transfer.timestamp), transfer.txid]),
    target: { href: `#/history/${transfer.txid}?account=${transfer.subaddr_index.major}` },
  }
}

function xmr(piconero: bigint) {
  const { sign, whole, fraction } = splitAmount(piconero)
  return `${sign}${whole}.${fraction} XMR`
}
