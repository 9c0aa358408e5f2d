/**
 * Steps in the page's console and with its key files.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { parseJson } from '#protocol/json/json.ts'
import type { ChromiumScreen } from './chromium.ts'
import { password } from './journey.ts'

type Shoot = (name: string) => Promise<void>

/** Opens a call of the console by its id. */
async function openCall(screen: ChromiumScreen, id: string) {
  await screen.run(`location.hash = '#/console/${id}'`)
  await screen.see('As a shell command')
}

export const pageOf = (screen: ChromiumScreen) => screen.context.pages().at(-1)!

/** Presses the button and reads the answer, with integers as bigints. */
async function answer(screen: ChromiumScreen, button = 'Call') {
  await screen.press(button)
  await screen.see('Copy answer', 60_000)
  const [text = ''] = await screen.read('main pre')
  return parseJson(text, { integers: 'bigint' }) as Record<string, unknown>
}

/** Scripts that the page runs. The settings fetch all files to compare them with the list of the release. */
const scripts = (screen: ChromiumScreen) =>
  screen.run<string[]>(
    `performance.getEntriesByType('resource')
      .filter(({ name, initiatorType }) => name.endsWith('.js') && initiatorType !== 'fetch')
      .map(({ name }) => name)`,
  )

/** Finds and makes wallet calls. The console is loaded only when it is opened. */
export async function consoleCalls(screen: ChromiumScreen, shoot: Shoot) {
  const isConsole = (name: string) => name.includes('/Console-')
  expect((await scripts(screen)).filter(isConsole)).toEqual([])
  await screen.run(`location.hash = '#/settings'`)
  await screen.see('Open the console')
  await screen.run(`document.querySelector('main a[href="#/console"]').click()`)
  await screen.see('Find a call')
  expect((await scripts(screen)).filter(isConsole)).toHaveLength(1)
  await shoot('console')

  await screen.fill('Find a call', 'balance of an account')
  expect(await screen.read('main li a')).toEqual(['get_balance'])
  await screen.run(`document.querySelector('main li a').click()`)
  await screen.fill('account_index', '1.5')
  await screen.press('Call')
  await screen.see('Expected a whole number.')
  expect(await screen.run('document.activeElement.value')).toBe('1.5')
  await screen.fill('account_index', '0')
  const { balance } = await answer(screen)
  await shoot('console-answer')
  await screen.run(`location.hash = '#/overview'`)
  await screen.see('Balance')
  return balance
}

/** Calls the node by each of its routes. @throws when an answer lacks the first block. */
export async function daemonCalls(screen: ChromiumScreen, genesis: string) {
  await openCall(screen, 'rpc/on_get_block_hash')
  await screen.press('Add to value')
  await screen.fill('value[0]', '0')
  expect(await answer(screen)).toBe(genesis)
  expect(await screen.read('main .line')).toEqual([
    expect.stringContaining(`"method":"on_get_block_hash","params":[0]}'`),
  ])

  await openCall(screen, 'json/get_height')
  expect(await answer(screen)).toMatchObject({ status: 'OK' })

  await openCall(screen, 'bin/get_hashes')
  await screen.fill('block_ids', genesis)
  const { m_block_ids, current_height } = await answer(screen)
  expect(m_block_ids).toHaveLength(Number(current_height))
  expect(m_block_ids).toEqual(expect.arrayContaining([genesis]))
}

/** Changes the node only after the confirmation. */
export async function nodeChange(screen: ChromiumScreen, shoot: Shoot) {
  await openCall(screen, 'json/pop_blocks')
  await screen.fill('nblocks', '1')
  await screen.press('Call')
  await screen.see('Change the node?')
  await shoot('console-change-node')
  await screen.press('Cancel')
  expect(await screen.read('main pre')).toEqual([])
  await screen.fill('nblocks', '0')
  await screen.press('Call')
  const { height } = await answer(screen, 'Call pop_blocks')
  await openCall(screen, 'json/get_height')
  expect(await answer(screen)).toMatchObject({ height })
}

/** Makes a payment only after the confirmation. */
export async function consolePayment(screen: ChromiumScreen, address: string, shoot: Shoot) {
  await openCall(screen, 'wallet/transfer')
  await screen.press('Add to destinations')
  await screen.fill('amount', '1000000000001')
  await screen.fill('address', address)
  await screen.choose('do_not_relay', 'true')
  await screen.press('Call')
  await screen.see('Spend funds?')
  await shoot('console-ask')
  await screen.press('Cancel')
  expect(await screen.read('main pre')).toEqual([])
  await screen.press('Call')
  expect(await answer(screen, 'Call transfer')).toMatchObject({ amount: 1000000000001n })
  await shoot('console-payment')
}

/** Shows a secret only with the wallet's password, and removes it with the answer. */
export async function consoleSecret(screen: ChromiumScreen, words: string[], shoot: Shoot) {
  await openCall(screen, 'wallet/query_key')
  await screen.fill('key_type', 'mnemonic')
  await screen.press('Call')
  await screen.see('Show a secret?')
  await screen.fill('Password of this wallet', 'another password')
  await screen.press('Show')
  await screen.see('That is not the password of this wallet.')
  await shoot('console-ask-secret')
  await screen.fill('Password of this wallet', password)
  expect(await answer(screen, 'Show')).toEqual({ key: words.join(' ') })
  await screen.press('Clear')
  expect(await screen.run('document.body.textContent')).not.toContain(words.join(' '))
}

/** Of the key file, which has another one than its wallet. */
const filePassword = 'walnut tractor 58 silver pillow'

/** Saves the open wallet's keys from the settings. @returns The path of the file. */
export async function saveKeyFile(screen: ChromiumScreen, shoot: Shoot): Promise<string> {
  await screen.run(`location.hash = '#/settings'`)
  await screen.see('Save a .keys file')
  const card = pageOf(screen).getByRole('region', { name: 'Key file', exact: true })
  await screen.run(
    `document.querySelector('section[aria-labelledby=key-file] details').open = true`,
  )
  await card.getByLabel('Password of this wallet').fill('another password')
  await screen.fill('Password of the file', filePassword)
  await screen.fill('Password of the file again', filePassword)
  await screen.see('--wallet-file')
  expect(await screen.read('main code')).toEqual([
    `monero-wallet-cli --wallet-file 'My wallet' --kdf-rounds 100`,
  ])
  await screen.choose('Hashing rounds', '10')
  expect(await screen.read('main code')).toEqual([
    `monero-wallet-cli --wallet-file 'My wallet' --kdf-rounds 10`,
  ])
  await screen.press('Save file')
  await screen.see('That is not the password of this wallet.')
  await shoot('key-file')
  await card.getByLabel('Password of this wallet').fill(password)
  const download = pageOf(screen).waitForEvent('download', { timeout: 60_000 })
  await screen.press('Save file')
  return (await download).path()
}

/** Restores a wallet from the file. */
export async function restoreKeyFile(
  screen: ChromiumScreen,
  file: { name: string; path: string },
  shoot: Shoot,
) {
  await screen.press('Restore a wallet')
  await screen.tick('Key file')
  const { name } = file
  const bytes = { name: `${name}.keys`, mimeType: '', buffer: readFileSync(file.path) }
  await pageOf(screen).getByLabel('File to restore', { exact: true }).setInputFiles(bytes)
  await screen.fill('Password of the file', filePassword)
  await screen.fill('Password', password)
  await screen.fill('Password again', password)
  await screen.press('Restore wallet')
  // The file was saved with ten rounds.
  await screen.see('The file does not open with this password and this number of rounds.')
  await shoot('restore-file')
  await screen.fill('Hashing rounds of the file', '10')
  await screen.press('Restore wallet')
  await screen.see('Up to date', 120_000)
}
