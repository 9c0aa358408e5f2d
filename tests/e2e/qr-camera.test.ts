/** QR codes that one page shows and another one reads by camera, and payments by camera and picture. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { encode } from 'uqr'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UrWriter } from '#protocol/ur/ur.ts'
import { minerAddress } from '../support/programs/monerod.ts'
import { startNightjar, type Nightjar } from '../support/programs/nightjar.ts'
import { count } from '../support/random/case-counts.ts'
import { seededBelow } from '../support/random/sfc32.ts'
import { temporaryFolder } from '../support/storage/temporary-folder.ts'
import { axeFaults } from './axe.ts'
import { openChromium, type ChromiumScreen } from './chromium.ts'
import { createWallet, unlock } from './journey.ts'
import { pageOf } from './console.ts'

/** What Chromium's fake camera shows: JPEG files one after the other, 30 in a second, again and again. */
const film = join(temporaryFolder('film'), 'camera.mjpeg')
/** So often each picture is repeated: a reader on a slow machine leaves frames out. */
const repeats = 4

const below = seededBelow(7)
/** As large as the outputs of many payments. */
const bytes = Uint8Array.from([
  ...utf8ToBytes('Monero output export\x04'),
  ...Array.from({ length: count(6_000, 100_000) - 21 }, () => below(256)),
])
const link = `monero:${minerAddress}?tx_amount=1.25&tx_description=Two%20loaves`

let nightjar: Nightjar
let screen: ChromiumScreen
const faults: string[] = []

async function shoot(name: string) {
  await screen.shoot(`qr-${name}`)
  faults.push(...(await axeFaults(screen, name)))
}

/** Pictures that wait for nothing but the next frame: a few times faster than a screenshot. */
async function quickPictures() {
  const session = await screen.context.newCDPSession(pageOf(screen))
  return {
    async take(): Promise<Buffer> {
      await screen.run(`new Promise((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0))))`)
      const options = { format: 'jpeg', quality: 80, optimizeForSpeed: true } as const
      const { data } = await session.send('Page.captureScreenshot', options)
      return Buffer.from(data, 'base64')
    },
    end: () => session.detach(),
  }
}

const setFilm = (pictures: readonly Buffer[]) =>
  writeFileSync(film, Buffer.concat(pictures.flatMap((each) => Array<Buffer>(repeats).fill(each))))

/** A picture of a QR code, in the size of the other pictures. */
async function pictureOf(text: string): Promise<Buffer> {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const ink = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  const page = await screen.context.newPage()
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.setContent(
    `<body bgcolor="white"><svg viewBox="0 0 ${size} ${size}" height="600"><path d="${ink.join('')}"/></svg>`,
  )
  const taken = await page.screenshot({ type: 'jpeg', quality: 90 })
  await page.close()
  return taken
}

beforeAll(async () => {
  nightjar = await startNightjar()
  screen = await openChromium([
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ])
  await screen.open(nightjar.url)
  await createWallet(screen, async () => undefined)
})

afterAll(async () => {
  await screen.close()
  await nightjar.program.stop()
})

describe('an animated QR code', () => {
  test(
    'is shown step by step, where reduced motion is preferred',
    { timeout: 600_000 },
    async () => {
      await screen.run(`location.hash = '#/files'`)
      await screen.see('Show a file')
      const file = {
        name: 'outputs',
        mimeType: 'application/octet-stream',
        buffer: Buffer.from(bytes),
      }
      await pageOf(screen).getByLabel('File', { exact: true }).setInputFiles(file)
      await pageOf(screen).getByLabel('Density', { exact: true }).selectOption('high')
      await screen.see('Code 1. The whole file')
      await shoot('animation')
      await screen.narrow(() => shoot('animation-narrow'))

      // As the camera is asked for: another size would be cut.
      await pageOf(screen).setViewportSize({ width: 1280, height: 720 })
      const fragments = Math.ceil(bytes.length / 600)
      await pageOf(screen).locator('main svg[role=img]').scrollIntoViewIfNeeded()
      const quick = await quickPictures()
      const pictures: Buffer[] = []
      // More than are needed, because the reader of a slow machine misses some. The camera repeats the film.
      const parts = Math.ceil(1.3 * fragments) + 8
      for (let part = 1; part <= parts; part++) {
        // The second part is never seen: later ones have to replace it.
        if (part !== 2) pictures.push(await quick.take())
        await screen.run(
          `[...document.querySelectorAll('main button')].find(({ textContent }) => textContent.trim() === 'Next').click()`,
        )
      }
      await quick.end()
      await screen.see(`Code ${parts + 1}. The whole file`)
      setFilm(pictures)
    },
  )

  test('is read completely by the camera of another page', { timeout: 600_000 }, async () => {
    await pageOf(screen).goto('about:blank')
    await screen.open(nightjar.url)
    await unlock(screen)
    await screen.run(`location.hash = '#/files'`)
    await screen.press('Start the camera')
    await screen.see('% received')
    await shoot('scanner')
    await screen.see('Outputs were received', count(120_000, 600_000))
    const saved = pageOf(screen).waitForEvent('download')
    await screen.press('Save the file')
    const chunks: Uint8Array[] = []
    for await (const chunk of await (await saved).createReadStream())
      chunks.push(chunk as Uint8Array)
    expect(Buffer.concat(chunks).equals(bytes)).toBe(true)
    await shoot('received')
  })
})

const fields = () =>
  Promise.all(
    ['To', 'Amount in XMR', 'Note'].map((label) =>
      pageOf(screen).getByLabel(label, { exact: true }).inputValue(),
    ),
  )
const filled = [minerAddress, '1.25', 'Two loaves']

describe('a payment request', () => {
  test('by camera fills the form, and nothing is sent', async () => {
    setFilm([await pictureOf(link)])
    await screen.run(`location.hash = '#/send'`)
    await screen.press('Scan a QR code')
    await expect.poll(fields, { timeout: 60_000 }).toEqual(filled)
    // The scanner closes, and the camera with it.
    expect(await screen.run(`document.querySelector('video')`)).toBeNull()
    await shoot('filled')
  })

  test('of a picture fills the form', async () => {
    setFilm([await pictureOf('no payment')])
    const file = { name: 'code.jpg', mimeType: 'image/jpeg', buffer: await pictureOf(link) }
    await screen.run(`location.hash = '#/overview'`)
    await screen.see('Balance')
    await screen.run(`location.hash = '#/send'`)
    await screen.press('Scan a QR code')
    await screen.see('This QR code contains no Monero address', 60_000)
    await screen.theme('light')
    await shoot('refused')
    await screen.narrow(() => shoot('refused-narrow'))
    await pageOf(screen).getByLabel('Or choose a picture of the code').setInputFiles(file)
    await expect.poll(fields, { timeout: 60_000 }).toEqual(filled)
  })
})

const hide = (hidden: boolean) =>
  screen.run(`
    Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))`)
const films = () => screen.run<boolean>(`(document.querySelector('video')?.videoWidth ?? 0) > 0`)
const state = () => screen.run<string>('track.readyState')
const startScanner = async () => {
  await screen.press('Scan a QR code')
  await expect.poll(films, { timeout: 30_000 }).toBe(true)
  await screen.run(`track = document.querySelector('video').srcObject.getTracks()[0], 0`)
}

describe('the camera', () => {
  test('is off while the page is hidden, and after the scanner is closed', async () => {
    await startScanner()
    await hide(true)
    await expect.poll(state).toBe('ended')
    expect(await films()).toBe(false)
    await hide(false)
    await expect.poll(films, { timeout: 30_000 }).toBe(true)
    await screen.run(`track = document.querySelector('video').srcObject.getTracks()[0], 0`)
    await screen.press('Stop scanning')
    await expect.poll(state).toBe('ended')
  })

  test('error: is not permitted', async () => {
    await screen.run(`
      ask = navigator.mediaDevices.getUserMedia
      navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('', 'NotAllowedError') }`)
    await screen.press('Scan a QR code')
    await screen.see('The camera is not permitted')
    await screen.theme('light')
    await screen.narrow(() => shoot('not-permitted'))
    await screen.run('navigator.mediaDevices.getUserMedia = ask, 0')
    await screen.press('Try again')
    await expect.poll(films, { timeout: 30_000 }).toBe(true)
    await screen.press('Stop scanning')
  })

  test('is off after the wallet is locked', async () => {
    await startScanner()
    await screen.press('Lock')
    await expect.poll(state).toBe('ended')
    await unlock(screen)
  })
})

test('the reader is a file of the page, and no screen violates a rule of axe', () => {
  const foreign = screen.requests().filter((url) => !url.startsWith(nightjar.url))
  expect(foreign.filter((url) => !/^(data|about|blob):/.test(url))).toEqual([])
  expect(screen.requests().some((url) => /zxing_reader-.*\.wasm$/.test(url))).toBe(true)
  expect(screen.errors()).toEqual([])
  expect(faults).toEqual([])
})

test('a wallet without a network reads codes', async () => {
  const images = Uint8Array.from([...utf8ToBytes('Monero key image export\x03'), 1, 2, 3])
  setFilm([await pictureOf(new UrWriter('xmr-keyimage', images, 300).part(1))])
  await screen.run('navigator.serviceWorker.ready.then(() => true)')
  await nightjar.program.stop()
  await screen.reload()
  await unlock(screen)
  await screen.run(`location.hash = '#/files'`)
  await screen.press('Start the camera')
  await screen.see('Key images were received', 60_000)
})
