import { describe, expect, test } from 'vitest'
import { choosePassword, createWallet } from '../journey.ts'
import {
  addressIn,
  becomes,
  enter,
  go,
  hash,
  mineCoins,
  openWallet,
  valueOf,
  type World,
} from './world.ts'

/** The first wallet, several wallets, accounts, and the search over everything. */
export function walletTests(world: World) {
  describe('a wallet', () => {
    test('is created, and receives rewards of its node', async () => {
      const { screen } = world
      await createWallet(screen, async () => {})
      await go(world, 'receive')
      await screen.see('Copy address')
      world.own = await addressIn(screen, 'main .address')
      await mineCoins(world)
    })
  })

  describe('several wallets', () => {
    test('are created, switched, renamed and removed', async () => {
      const { screen } = world
      await go(world, 'wallets')
      await screen.see('Open now')
      await screen.press('Create another wallet')
      await screen.see('Create a wallet')
      expect(await valueOf(world, 'Name')).toBe('My wallet 2')
      await choosePassword(screen)
      await screen.press('Create wallet')
      await screen.see('Write these words down', 60_000)
      await screen.press('I have written them down')
      await screen.press('Check later')
      await becomes(() => openWallet(world), 'My wallet 2')

      await go(world, 'wallets')
      await screen.press('Open My wallet')
      await enter(world, 'My wallet')
      await go(world, 'wallets')
      await screen.unfold('Change My wallet 2')
      await screen.tick('Violet leaf')
      await screen.fill('New name', 'Spare')
      await screen.press('Rename')
      await screen.see('The wallet is now called “Spare”.')
      const marks = `[...document.querySelectorAll('main li .name [data-mark]')]`
      expect(await screen.run(`${marks}.map(({ dataset }) => dataset.mark)`)).toContain('3')

      await screen.unfold('Change Spare')
      await screen.unfold('Remove this wallet: Spare')
      await screen.fill('Type the name of the wallet to confirm', 'Spare')
      await screen.press('Remove wallet')
      await screen.see('The wallet “Spare” was removed from this browser.')
      expect(await screen.read('main li .name > span:last-child')).toEqual(['My wallet'])
    })
  })

  describe('accounts', () => {
    test('are created, labelled, tagged and switched', async () => {
      const { screen } = world
      await go(world, 'accounts')
      await screen.fill('Label of the new account', 'Shop')
      await screen.press('New account')
      await becomes(() => hash(world), '#/accounts?account=1')
      await screen.unfold('Change Shop')
      await screen.fill('Label', 'Bakery')
      await screen.fill('Tag', 'work')
      await screen.press('Save')
      await becomes(() => screen.read('main section.card h2'), ['work'])
      expect(await screen.read('main li .name')).toEqual(['Primary account', 'Bakery'])
      await screen.press('Show Primary account')
      await becomes(() => hash(world), '#/overview')
      await screen.choose('Account', 'Bakery: 0.0000 XMR')
      await becomes(() => hash(world), '#/overview?account=1')
      await becomes(() => screen.read('main .total'), ['0.0000\u00a0XMR'])
      await go(world, 'overview?account=0')
    })
  })

  describe('the search over everything', () => {
    test('opens with keys, and goes to an account', async () => {
      const { screen } = world
      await screen.key('Control+k')
      await screen.fill('Search screens, settings, addresses, contacts and transactions', 'bakery')
      const active = async () => (await screen.read('dialog [aria-selected=true] .cut'))[0]
      await becomes(active, 'Bakery')
      await screen.run<void>(`document.querySelector('dialog [role=combobox]').focus()`)
      await screen.key('Enter')
      await becomes(() => hash(world), '#/overview?account=1')
      await becomes(() => screen.read('dialog'), [])
      await go(world, 'overview?account=0')
    })
  })
}
