import { describe, expect, test } from 'vitest'
import { contains, parseHost, parseSubnet, subnetText } from '../../../../proxy/node/state/host.ts'

// Addresses of monero tests/unit_tests/net.cpp.
const onion3 = 'vww6ybal4bd7szmgncyruucpgfkqahzddi37ktceo3ah7ngmcopnpyyd.onion'
const onion2 = 'xmrto2bturnore26.onion'
const i2p = 'xmrto2bturnore26xmrto2bturnore26xmrto2bturnore26xmr2.b32.i2p'

const textOf = (address: string) => parseHost(address)?.text

describe('parseHost', () => {
  test('reads IPv4 addresses in the forms of inet_addr', () => {
    expect(parseHost('10.1.2.3')).toEqual({ text: '10.1.2.3', ipv4: Uint8Array.of(10, 1, 2, 3) })
    // The last part fills the remaining bytes. Parts may be octal or hex.
    expect(['127.1', '1.2.772', '0x7f000001', '010.0X10.0.1', '3232235777'].map(textOf)).toEqual([
      '127.0.0.1',
      '1.2.3.4',
      '127.0.0.1',
      '8.16.0.1',
      '192.168.1.1',
    ])
    expect(textOf('10.1.2.3 and more')).toBe('10.1.2.3')
  })

  test.each([
    '',
    '256.1.1.1',
    '1.2.3.256',
    '1.2.3.4.5',
    '1.2.65536',
    '08.1.1.1',
    '1..2',
    'example.org',
  ])('error: %j is no IPv4 address', (address) => {
    expect(parseHost(address)).toBeUndefined()
  })

  test('error: the broadcast address, which inet_addr returns for an error', () => {
    expect(parseHost('255.255.255.255')).toBeUndefined()
    expect(textOf('255.255.255.254')).toBe('255.255.255.254')
  })

  test('reads IPv6 addresses into their canonical form, with and without a port', () => {
    expect(['0:0::0:1', '[0:0::0:1]', '[0:0::0:1]:7000'].map(textOf)).toEqual(['::1', '::1', '::1'])
    expect(parseHost('::1')).toEqual({ text: '::1' })
    expect(textOf('1:2:3')).toBeUndefined()
  })

  // As glibc's inet_ntop writes them, and so monerod.
  test.each([
    ['::ffff:1.2.3.4', '::ffff:1.2.3.4'],
    ['0:0:0:0:0:FFFF:102:304', '::ffff:1.2.3.4'],
    ['::1.2.3.4', '::1.2.3.4'],
    ['::ffff:0:0', '::ffff:0.0.0.0'],
    ['::1:0', '::0.1.0.0'],
    ['::ffff:1', '::255.255.0.1'],
    ['::1', '::1'],
    ['::', '::'],
    ['1::ffff:102:304', '1::ffff:102:304'],
    ['::ffff:0:102:304', '::ffff:0:102:304'],
  ])('writes %s as %s', (address, text) => {
    expect(parseHost(address)).toEqual({ text })
  })

  test('reads hidden services in lower case', () => {
    expect([onion3, onion2.toUpperCase(), i2p].map(textOf)).toEqual([onion3, onion2, i2p])
    expect(textOf(`${onion3}:18081`)).toBe(onion3)
  })

  test.each([onion3.replace('v', ''), onion3.replace('v', '1'), i2p.replace('x', ''), 'x.i2p'])(
    'error: the hidden service %s',
    (address) => {
      expect(parseHost(address)).toBeUndefined()
    },
  )

  test('error: a port that is not a 16-bit number', () => {
    expect(textOf('10.1.2.3:65535')).toBe('10.1.2.3')
    expect(['10.1.2.3:65536', '10.1.2.3:a', '[::1]:65536'].map(textOf)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('parseSubnet', () => {
  test('clears the bits behind the mask', () => {
    const masks = [0, 1, 8, 12, 31, 32].map((mask) =>
      subnetText(parseSubnet(`255.255.255.253/${mask}`)!),
    )
    expect(masks).toEqual([
      '0.0.0.0/0',
      '128.0.0.0/1',
      '255.0.0.0/8',
      '255.240.0.0/12',
      '255.255.255.252/31',
      '255.255.255.253/32',
    ])
  })

  test.each(['10.0.0.0', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/-1', '::1/8', 'example.org/8'])(
    'error: %s is no subnet',
    (text) => {
      expect(parseSubnet(text)).toBeUndefined()
    },
  )

  test('contains the addresses that agree in the bits of the mask', () => {
    const subnet = parseSubnet('192.168.128.0/17')!
    const has = (address: string) => contains(subnet, parseHost(address)!.ipv4!)
    expect(
      ['192.168.128.0', '192.168.255.255', '192.168.127.255', '193.168.128.0'].map(has),
    ).toEqual([true, true, false, false])
  })
})
