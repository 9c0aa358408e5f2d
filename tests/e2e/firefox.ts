/**
 * Debian's Firefox ESR through Puppeteer's WebDriver BiDi. Playwright does not support it.
 *
 * @module
 */
import puppeteer from 'puppeteer-core'
import { puppeteerScreen } from './puppeteer-screen.ts'
import type { ObservedScreen } from './screen.ts'

export async function openFirefox(): Promise<ObservedScreen> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    headless: true,
    defaultViewport: { width: 1200, height: 850 },
  })
  return puppeteerScreen('Firefox', await browser.newPage())
}
