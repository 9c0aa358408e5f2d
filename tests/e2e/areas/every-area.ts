import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import type { Screen } from '../screen.ts'
import { historyTests } from './history.ts'
import { offlineTests } from './offline.ts'
import { receiveTests } from './receive.ts'
import { safetyTests } from './safety.ts'
import { sendTests } from './send.ts'
import { settingsTests } from './settings.ts'
import { walletTests } from './wallets.ts'
import { startWorld, stopWorld, type World } from './world.ts'

/**
 * Defines one journey through all areas of the page in one browser, in front of a real monerod, with monero-wallet-rpc
 * as the other side. Each area continues with the wallet of those before it.
 *
 * @returns What they use, for further tests.
 */
export function everyAreaTests<S extends Screen>(browser: string, open: () => Promise<S>) {
  /** Filled before the first test. */
  const world = {} as World
  let screen: S

  beforeAll(async () => {
    Object.assign(world, await startWorld(async () => (screen = await open())))
  })

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await screen.shoot(`areas-${browser.toLowerCase()}-failed`)
  })

  afterAll(() => stopWorld(world))

  describe(`in ${browser}`, () => {
    walletTests(world)
    receiveTests(world)
    sendTests(world)
    historyTests(world)
    offlineTests(world)
    safetyTests(world)
    settingsTests(world)
  })
  return () => ({ screen, nightjar: world.nightjar })
}
