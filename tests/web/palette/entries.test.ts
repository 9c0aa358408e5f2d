import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  accountEntry,
  addressEntry,
  contactEntry,
  settingEntries,
  transferEntry,
} from '../../../web/palette/entries.ts'
import { hiddenAmounts } from '../../../web/parts/hidden-amounts.svelte.ts'
import type { Transfer } from '../../../web/state/wallet.svelte.ts'

const folder = 'web/views/settings'
/** Id and title of each card in the settings that is no link to a screen. */
const cards = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.svelte'))
  .flatMap((name) => [
    ...readFileSync(`${folder}/${name}`, 'utf8').matchAll(
      /<Card\s+id="([^"]+)"\s+title=(?:"([^"]+)"|\{[^}]*'([^']+)'\})/g,
    ),
  ])
  .map(([, id, title, other]) => [id, title ?? other])

test('every setting can be found by the title of its card', () => {
  const found = settingEntries().map(({ title, target }) => [
    'href' in target ? target.href.replace('#/settings/', '') : '',
    title,
  ])
  expect(found.sort()).toEqual(cards.sort())
})

describe('entries of the wallet lead to', () => {
  test('an account', () => {
    const account = {
      account_index: 2,
      base_address: '8a',
      balance: 1_500_000_000_000n,
      unlocked_balance: 0n,
      label: 'Shop',
      tag: 'work',
    }
    expect(accountEntry(account)).toEqual({
      id: 'account 2',
      title: 'Shop',
      detail: 'Account 2, 1.5000 XMR, work',
      target: { href: '#/overview?account=2' },
    })
    expect(accountEntry({ ...account, label: '', tag: '' })).toMatchObject({
      title: 'Account 2',
      detail: 'Account 2, 1.5000 XMR',
    })
  })

  test('an address of its account', () => {
    const address = { address_index: 7, address: '8b', label: 'Rent', used: true }
    expect(addressEntry(1, address)).toEqual({
      id: 'address 1 7',
      title: 'Rent',
      detail: 'Address, 8b',
      target: { href: '#/receive/7?account=1' },
    })
  })

  test('a payment to a contact', () => {
    const contact = { index: 3n, address: '4c', description: 'Anna', payment_id: '' }
    expect(contactEntry(contact)).toMatchObject({ title: 'Anna', target: { href: '#/send/4c' } })
  })

  test('a transaction in its account', () => {
    const transfer = {
      type: 'out',
      txid: 'ab',
      note: 'Bread',
      amount: 2_000_000_000_000n,
      fee: 500_000_000_000n,
      timestamp: 1_700_000_000n,
      subaddr_index: { major: 4, minor: 0 },
    } as unknown as Transfer
    const { title, detail, target } = transferEntry(transfer, 0)
    expect(title).toBe('Bread')
    expect(detail).toMatch(/^Sent \u22122\.5000 XMR, .*, ab$/)
    expect(target).toEqual({ href: '#/history/ab?account=4' })
    hiddenAmounts.on = true
    expect(transferEntry(transfer, 0).detail).toMatch(/^Sent, .*, ab$/)
    hiddenAmounts.on = false
  })
})
