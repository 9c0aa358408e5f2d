import { expect, test } from 'vitest'
import { manifest } from '../../../../web/manifest.ts'
import { sharedFragment } from '../../../../web/state/send/payment-links.ts'
import { createdWallets } from '../../../support/wallets/recorded-seeds.ts'

const [{ address }] = createdWallets as unknown as [{ address: string }]

test.each([
  [
    'a link in a text',
    `Pay monero:${address}?tx_amount=1&tx_description=a%20b please`,
    `monero:${address}?tx_amount=1&tx_description=a%20b`,
  ],
  ['an address', `to ${address}\nthanks`, address],
])('%s that is shared opens the form of a payment', (_, text, found) => {
  const search = `?${new URLSearchParams({ 'share-title': '', 'share-text': text })}`
  const fragment = sharedFragment(search)!
  expect(fragment).toMatch(/^#\/send\//)
  expect(decodeURIComponent(fragment.slice('#/send/'.length))).toBe(found)
})

test('another text opens an empty form, and without a text nothing changes', () => {
  expect(sharedFragment('?share-text=hello')).toBe('#/send')
  expect(sharedFragment('?other=1')).toBeUndefined()
  expect(sharedFragment('')).toBeUndefined()
})

test('the manifest names the same parameters, and links stand in the fragment', () => {
  const { share_target, protocol_handlers } = manifest as {
    share_target: { params: object }
    protocol_handlers: { url: string }[]
  }
  expect(Object.values(share_target.params)).toEqual(['share-title', 'share-text', 'share-url'])
  expect(protocol_handlers.map(({ url }) => url)).toEqual(['/#/send/%s'])
})
