import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'
import { findButton } from '../find-control.ts'
import { unlock } from '../journey.ts'
import { qrBitmap } from './qr-bitmap.ts'
import {
  becomes,
  exact,
  factsIn,
  go,
  mine,
  pooled,
  received,
  shown,
  valueOf,
  xmr,
  type World,
} from './world.ts'

/** Contacts, payments to several recipients, drafts, and the choice of coins. */
export function sendTests(world: World) {
  describe('a payment to several recipients', () => {
    test('has a contact', async () => {
      const { screen, payees } = world
      await go(world, 'contacts')
      await screen.press('New contact')
      await screen.fill('Name', 'Ann')
      await screen.fill('Address', payees[0])
      await screen.press('Save contact')
      await screen.see('Copy address')
    })

    test('is pasted, reviewed, sent, and received by monero-wallet-rpc', async () => {
      const { screen, payees } = world
      await go(world, 'send')
      await screen.unfold('Paste many recipients')
      await screen.fill(
        'Recipients, one on each line',
        `${payees[0]},0.5\nmonero:${payees[1]}?tx_amount=0.25`,
      )
      await screen.press('Add these recipients')
      await screen.see('Recipient 2')
      await screen.fill('Note', 'bread for May')
      await screen.press('Review')
      await screen.see('Check this payment', 120_000)
      expect(await screen.read('main li .amount')).toEqual([exact(xmr / 2n), exact(xmr / 4n)])
      expect(await screen.read('main li strong')).toEqual(['Ann'])
      const review = await factsIn(world, 'main')
      await screen.press('Send now')
      await screen.see('Payment sent', 60_000)
      const { txid, fee } = await pooled(world)
      expect(review).toMatchObject({
        Amount: exact((3n * xmr) / 4n),
        Fee: exact(fee),
        'Left in this account': exact(world.balance - (3n * xmr) / 4n - fee),
      })
      await mine(world, 1)
      expect(await received(world, txid)).toEqual({ [payees[0]]: xmr / 2n, [payees[1]]: xmr / 4n })
      world.sent = { txid, fee }
      world.balance -= (3n * xmr) / 4n + fee
    })
  })

  describe('a payment that is not sent', () => {
    test('is filled from a picture of a QR code', async () => {
      const { screen, payees } = world
      const path = join(temporaryFolder('code'), 'code.bmp')
      writeFileSync(path, qrBitmap(`monero:${payees[2]}?tx_amount=0.125`))
      await screen.press('Send another')
      await screen.press('Scan a QR code')
      await screen.give('Or choose a picture of the code', path)
      await becomes(() => valueOf(world, 'To'), payees[2])
      expect(await valueOf(world, 'Amount in XMR')).toBe('0.125')
    })

    test('is a draft, which survives a reload', async () => {
      const { screen, payees } = world
      await screen.fill('Note', 'rent for June')
      await go(world, 'contacts')
      await screen.see('Contacts as a file')
      await screen.reload()
      await unlock(screen)
      await go(world, 'send')
      await screen.see('Drafts')
      const label = `document.querySelector('[aria-label^="Continue the draft"]').ariaLabel`
      await screen.press(await screen.run<string>(label))
      await becomes(() => valueOf(world, 'To'), payees[2])
      expect(await valueOf(world, 'Amount in XMR')).toBe('0.125')
      expect(await valueOf(world, 'Note')).toBe('rent for June')
      const stored = await screen.run<string>('JSON.stringify({ ...localStorage })')
      expect(stored).not.toMatch(/rent|0\.125/)
    })
  })

  describe('a chosen coin', () => {
    const title = 'Two loaves'

    test('is frozen and thawed', async () => {
      const { screen } = world
      await go(world, 'coins')
      await screen.tick(`Choose ${title}`)
      await screen.see('1 coin chosen')
      await screen.press('Freeze')
      await screen.see('1 of them is frozen.')
      expect(await screen.run(`(${String(findButton)})('Pay with these') === null`)).toBe(true)
      await screen.press('Thaw')
      await becomes(() => screen.run(`(${String(findButton)})('Pay with these') !== null`), true)
    })

    test('alone pays: monerod has its key image', async () => {
      const { screen, payees } = world
      const rows = `[...document.querySelectorAll('main li a')]`
      await screen.run<void>(`${rows}.find((row) => row.innerText.includes('${title}')).click()`)
      await screen.see('One-time key')
      const { 'Key image': keyImage } = await factsIn(world, 'main')
      expect(keyImage).toMatch(/^[0-9a-f]{64}$/)
      await go(world, 'coins')
      await screen.press('Pay with these')
      await screen.see('Paying with 1 chosen coin')
      await screen.fill('To', payees[2])
      await screen.fill('Amount in XMR', '0.4')
      await screen.press('Review')
      await screen.see('Check this payment', 120_000)
      await screen.press('Send now')
      await screen.see('Payment sent', 60_000)
      const { txid, fee, keyImages, outputs } = await pooled(world)
      expect({ keyImages, outputs }).toEqual({ keyImages: [keyImage], outputs: 2 })
      await mine(world, 1)
      expect(await received(world, txid)).toEqual({ [payees[2]]: (2n * xmr) / 5n })
      world.balance -= (2n * xmr) / 5n + fee
      await go(world, 'overview')
      await becomes(() => screen.read('main .total'), [shown(world.balance)])
    })
  })
}
