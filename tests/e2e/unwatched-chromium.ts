/**
 * Debian's Chromium through Puppeteer, which does not watch its network: watching keeps every answer in the memory of
 * the page, and copies it on the thread of the request.
 *
 * @module
 */
import puppeteer, { type Browser } from 'puppeteer-core'
import { temporaryFolder } from '../support/storage/temporary-folder.ts'
import { flags } from './chromium.ts'

/** With one empty page. A call in a page has no time limit. */
export const launchUnwatched = (): Promise<Browser> =>
  puppeteer.launch({
    executablePath: '/usr/bin/chromium',
    args: [...flags],
    networkEnabled: false,
    userDataDir: temporaryFolder('chromium'),
    protocolTimeout: 0,
    defaultViewport: { width: 1200, height: 850 },
  })
