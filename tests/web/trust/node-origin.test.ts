import { expect, test } from 'vitest'
import { hostOf, nodeOrigin } from '../../../web/trust/node-origin.ts'

test.each([
  ['node.example:18081', 'http://node.example:18081'],
  [' HTTPS://Node.Example ', 'https://node.example'],
  ['http://127.0.0.1:18081/', 'http://127.0.0.1:18081'],
  ['[::1]:18081', 'http://[::1]:18081'],
  ['abc.onion:18089', 'http://abc.onion:18089'],
])('%s is the address %s', (typed, origin) => {
  expect(nodeOrigin(typed)).toBe(origin)
})

test.each([
  '',
  'two words',
  'ftp://node.example',
  'http://name:word@node.example',
  'node.example/path',
  'node.example?query',
  'node.example#part',
  'node.example:99999',
])('error: “%s” is not the address of a node', (typed) => {
  expect(nodeOrigin(typed)).toBeUndefined()
})

test('the host of an address', () => {
  expect(hostOf('http://node.example:18081')).toBe('node.example:18081')
})
