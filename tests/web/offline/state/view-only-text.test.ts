import { describe, expect, test } from 'vitest'
import { readViewOnly, writeViewOnly } from '../../../../web/offline/state/view-only-text.ts'

const address = `4${'A'.repeat(94)}`
const viewkey = '0a'.repeat(32)
const keys = { address, viewkey, height: '2500000' }

describe('the text of a view-only wallet', () => {
  test('is a monero_wallet link, which is read again', () => {
    const text = writeViewOnly(keys)
    expect(text).toBe(`monero_wallet:${address}?view_key=${viewkey}&height=2500000`)
    expect(readViewOnly(` ${text}\n`)).toEqual(keys)
  })

  test.each([
    `MONERO_WALLET:${address}?view_key=${viewkey.toUpperCase()}&height=2500000`,
    `monero:${address}?secret_view_key=${viewkey}&restore_height=2500000`,
    JSON.stringify({
      version: 0,
      primaryAddress: address,
      privateViewKey: viewkey,
      restoreHeight: 2500000,
    }),
  ])('is read in another form: %s', (text) => {
    expect(readViewOnly(text)).toEqual(keys)
  })

  test('without a height, the whole chain is scanned', () => {
    expect(readViewOnly(`monero_wallet:${address}?view_key=${viewkey}`)?.height).toBe('0')
    expect(readViewOnly(`monero_wallet:${address}?view_key=${viewkey}&height=-1`)?.height).toBe('0')
  })

  test.each([
    '',
    address,
    `monero:${address}`,
    `monero_wallet:${address}?view_key=00`,
    `monero_wallet:${address.slice(1)}?view_key=${viewkey}`,
    '{"primaryAddress":1}',
    '{',
    'null',
  ])('error: %j is not the text of a view-only wallet', (text) => {
    expect(readViewOnly(text)).toBeUndefined()
  })
})
