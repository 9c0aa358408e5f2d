/** A signed page checks each new version, and locks the wallet if it is not signed. */
import { appendFileSync, cpSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Release } from '#protocol/release.ts'
import { startNightjar, type Nightjar } from '../support/programs/nightjar.ts'
import {
  committedTree,
  releaseKey,
  runRelease,
  signPage,
  unpacked,
} from '../support/programs/release.ts'
import { temporaryFolder } from '../support/storage/temporary-folder.ts'
import { axeFaults } from './axe.ts'
import { openChromium, type ChromiumScreen } from './chromium.ts'
import { createWallet, unlock } from './journey.ts'

const key = releaseKey()
/** The release, and the served copy of it, whose page is replaced while it is open. */
let original: string
const folder = temporaryFolder('served')
const page = join(folder, 'dist/page')
let release: Release
let nightjar: Nightjar
let screen: ChromiumScreen

beforeAll(async () => {
  const out = temporaryFolder('release')
  await runRelease(committedTree(), '--key', key.file, '--out', out)
  original = unpacked(out)
  cpSync(original, folder, { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  release = signPage(page, key.privateKey)
  nightjar = await startNightjar({ folder: join(folder, 'dist') })
  screen = await openChromium()
  await screen.open(nightjar.url)
  await createWallet(screen, async () => {})
  await screen.run('navigator.serviceWorker.ready.then(() => true)')
  await screen.reload()
  await unlock(screen)
})

afterAll(async () => {
  await screen.close()
  await nightjar.program.stop()
})

/** Serves the release with changes. */
async function serve(change: () => void) {
  await nightjar.program.stop()
  rmSync(page, { recursive: true })
  cpSync(join(original, 'dist/page'), page, { recursive: true })
  change()
  await nightjar.restart()
}

const findUpdate = () =>
  screen.run('navigator.serviceWorker.ready.then((known) => known.update()).then(() => true)')
let versions = 0
const changeWorker = () => appendFileSync(join(page, 'sw.js'), `\n// Version ${++versions}.\n`)
const refused = 'Do not use this page'
const locked = 'The wallet is locked. Your money is where it was.'

test('the settings show the digest of the page, and that it is signed', async () => {
  await screen.run(`location.hash = '#/settings'`)
  await screen.see(release.digest)
  await screen.see(release.commit!)
  await screen.see('A signed release')
  await screen.see('Those in this browser agree with the digest')
  await screen.shoot('chromium-version')
  expect(await axeFaults(screen, 'version')).toEqual([])
  await screen.run(`location.hash = '#/overview'`)
})

describe('a new version', () => {
  test('that is signed is announced with its version', async () => {
    await serve(() => {
      changeWorker()
      signPage(page, key.privateKey, { version: '0.99.0' })
    })
    await findUpdate()
    await screen.see('A new version of Nightjar is ready: 0.99.0, signed.')
    await screen.shoot('chromium-update-signed')
    await screen.press('Later')
  })

  const wrong: [string, () => void, string][] = [
    [
      'without a list of its files',
      () => rmSync(join(page, 'release.json')),
      'without the list of its files',
    ],
    [
      'without a signature',
      () => rmSync(join(page, 'release.sig')),
      'not signed with the key of this one',
    ],
    [
      'signed with another key',
      () => void signPage(page, releaseKey().privateKey, { version: '0.99.0' }),
      'not signed with the key of this one',
    ],
    [
      'that is older',
      () => void signPage(page, key.privateKey, { version: '0.1.0' }),
      'offers version 0.1.0, which is older',
    ],
    ['whose service worker differs', () => {}, 'whose file sw.js is not the one that was signed'],
  ]

  test.each(wrong)(
    'error: %s is refused, and the wallet is locked',
    async (what, change, reason) => {
      await serve(() => {
        changeWorker()
        change()
      })
      await findUpdate()
      await screen.see(refused)
      await screen.see(reason)
      await screen.see(locked)
      await screen.shoot(`chromium-refused-${what.replaceAll(' ', '-')}`)
      expect(await axeFaults(screen, what)).toEqual([])
      // The page is still the old one: the new one waits.
      await screen.reload()
      await screen.see(reason)
    },
  )

  test('is accepted once its files are right', async () => {
    await serve(() => {
      changeWorker()
      signPage(page, key.privateKey, { version: '0.99.0' })
    })
    await findUpdate()
    await unlock(screen)
    await screen.see('A new version of Nightjar is ready: 0.99.0, signed.')
    const tab = screen.context.pages().at(-1)!
    // Chromium delays the new worker while the old one answers requests.
    await tab.waitForLoadState('networkidle')
    const reloaded = tab.waitForEvent('load')
    await screen.press('Reload')
    await reloaded
    await unlock(screen)
  })

  test('error: a service worker that does not wait locks the wallet', async () => {
    // As a host would serve it that wants the passwords of its visitors.
    const hostile = `
      addEventListener('install', () => skipWaiting())
      addEventListener('activate', (event) => event.waitUntil(clients.claim()))`
    await serve(() => writeFileSync(join(page, 'sw.js'), hostile))
    await findUpdate()
    await screen.see(refused)
    await screen.see(locked)
    await screen.shoot('chromium-refused-takeover')
  })
})
