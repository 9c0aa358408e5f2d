import { expect, test } from 'vitest'
import { clientAddress } from '../../proxy/client-address.ts'

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::ffff:10.0.0.7', '10.0.0.7'],
  ['::FFFF:10.0.0.7', '10.0.0.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::6', '2001:db8:1:2'],
  ['2001:DB8::6', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
])('of %s is %s', (remoteAddress, expected) => {
  expect(clientAddress({ env: { incoming: { socket: { remoteAddress } } } })).toBe(expected)
})

test.each([undefined, {}, { incoming: {} }])('is empty on a host that does not give it', (env) => {
  expect(clientAddress({ env })).toBe('')
})
