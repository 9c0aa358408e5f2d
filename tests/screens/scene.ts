/**
 * A wallet after some months of use: coins, payments with notes, accounts, contacts, addresses with labels.
 *
 * @module
 */
import { createWallet, mineCoins, sendCoins } from '../e2e/journey.ts'
import type { ChromiumScreen } from '../e2e/chromium.ts'
import { minerAddress } from '../support/programs/monerod.ts'

type Shoot = (name: string) => Promise<void>

/** What is paid, and for what. */
const payments = [
  ['1.25', 'Rent'],
  ['0.084', 'Coffee beans'],
  ['3.5', 'Second-hand bicycle'],
] as const

/**
 * Fills a new wallet. Ends on the overview.
 *
 * @param shoot - Takes a picture of each screen of a first start and of a payment.
 */
export async function makeScene(screen: ChromiumScreen, url: string, shoot: Shoot) {
  const page = screen.context.pages().at(-1)!
  const go = (place: string) => screen.run<void>(`void (location.hash = '#/${place}')`)
  await screen.open(url)
  await createWallet(screen, shoot)
  await shoot('empty')
  await mineCoins(screen)

  await go('accounts')
  await screen.fill('Label of the new account', 'Shop')
  await screen.press('New account')
  await page.getByText('Shop').first().waitFor()
  await go('overview?account=0')
  await screen.see('Balance')

  const none: Shoot = async () => undefined
  for (const [index, [amount, note]] of payments.entries()) {
    const payment = { to: minerAddress, amount, note }
    await sendCoins(screen, payment, index === 0 ? (name) => shoot(`pay-${name}`) : none)
    // The form starts anew when it is opened again.
    await go('overview')
    await screen.see('Recent transactions')
  }
}
