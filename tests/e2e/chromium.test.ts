import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minerAddress } from '../support/programs/monerod.ts'
import { startNightjar, type Nightjar } from '../support/programs/nightjar.ts'
import { parseAmount } from '#protocol/amount.ts'
import { stretchPassword } from '../../worker/adapters/stretch.ts'
import { openChromium, type ChromiumScreen } from './chromium.ts'
import {
  consoleCalls,
  daemonCalls,
  nodeChange,
  restoreKeyFile,
  consolePayment,
  saveKeyFile,
  consoleSecret,
} from './console.ts'
import { choosePassword, createWallet, mineCoins, password, sendCoins, unlock } from './journey.ts'
import { lookFaults } from './look.ts'
import { passwordByLength, ratedPasswords } from './passwords.ts'
import { qrOf, shownQr } from './qr.ts'

let nightjar: Nightjar
let screen: ChromiumScreen
const faults: string[] = []
let words: string[]

const look = async (name: string) =>
  void faults.push(...(await lookFaults(screen, `chromium-${name}`)))

/** The wallet's address on the receive screen. */
async function shownAddress() {
  await screen.run(`location.hash = '#/receive'`)
  await screen.see('Copy address')
  const [shown = ''] = await screen.read('main .address')
  return shown.replace(/\s/g, '')
}

beforeAll(async () => {
  nightjar = await startNightjar()
  screen = await openChromium()
})

afterAll(async () => {
  await screen.close()
  await nightjar.program.stop()
})

describe('the page in Chromium', () => {
  test('rates a password by its length while the lists of words cannot be loaded', async () => {
    await screen.open(nightjar.url)
    await passwordByLength(screen, look)
  })

  test('rates new passwords, and asks for consent to a weak one', () =>
    ratedPasswords(screen, look))

  test('creates a wallet and confirms its seed', async () => {
    words = await createWallet(screen, look)
    expect(words).toHaveLength(25)
    await look('overview-empty')
  })

  test('receives its mining rewards', async () => {
    await mineCoins(screen)
    await screen.see('Mined')
    await look('overview')
    await screen.run(`location.hash = '#/receive'`)
    await screen.see('Copy address')
    await look('receive')
  })

  test('creates a payment request, which the send form reads', async () => {
    await screen.see('Create request')
    await screen.fill('Amount in XMR', '1.5')
    await screen.fill('Description', 'Two loaves & a cake')
    await screen.press('Create request')
    await screen.see('Waiting for payment')
    const address = (await screen.read('.request .address'))[0]!.replace(/\s/g, '')
    const uri =
      `monero:${address}?tx_amount=1.500000000000` + '&tx_description=Two%20loaves%20%26%20a%20cake'
    await expect.poll(() => shownQr(screen, '.request'), { timeout: 30_000 }).toBe(qrOf(uri))
    await screen.press('Copy link')
    await screen.see('Copied')
    expect(await screen.run('navigator.clipboard.readText()')).toBe(uri)
    await look('request')

    // The field keeps the focus: the request is read when the form is submitted.
    await screen.run(`location.hash = '#/send'`)
    await screen.fill('Amount in XMR', '7')
    await screen.fill('To', uri)
    await screen.press('Review')
    await screen.see('Check this payment', 120_000)
    expect(await screen.read('main dd')).toContain('1.500000000000\u00a0XMR')
    await screen.press('Edit')
    expect(await screen.run(`document.querySelector('main textarea').value`)).toBe(address)
  })

  test.each([
    ['0', 'The amount must be more than zero.'],
    ['9999999', 'There is not enough money for this amount and its fee.'],
  ])('error: an amount of %s is refused before the review', async (amount, fault) => {
    await screen.run(`location.hash = '#/send'`)
    await screen.fill('To', minerAddress)
    await screen.fill('Amount in XMR', amount)
    await screen.press('Review')
    await screen.see(fault)
  })

  test('sends, after a review', async () => {
    await sendCoins(screen, { to: minerAddress, amount: '1.25', note: 'A first payment' }, look)
    await screen.run(`location.hash = '#/history'`)
    await screen.see('A first payment')
    await look('history')
    await screen.run(`document.querySelector('main li a').click()`)
    await screen.see('Prove this payment')
    await look('detail')
  })

  test('mines whenever a payment is pending, if enabled', async () => {
    const automatic = 'Mine a block whenever a payment is pending'
    await screen.run(`location.hash = '#/overview'`)
    const waiting = 'waiting to be mined'
    await screen.see(waiting)
    await screen.tick(automatic)
    await screen.see('Block 122', 60_000)
    await expect.poll(() => screen.read('main .state'), { timeout: 30_000 }).not.toContain(waiting)
    await look('mining')

    // Mining continues on every screen, and after a reload.
    await screen.reload()
    await unlock(screen)
    await sendCoins(
      screen,
      { to: minerAddress, amount: '0.5', note: 'A second one' },
      async () => {},
    )
    await screen.see('Block 123', 60_000)
    await screen.run(`location.hash = '#/overview'`)
    await screen.see(automatic)
    await screen.run(`document.querySelector('section[aria-labelledby=mine] input').click()`)
    expect(await screen.run(`sessionStorage.getItem('nightjar.mine-payments')`)).toBe(null)
    const { height } = await (await fetch(`${nightjar.url}/get_info`)).json()
    expect(height, 'one block per payment').toBe(123)
  })

  test('starts the scan worker under its content security policy', async () => {
    const [worker] = readdirSync('dist/page/assets').filter((name) =>
      /^scan-worker.*js$/.test(name),
    )
    // Its first message reports that its cryptography is loaded.
    const message = await screen.run(`new Promise((resolve) => {
      const worker = new Worker('/assets/${worker}', { type: 'module' })
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = ({ data }) => resolve(data)
      worker.onerror = () => resolve('failed')
      worker.postMessage(port2, [port2])
    })`)
    expect(message).toBe('ready')
  })

  test('hashes a password in a worker under its content security policy', async () => {
    const [worker] = readdirSync('dist/page/assets').filter((name) =>
      /^stretch-worker.*js$/.test(name),
    )
    const cost = { memoryKiB: 1024, iterations: 1, parallelism: 1 }
    const key = await screen.run<number[] | string>(`new Promise((resolve) => {
      const worker = new Worker('/assets/${worker}', { type: 'module' })
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = ({ data }) => resolve(data ? [...data] : 'no key')
      worker.onerror = () => resolve('failed')
      worker.postMessage(port2, [port2])
      const password = new TextEncoder().encode('nightjar p')
      port1.postMessage({ password, salt: new Uint8Array(32), cost: ${JSON.stringify(cost)} })
    })`)
    expect(key).toEqual([...(await stretchPassword('p', new Uint8Array(32), cost))])
  })

  test('error: an invalid address is refused, and the form keeps its content', async () => {
    await screen.run(`location.hash = '#/send'`)
    await screen.fill('To', 'not an address')
    await screen.fill('Amount in XMR', '1')
    await screen.see('This is not a Monero address of this network.')
    await look('send-fault')
  })

  test('shows its settings', async () => {
    await screen.run(`location.hash = '#/settings'`)
    await screen.see('WebAssembly')
    await screen.see('Storage')
    await look('settings')
    const threads = `document.querySelector('section[aria-labelledby=scanning] select')`
    await screen.run(`${threads}.value = '3'`)
    await screen.run(`${threads}.dispatchEvent(new Event('change', { bubbles: true }))`)
    expect(await screen.run(`localStorage.getItem('nightjar.scan-threads')`)).toBe('3')
  })

  test('makes calls in the console, which is loaded on demand', async () => {
    const balance = await consoleCalls(screen, look)
    const [shown = ''] = await screen.read('.total')
    expect(balance).toBe(parseAmount(shown.replace(/[^\d.]/g, '')))
    const genesis = await fetch(`${nightjar.url}/json_rpc`, {
      method: 'POST',
      body: '{"method":"on_get_block_hash","params":[0]}',
    })
    await daemonCalls(screen, (await genesis.json()).result)
  })

  test('the console asks before it spends funds, shows a secret or changes the node', async () => {
    await nodeChange(screen, look)
    await consolePayment(screen, minerAddress, look)
    await consoleSecret(screen, words, look)
  })

  test('saves a key file, and restores the same wallet from it', async () => {
    const address = await shownAddress()
    const path = await saveKeyFile(screen, look)
    await screen.press('Lock')
    await restoreKeyFile(screen, { name: 'Opened from keys', path }, look)
    expect(await shownAddress()).toBe(address)
    await screen.press('Lock')
    await unlock(screen)
  })

  test('unlocks after a reload, with its history', async () => {
    await screen.reload()
    await screen.see('Unlock')
    await look('unlock')
    await unlock(screen)
    await screen.run(`location.hash = '#/history'`)
    await screen.see('A first payment')
  })

  test('error: a wrong password is refused', async () => {
    await screen.press('Lock')
    await screen.see('Unlock')
    await screen.fill('Password', 'not the password')
    await screen.press('Unlock')
    await screen.see('That is not the password of this wallet.')
    await unlock(screen)
  })

  test('locks an idle wallet, and clears the screen', async () => {
    await screen.run(`location.hash = '#/history/${'0'.repeat(64)}'`)
    await screen.run(`{ const now = Date.now; Date.now = () => now() + 11 * 60_000 }`)
    // The wallet does not lock before its scan is complete.
    await screen.see('Locked after 10 minutes of inactivity.', 90_000)
    await look('locked')
    expect(await screen.run('location.hash')).toBe('#/history')
    await unlock(screen)
    await screen.run(`location.hash = '#/overview'`)
  })

  test('error: a second tab cannot open the wallet', async () => {
    const other = await screen.newTab()
    await other.open(nightjar.url)
    await other.see('Unlock')
    await other.fill('Password', password)
    await other.press('Unlock')
    await other.see('another tab')
    await other.close()
  })

  test('restores the wallet from its seed, and refuses a wrong word', async () => {
    await screen.press('Lock')
    await screen.see('Unlock')
    await screen.press('Restore a wallet')
    await screen.tick('Keys or view-only')
    await screen.see('Private view key')
    await look('restore-keys')
    await screen.tick('Seed words')
    await screen.fill('Name', 'Restored')
    await choosePassword(screen)
    // The last word is the checksum of the others.
    const wrong = words.find((word) => word !== words[24])!
    await screen.fill('Seed phrase', [...words.slice(0, 24), wrong].join(' '))
    await screen.press('Restore wallet')
    await screen.see('These are not the words of a seed.')
    await look('restore-fault')
    await screen.fill('Seed phrase', words.join(' '))
    await screen.press('Restore wallet')
    await screen.see('Up to date', 120_000)
    await screen.run(`location.hash = '#/history'`)
    await screen.see('Mined')
    await screen.press('Lock')
    await unlock(screen)
  })

  test('opens, unlocks and shows history and addresses without its server', async () => {
    await screen.run('navigator.serviceWorker.ready.then(() => true)')
    await nightjar.program.stop()
    await screen.reload()
    await unlock(screen)
    await screen.see('Offline', 60_000)
    await look('offline')
    await screen.run(`location.hash = '#/history'`)
    await screen.see('A first payment')
    await screen.run(`location.hash = '#/receive'`)
    await screen.see('Copy address')
    await nightjar.restart()
    await screen.run(`location.hash = '#/overview'`)
    await screen.press('Try again')
    await screen.see('Up to date', 120_000)
  })

  test('can be installed', async () => {
    const [page] = screen.context.pages().slice(-1)
    const session = await screen.context.newCDPSession(page!)
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
    expect(installabilityErrors).toEqual([])
  })

  test('fits a narrow window', async () => {
    await screen.run(`location.hash = '#/history'`)
    await screen.see('A first payment')
    const detail = await screen.run<string>(`document.querySelector('main li a').hash.slice(2)`)
    const calls = ['console', 'console/wallet/transfer']
    for (const place of ['overview', 'receive', 'send', 'history', detail, 'settings', ...calls]) {
      await screen.run(`location.hash = '#/${place}'`)
      await screen.narrow(async () => {
        const name = place === detail ? 'detail' : place.replaceAll('/', '-')
        await screen.shoot(`chromium-narrow-${name}`)
        const overflow = 'document.documentElement.scrollWidth > innerWidth'
        expect(await screen.run(overflow), place).toBe(false)
      })
    }
  })

  test('makes no request to another origin, and its CSP forbids it', async () => {
    const foreign = screen.requests().filter((url) => !url.startsWith(nightjar.url))
    expect(foreign.filter((url) => !url.startsWith('data:'))).toEqual([])
    const policy = (await fetch(nightjar.url)).headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("connect-src 'self'")
    expect(policy).not.toContain('unsafe-inline')
    const blocked = await screen.run<boolean>(
      `fetch('http://localhost:9').then(() => false, () => true)`,
    )
    expect(blocked).toBe(true)
  })

  test('axe-core finds no fault on any screen, in either theme', () => {
    expect(faults).toEqual([])
  })
})
