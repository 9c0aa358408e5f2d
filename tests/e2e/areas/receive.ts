import { describe, expect, test } from 'vitest'
import { qrOf, shownQr } from '../qr.ts'
import { addressIn, becomes, factsIn, go, mine, shown, xmr, type World } from './world.ts'

/** Requests, integrated addresses, and the overview of what was received. */
export function receiveTests(world: World) {
  describe('a payment request', () => {
    test('is paid by monero-wallet-rpc, and shown as paid', async () => {
      const { screen, other } = world
      await go(world, 'receive')
      await screen.fill('Amount in XMR', '1.5')
      await screen.fill('Description', 'Two loaves')
      await screen.press('Create request')
      const state = async () => (await screen.read('article .state'))[0]
      await becomes(state, 'Waiting for payment')
      const address = await addressIn(screen, 'article .address')
      const amount = (3n * xmr) / 2n
      const asked = { address, amount, tx_description: 'Two loaves' }
      const { uri } = await other.call('make_uri', asked)
      await becomes(() => shownQr(screen, 'article'), qrOf(uri))
      await other.call('transfer', { destinations: [{ address, amount }] })
      await screen.run<void>(`void dispatchEvent(new Event('online'))`)
      await becomes(state, 'Payment seen, not in a block yet')
      await mine(world, 1)
      await becomes(state, 'Paid, 1 of 10 confirmations')
      expect(await factsIn(world, 'article')).toMatchObject({
        Amount: shown(amount),
        Received: shown(amount),
      })
      world.balance += amount
      await mine(world, 9)
      await becomes(state, 'Paid and spendable')
    })
  })

  describe('an integrated address', () => {
    test('is made, and monero-wallet-rpc splits it', async () => {
      const { screen, other } = world
      await screen.unfold('Integrated addresses')
      await screen.fill('Payment ID', '0123456789abcdef')
      await screen.press('Make integrated address')
      await screen.see('Copy integrated address')
      const integrated_address = await addressIn(screen, 'main [role=status] .facts .address')
      expect(await other.call('split_integrated_address', { integrated_address })).toEqual({
        is_subaddress: false,
        payment_id: '0123456789abcdef',
        standard_address: world.own,
      })
    })
  })

  describe('the overview', () => {
    test('shows the exact balance, and the state of the node', async () => {
      const { screen } = world
      await go(world, 'overview?account=0')
      await becomes(() => screen.read('main .total'), [shown(world.balance)])
      const status = async () => (await screen.read('main section[aria-labelledby=sync]'))[0]
      await expect.poll(status, { timeout: 60_000 }).toMatch(/Up to date\s+Block \d+, .* old/)
    })

    test('has a table with the numbers of its chart', async () => {
      const { screen } = world
      await screen.see('Income and spending', 60_000)
      await screen.press('Show as table')
      const total = shown(world.balance).replace('\u00a0XMR', '')
      const thisMonth = () => screen.read('main tbody tr:first-child td')
      await becomes(thisMonth, [total, '0.0000', total])
      await screen.press('Show as table')
    })

    test('hides the amounts', async () => {
      const { screen } = world
      await screen.press('Hide amounts')
      await screen.see('Amounts are hidden.')
      const [text = ''] = await screen.read('body')
      expect(text).not.toMatch(/\d\.\d{4}/)
      await screen.press('Hide amounts')
      await becomes(() => screen.read('main .total'), [shown(world.balance)])
    })
  })
}
