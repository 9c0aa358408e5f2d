import { expect, test } from 'vitest'
import { pageOrigin } from '../../../web/trust/page-origin.ts'

test.each([
  ['http:', 'abcdef.onion', 'onion'],
  ['https:', 'wallet.example', 'https'],
  ['http:', 'localhost', 'local'],
  ['http:', 'a.localhost', 'local'],
  ['http:', '127.0.0.9', 'local'],
  ['http:', '[::1]', 'local'],
  ['http:', '127.example.com', 'plain'],
  ['http:', '192.168.1.2', 'plain'],
  ['http:', 'onion.example', 'plain'],
] as const)('%s//%s is %s', (protocol, hostname, kind) => {
  expect(pageOrigin(protocol, hostname)).toBe(kind)
})
