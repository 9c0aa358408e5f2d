import { expect, test } from 'vitest'
import { minerAddress } from '../../support/programs/monerod.ts'
import { paymentText } from '../../../web/qr/payment-text.ts'

test('a link is taken with its parameters, and with the usual scheme', () => {
  const link = `monero:${minerAddress}?tx_amount=1.5&tx_description=a%20hat`
  expect(paymentText(` ${link}\n`)).toBe(link)
  for (const scheme of ['MONERO:', 'web+monero:', 'monero://'])
    expect(paymentText(link.replace('monero:', scheme))).toBe(link)
})

test('an address is taken', () => {
  expect(paymentText(minerAddress)).toBe(minerAddress)
})

test('error: another text', () => {
  for (const text of ['', 'bitcoin:1abc', 'https://example.org', minerAddress.slice(1)])
    expect(paymentText(text)).toBeUndefined()
})
