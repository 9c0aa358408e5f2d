import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'
import { choosePassword } from '../journey.ts'
import {
  addressIn,
  becomes,
  enter,
  exact,
  go,
  mine,
  openWallet,
  pooled,
  received,
  savedFile,
  xmr,
  type World,
} from './world.ts'

/** A view-only wallet in the page; monero-wallet-rpc without a network is its offline wallet. */
export function offlineTests(world: World) {
  describe('a view-only wallet', () => {
    const folder = temporaryFolder('messages')

    test('is restored from the file of its offline wallet', async () => {
      const { screen, cold } = world
      const { address } = await cold.call('get_address', {})
      const { key } = await cold.call('query_key', { key_type: 'view_key' })
      const path = join(folder, 'view-only.txt')
      writeFileSync(path, `monero_wallet:${address}?view_key=${key}&height=0`)
      await go(world, 'wallets')
      await screen.press('Restore a wallet')
      await screen.tick('Keys or view-only')
      await screen.give('Or choose its file', path)
      await screen.see('Address, view key and height are filled in.')
      await choosePassword(screen)
      await screen.press('Restore wallet')
      await becomes(() => openWallet(world), 'My wallet 2')
      await go(world, 'offline')
      await screen.see('The key images of 4 outputs are missing.', 120_000)
    })

    test('prepares a payment, and sends it with the signature of monero-wallet-rpc', async () => {
      const { screen, cold, payees } = world
      await screen.see('Up to date', 120_000)
      await go(world, 'send')
      await screen.fill('To', payees[1])
      await screen.fill('Amount in XMR', '1.5')
      await screen.press('Prepare payment')
      await screen.see('1. Give the payment to the offline wallet', 120_000)
      await screen.press('Show as QR code')
      const code = 'main svg[aria-label="Animated QR code of the unsigned payment"] .ink'
      await becomes(async () => (await screen.read(code)).length, 1)
      const { name, bytes } = await savedFile(world, 'Save as file')
      expect(bytes.toString('latin1')).toMatch(/^Monero unsigned tx set/)
      expect(name).toBe('unsigned_monero_tx')
      const unsigned_txset = bytes.toString('hex')
      const { signed_txset } = await cold.call('sign_transfer', { unsigned_txset })
      const path = join(folder, 'signed')
      writeFileSync(path, Buffer.from(signed_txset, 'hex'))
      await screen.give('Or choose or drop a file', path)
      await screen.see('This is the payment that you prepared here.', 60_000)
      expect(await screen.read('main .payee .amount')).toEqual([exact((3n * xmr) / 2n)])
      expect(await addressIn(screen, 'main .payee .address')).toBe(payees[1])
      await screen.press('Send now')
      await screen.see('Payment sent', 60_000)
      const { txid } = await pooled(world)
      await mine(world, 1)
      expect(await received(world, txid)).toEqual({ [payees[1]]: (3n * xmr) / 2n })
    })

    test('is locked when another wallet is opened', async () => {
      await go(world, 'wallets')
      await world.screen.press('Open My wallet')
      await enter(world, 'My wallet')
    })
  })
}
