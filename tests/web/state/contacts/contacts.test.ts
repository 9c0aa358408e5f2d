import { expect, test } from 'vitest'
import { contactsCsv, readContacts } from '../../../../web/state/contacts/contacts-file.ts'
import { Contacts } from '../../../../web/state/contacts/contacts.svelte.ts'
import { createdWallets } from '../../../support/wallets/recorded-seeds.ts'

const [one, two] = createdWallets.map(({ address }) => address) as [string, string]

/** Contacts over a book in memory, where the addresses of the recorded wallets are valid. */
function scene() {
  const rows: { address: string; description: string }[] = []
  const client = {
    get_address_book: async () => ({
      entries: rows.map((row, index) => ({ ...row, index: BigInt(index), payment_id: '' })),
    }),
    add_address_book: async (row: (typeof rows)[number]) => void rows.push(row),
    async edit_address_book(
      change: (typeof rows)[number] & { index: bigint; set_address: boolean },
    ) {
      const row = rows[Number(change.index)]!
      row.description = change.description
      if (change.set_address) row.address = change.address
    },
    delete_address_book: async ({ index }: { index: bigint }) => void rows.splice(Number(index), 1),
    validate_address: async ({ address }: { address: string }) => ({
      valid: address === one || address === two,
    }),
  }
  return { rows, contacts: new Contacts(client as never) }
}

test('contacts are added, found, changed and removed', async () => {
  const { contacts } = scene()
  await contacts.add({ name: ' Zoë ', address: ` ${one}\n` })
  await contacts.add({ name: 'Ann', address: two })
  expect(contacts.all.map(({ name }) => name)).toEqual(['Ann', 'Zoë'])
  expect([contacts.nameOf(one), contacts.nameOf('x')]).toEqual(['Zoë', ''])
  expect(contacts.search('zoe')).toMatchObject([{ address: one }])
  await contacts.edit(contacts.all[1]!, { name: 'Zoe', address: one })
  expect(contacts.nameOf(one)).toBe('Zoe')
  await contacts.remove(contacts.all[1]!)
  expect(contacts.all).toMatchObject([{ name: 'Ann', address: two }])
})

test.each([
  ['no name', { name: ' ', address: two }, 'Type a name for this contact.'],
  ['no address', { name: 'B', address: 'b' }, 'This is not a Monero address of this network.'],
  ['a known address', { name: 'B', address: one }, 'This address is already a contact: Ann'],
])('error: %s', async (_, contact, message) => {
  const { contacts } = scene()
  await contacts.add({ name: 'Ann', address: one })
  await expect(contacts.add(contact)).rejects.toMatchObject({ message })
  expect(contacts.all).toHaveLength(1)
})

test('a file has all contacts, is no formula, and is read again', async () => {
  const { contacts } = scene()
  await contacts.add({ name: '=Ann, "B"', address: one })
  const file = contactsCsv(contacts.all)
  expect(file).toBe(`name,address\r\n"'=Ann, ""B""",${one}\r\n`)
  expect(readContacts(file)).toEqual([{ line: 2, contact: { name: '=Ann, "B"', address: one } }])
})

test('an import leaves out known and invalid addresses, and names the wrong lines', async () => {
  const { contacts, rows } = scene()
  await contacts.add({ name: 'Ann', address: one })
  const lines = [
    'name,address',
    `A,${one}`,
    `B;${two}`,
    `B,${two}`,
    'nobody,x',
    `C,${'4'.repeat(95)}`,
  ]
  expect(await contacts.import(lines.join('\n'))).toEqual({ added: 1, known: 2, wrong: [5, 6] })
  expect(rows).toEqual([
    { address: one, description: 'Ann' },
    { address: two, description: 'B' },
  ])
})
