import { expect, test } from 'vitest'
import { mostRecipients, Recipients } from '../../../../web/state/send/recipients.svelte.ts'
import { createdWallets } from '../../../support/wallets/recorded-seeds.ts'

const [{ address }] = createdWallets as unknown as [{ address: string }]

function scene(named = { address, authentic: true }) {
  const asked: string[] = []
  const client = {
    validate_address: async () => ({ valid: true }),
    async resolve_name({ name }: { name: string }) {
      asked.push(name)
      return named
    },
  } as unknown as ConstructorParameters<typeof Recipients>[0]
  const recipients = new Recipients(client, () => undefined)
  return { asked, recipients, recipient: recipients.list[0]! }
}

test('there is always one recipient', () => {
  const { recipients, recipient } = scene()
  const other = recipients.add()
  recipients.remove(recipient)
  expect(recipients.list).toEqual([other])
  recipients.remove(other)
  expect(recipients.list).toMatchObject([{ to: '', amount: '' }])
})

test('the total is that of the valid amounts', () => {
  const { recipients, recipient } = scene()
  recipient.amount = '1.5'
  recipients.add().amount = '0.25'
  recipients.add().amount = '1,5'
  expect(recipients.total).toBe(1_750_000_000_000n)
})

test('lines replace an empty recipient, and are added to others', async () => {
  const { recipients } = scene()
  expect(await recipients.addLines(`${address} 1`)).toEqual([])
  expect(await recipients.addLines(`${address} 2`)).toEqual([])
  expect(recipients.list.map(({ amount }) => amount)).toEqual(['1', '2'])
})

test('error: more recipients than a transaction holds', async () => {
  const { recipients } = scene()
  const lines = Array.from({ length: mostRecipients + 1 }, () => `${address} 1`).join('\n')
  expect(await recipients.addLines(lines)).toEqual([
    {
      line: 0,
      text: 'A payment has at most 15 recipients, and this would be 16. Send it in several payments.',
    },
  ])
  expect(recipients.list).toHaveLength(1)
})

test('a name is looked up on request only, and its address is used where DNSSEC proves it', async () => {
  const { asked, recipients, recipient } = scene()
  recipient.to = 'donate@example.org'
  await recipients.checkAll()
  expect(recipient).toMatchObject({ isName: true, hasAddress: false })
  expect(recipient.addressError).toBe('Look up this name first.')
  expect(asked).toEqual([])
  await recipients.lookUp(recipient)
  expect(asked).toEqual(['donate@example.org'])
  expect(recipient).toMatchObject({ to: address, hasAddress: true, addressError: undefined })
  expect(recipient.named).toEqual({ name: 'donate@example.org', address, isAuthentic: true })
  recipient.to = 'other'
  expect(recipient.named).toBeUndefined()
})

test('an address that is not proved waits until the user accepts it', async () => {
  const { recipients, recipient } = scene({ address, authentic: false })
  recipient.to = 'example.org'
  await recipients.lookUp(recipient)
  expect(recipient).toMatchObject({ to: 'example.org', hasAddress: false })
  recipients.accept(recipient)
  expect(recipient).toMatchObject({ to: address, hasAddress: true })
  expect(recipient.named?.isAuthentic).toBe(false)
})

test('error: no address at a name', async () => {
  const { recipients, recipient } = scene({ address: '', authentic: false })
  recipient.to = 'example.org'
  await recipients.lookUp(recipient)
  expect(recipient.addressError).toBe('No Monero address was found at this name.')
})
