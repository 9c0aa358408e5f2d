import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import {
  formatAddress,
  parseAddress,
  parsePaymentId,
  type Address,
  type AddressKind,
  type Network,
} from '#protocol/address.ts'
import { count, seed } from '../support/random/case-counts.ts'

const spendKey = hexToBytes('ec0a8bde5eeee7bef4e8b62cc5b6b3bee4ab9a5ba53ecd2a4c1ce5a5d3ee5b1a')
const viewKey = hexToBytes('0f3fe9c20b24a11bf4d6d1acd335c6a80543f1f0380590d7323caf1390c78e88')
const standard: Address = { network: 'mainnet', kind: 'standard', spendKey, viewKey }

type Recorded = {
  network: Network
  texts: Record<AddressKind, string>
  validated: {
    address: string
    any_net_type: boolean
    result: { valid: boolean; integrated: boolean; subaddress: boolean; nettype: string }
  }[]
}
const recorded = (['mainnet', 'testnet', 'stagenet'] as const).map((network): Recorded => {
  const file = new URL(`../vectors/address/validate-${network}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8'))
})

describe.each(recorded)('a monero-wallet-rpc on $network', ({ network, texts, validated }) => {
  test.each(validated)(
    'validate_address of $address, any network: $any_net_type',
    ({ address, any_net_type, result }) => {
      const parsed = parseAddress(address, any_net_type ? undefined : network)
      expect({
        valid: parsed !== undefined,
        integrated: parsed?.kind === 'integrated',
        subaddress: parsed?.kind === 'subaddress',
        nettype: parsed?.network ?? '',
      }).toStrictEqual({
        valid: result.valid,
        integrated: result.integrated,
        subaddress: result.subaddress,
        nettype: result.nettype,
      })
    },
  )

  test('the standard and the integrated address have the same keys', () => {
    const { standard, integrated, subaddress } = texts
    const own = parseAddress(standard, network)!
    expect(parseAddress(integrated, network)).toStrictEqual({
      ...own,
      kind: 'integrated',
      paymentId: '0123456789abcdef',
    })
    expect(formatAddress(own)).toBe(standard)
    expect(formatAddress({ ...own, kind: 'integrated', paymentId: '0123456789abcdef' })).toBe(
      integrated,
    )
    expect(formatAddress(parseAddress(subaddress, network)!)).toBe(subaddress)
  })
})

describe('addresses', () => {
  test('parses and formats an address from the tests of monero', () => {
    const text =
      '42ey1afDFnn4886T7196doS9GPMzexD9gXpsZJDwVjeRVdFCSoHnv7KPbBeGpzJBzHRCAs9UxqeoyFQMYbqSWYTfJJQAWDm'
    const address = parseAddress(text)!
    expect(address.network).toBe('mainnet')
    expect(address.kind).toBe('standard')
    expect(formatAddress(address)).toBe(text)
  })

  test('a written address is parsed again, and is valid on no other network', () => {
    const addresses = fc
      .record(
        {
          network: fc.constantFrom('mainnet', 'testnet', 'stagenet', 'fakechain'),
          kind: fc.constantFrom('standard', 'integrated', 'subaddress'),
          spendKey: fc.uint8Array({ minLength: 32, maxLength: 32 }),
          viewKey: fc.uint8Array({ minLength: 32, maxLength: 32 }),
          id: fc.uint8Array({ minLength: 8, maxLength: 8 }),
        },
        { noNullPrototype: true },
      )
      .map(({ id, ...address }): Address =>
        address.kind === 'integrated' ? { ...address, paymentId: bytesToHex(id) } : address,
      )
    fc.assert(
      fc.property(addresses, (address) => {
        const text = formatAddress(address)
        expect(text.length).toBe(address.kind === 'integrated' ? 106 : 95)
        expect(parseAddress(text, address.network)).toStrictEqual(address)
        const network = address.network === 'fakechain' ? 'mainnet' : address.network
        expect(parseAddress(text)).toStrictEqual({ ...address, network })
        for (const other of ['mainnet', 'testnet', 'stagenet'] as const)
          if (other !== network) expect(parseAddress(text, other)).toBe(undefined)
      }),
      { numRuns: count(200, 20_000), seed: seed() },
    )
  })

  test('an address with one changed character is invalid', () => {
    const text = formatAddress(standard)
    const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
    for (let at = 0; at < text.length; at++) {
      const other = base58[(base58.indexOf(text[at]!) + 1 + at) % 58]!
      if (other === text[at]) continue
      expect(parseAddress(text.slice(0, at) + other + text.slice(at + 1))).toBe(undefined)
    }
  })

  test.each([
    ['nothing', ''],
    ['white space before', ` ${formatAddress(standard)}`],
    ['a letter too few', formatAddress(standard).slice(0, -1)],
    ['a letter too many', `${formatAddress(standard)}1`],
    ['a domain name', 'donate.getmonero.org'],
    ['hex digits', '00'.repeat(66)],
    ['a megabyte', '1'.repeat(1_000_001)],
  ])('error: %s', (_, text) => {
    expect(parseAddress(text)).toBe(undefined)
  })

  test('error: keys and payment ids of a wrong size or form', () => {
    expect(() => formatAddress({ ...standard, spendKey: new Uint8Array(31) })).toThrow(RangeError)
    expect(() => formatAddress({ ...standard, paymentId: '00'.repeat(8) })).toThrow(RangeError)
    expect(() => formatAddress({ ...standard, kind: 'integrated' })).toThrow(RangeError)
    const integrated = { ...standard, kind: 'integrated', paymentId: '0011' } as const
    expect(() => formatAddress(integrated)).toThrow('expected a payment id of 8 bytes')
  })
})

describe('parsePaymentId', () => {
  test('short and long ones, in lower case', () => {
    expect(parsePaymentId('0123456789ABCDEF')).toBe('0123456789abcdef')
    expect(parsePaymentId('Ab'.repeat(32))).toBe('ab'.repeat(32))
  })

  test.each([
    '',
    '0',
    '0123456789abcde',
    '0123456789abcdefg',
    '0123456789abcdeg',
    ' 0123456789abcdef',
  ])('error: %j', (text) => {
    expect(parsePaymentId(text)).toBe(undefined)
  })
})
