import { beforeEach, describe, expect, test } from 'vitest'

const stored = new Map<string, string>()
Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  },
})
const { OwnNodes } = await import('../../../web/trust/own-nodes.svelte.ts')
beforeEach(() => stored.clear())

describe('the list of own nodes', () => {
  test('is stored', () => {
    const nodes = new OwnNodes()
    expect(nodes.add(' Home ', 'node.example:18081')).toBe('http://node.example:18081')
    nodes.add('', 'https://two.example')
    const list = [
      { name: 'Home', address: 'http://node.example:18081' },
      { name: 'two.example', address: 'https://two.example' },
    ]
    expect(new OwnNodes().list).toEqual(list)
    nodes.remove('http://node.example:18081')
    expect(new OwnNodes().list).toEqual(list.slice(1))
  })

  test('error: an address that is none, and one that is in the list', () => {
    const nodes = new OwnNodes()
    nodes.add('', 'node.example')
    expect(() => nodes.add('', 'http://NODE.example')).toThrow('This node is in the list already.')
    expect(() => nodes.add('', 'name@node.example')).toThrow('not the address of a node')
    for (let at = 1; at < 50; at++) nodes.add('', `node${at}.example`)
    expect(() => nodes.add('', 'more.example')).toThrow('The list is full')
  })

  test.each([
    'no JSON',
    '{"a":1}',
    '[1,{"name":"x"},{"name":"x","address":"javascript:alert(1)"}]',
    '[null]',
  ])('error: a stored “%s” is ignored', (value) => {
    stored.set('nightjar.nodes', value)
    expect(new OwnNodes().list).toEqual([])
  })
})
