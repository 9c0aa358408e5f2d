import { utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { Subscriptions, topics } from '../../../proxy/publisher/topics.ts'

const message = (tag: number, prefix: string) => Uint8Array.of(tag, ...utf8ToBytes(prefix))
const included = (subscriptions: Subscriptions) =>
  topics.filter((topic) => subscriptions.includes(topic))

describe('Subscriptions', () => {
  test.each([
    ['', [...topics]],
    ['json-full', topics.filter((topic) => topic.startsWith('json-full'))],
    ['json-minimal-', ['json-minimal-chain_main', 'json-minimal-txpool_add']],
    ['json-minimal-txpool_add', ['json-minimal-txpool_add']],
    ['json-minimal-txpool_add:', []],
    ['raw-', []],
  ])('%j is the beginning of its topics', (prefix, expected) => {
    const subscriptions = new Subscriptions()
    subscriptions.apply(message(1, prefix))
    expect(included(subscriptions)).toEqual(expected)
  })

  test('end with the last client', () => {
    const subscriptions = new Subscriptions()
    subscriptions.apply(message(1, 'json-full-miner_data'))
    subscriptions.apply(message(1, 'json-full-m'))
    subscriptions.apply(message(0, 'json-full-m'))
    expect(included(subscriptions)).toEqual(['json-full-miner_data'])
    subscriptions.apply(message(0, 'json-full-miner_data'))
    expect(included(subscriptions)).toEqual([])
  })

  test('ignore an end without a beginning, and other messages', () => {
    const subscriptions = new Subscriptions()
    subscriptions.apply(message(0, ''))
    subscriptions.apply(message(2, ''))
    subscriptions.apply(new Uint8Array())
    expect(included(subscriptions)).toEqual([])
    subscriptions.apply(message(1, ''))
    expect(included(subscriptions)).toEqual([...topics])
  })

  test('include one of several topics', () => {
    const subscriptions = new Subscriptions()
    subscriptions.apply(message(1, 'json-full-txpool_add'))
    expect(subscriptions.includes('json-minimal-txpool_add', 'json-full-txpool_add')).toBe(true)
    expect(subscriptions.includes('json-minimal-txpool_add')).toBe(false)
  })
})
