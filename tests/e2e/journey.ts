/**
 * The steps of a new user, the same in every browser.
 *
 * @module
 */
import type { Screen } from './screen.ts'

/** Rated as very strong, also with other names of wallets. */
export const password = 'quiet lantern harbour kiosk 93'

/** Fills the fields for a new password of a wallet. */
export async function choosePassword(screen: Screen) {
  await screen.fill('Password', password)
  await screen.fill('Password again', password)
}

/** Creates a wallet and confirms its seed. Ends on the overview. */
export async function createWallet(screen: Screen, shoot: (name: string) => Promise<void>) {
  await screen.see('A Monero wallet in this browser')
  await shoot('welcome')
  await screen.press('Create a new wallet')
  await choosePassword(screen)
  await shoot('create')
  await screen.press('Create wallet')
  await screen.see('Write these words down')
  await shoot('seed')
  const words = (await screen.read('ol li')).map((item) => item.replace(/^\d+\s*/, '').trim())
  await screen.press('I have written them down')
  for (let question = 0; question < 3; question += 1) {
    await screen.see(`${question} of 3 checked`)
    if (question === 0) await shoot('confirm')
    const [position] = await screen.read('strong')
    await screen.press(words[Number(position) - 1]!)
  }
  await screen.see('Balance')
  return words
}

/** Mines until the first coins can be spent, with the button for private chains. */
export async function mineCoins(screen: Screen) {
  for (const height of [61, 121]) {
    await screen.press('Mine 60 blocks to this wallet')
    await screen.see(`Block ${height}`, 120_000)
  }
  await screen.see('Up to date', 120_000)
}

/** Fills the send form and opens the review. */
export async function reviewPayment(screen: Screen, payment: { to: string; amount: string }) {
  await screen.run(`location.hash = '#/send'`)
  await screen.fill('To', payment.to)
  await screen.fill('Amount in XMR', payment.amount)
  await screen.press('Review')
  await screen.see('Check this payment', 120_000)
}

/** Fills the send form, reviews and sends. */
export async function sendCoins(
  screen: Screen,
  payment: { to: string; amount: string; note: string },
  shoot: (name: string) => Promise<void>,
) {
  await screen.run(`location.hash = '#/send'`)
  await screen.fill('To', payment.to)
  await screen.fill('Amount in XMR', payment.amount)
  await screen.fill('Note', payment.note)
  await shoot('send')
  await screen.press('Review')
  await screen.see('Check this payment', 120_000)
  await shoot('review')
  await screen.press('Send now')
  await screen.see('Payment sent', 60_000)
  await shoot('sent')
}

export async function unlock(screen: Screen) {
  await screen.see('Unlock')
  await screen.fill('Password', password)
  await screen.press('Unlock')
  await screen.see('Overview', 60_000)
}
