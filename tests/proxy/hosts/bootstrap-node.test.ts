import { describe, expect, test } from 'vitest'
import { bootstrapNode } from '../../../proxy/hosts/bootstrap-node.ts'
import { AwayError } from '../../../proxy/upstream/node.ts'
import { fakeNode } from '../../support/node.ts'

const carried: string[] = []
const connect = bootstrapNode((origin) => {
  carried.push(origin)
  return fakeNode()
})
const plain = { address: 'node.example', username: '', password: '', proxy: '' }

describe('a bootstrap node', () => {
  test('is reached as other nodes are', () => {
    connect('http://node.example:18081', plain)
    expect(carried).toEqual(['http://node.example:18081'])
  })

  test.each([{ proxy: '127.0.0.1:9050' }, { username: 'user' }, { password: 'word' }])(
    'error: is not reached in another way than %o asks for',
    async (settings) => {
      const before = carried.length
      const node = connect('http://node.example:18081', { ...plain, ...settings })
      const ask = { path: '/getinfo', body: new Uint8Array(), contentType: 'x', once: false }
      await expect(node.ask(ask)).rejects.toThrow(new AwayError('unsent'))
      expect(carried).toHaveLength(before)
    },
  )
})
