import { expect, test } from 'vitest'
import { daemonName } from '../../../../worker/engine/base/daemon-name.ts'

test.each([
  ['node.example:18081', 'node.example:18081'],
  ['https://node.example/daemon@2', 'https://node.example/daemon@2'],
  ['http://user:secret@node.example:18081', 'http://node.example:18081'],
  ['user:p@ss@[::1]:18081', '[::1]:18081'],
  ['', ''],
])('%s is named without a login', (address, name) => {
  expect(daemonName({ address })).toBe(name)
})
