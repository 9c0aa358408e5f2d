/**
 * Choosing a password: ratings, consent to a weak one, and the rule without lists of words.
 *
 * @module
 */
import { readdirSync } from 'node:fs'
import { expect } from 'vitest'
import type { ChromiumScreen } from './chromium.ts'
import { pageOf } from './console.ts'
import { password } from './journey.ts'

type Shoot = (name: string) => Promise<void>

/** Types a password in both fields. */
async function choosePassword(screen: ChromiumScreen, text: string) {
  await screen.fill('Password', text)
  await screen.fill('Password again', text)
}

const mayCreate = (screen: ChromiumScreen) =>
  pageOf(screen).getByRole('button', { name: 'Create wallet', exact: true }).isEnabled()

/** Chooses passwords while the lists cannot be loaded, then loads the page again. */
export async function passwordByLength(screen: ChromiumScreen, shoot: Shoot) {
  const lists = '**/rate-password-*.js'
  await screen.see('A Monero wallet in this browser', 120_000)
  await screen.context.route(lists, (route) => route.abort())
  await screen.press('Create a new wallet')
  await choosePassword(screen, 'Zq3-Zq3-Zq3-Zq3')
  await screen.see('Too short: the minimum is 16 characters')
  expect(await mayCreate(screen)).toBe(false)
  await shoot('password-by-length')
  await choosePassword(screen, 'Zq3-Zq3-Zq3-Zq3-')
  await screen.see('Long enough')
  expect(await mayCreate(screen)).toBe(true)
  await screen.context.unroute(lists)
  await screen.reload()
}

/** Chooses passwords, and creates no wallet. */
export async function ratedPasswords(screen: ChromiumScreen, shoot: Shoot) {
  await screen.see('A Monero wallet in this browser', 120_000)
  // On a slow machine, the page would rate by length before the lists are loaded.
  const lists = readdirSync('dist/page/assets').find((name) => name.startsWith('rate-password-'))
  await screen.run(`import('/assets/${lists}').then(() => true)`)
  await screen.press('Create a new wallet')
  await choosePassword(screen, 'password1')
  await screen.see('Very weak: a large graphics card guesses it within less than a second.')
  expect(await mayCreate(screen)).toBe(false)
  await shoot('password-weak')
  const consent = 'Use this weak password anyway'
  await screen.tick(consent)
  expect(await mayCreate(screen)).toBe(true)

  await choosePassword(screen, 'password2')
  await screen.see('The minimum is 10 years.')
  await expect.poll(() => pageOf(screen).getByLabel(consent).isChecked()).toBe(false)
  expect(await mayCreate(screen)).toBe(false)

  await choosePassword(screen, password)
  await screen.see('Very strong')
  expect(await mayCreate(screen)).toBe(true)
  await shoot('password-strong')
  await screen.fill('Name', password)
  await screen.see('It contains the name of the wallet')
  expect(await mayCreate(screen)).toBe(false)
  await screen.reload()
}
