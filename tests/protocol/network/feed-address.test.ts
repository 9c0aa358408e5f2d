import { describe, expect, test } from 'vitest'
import { feedAddress, requiredFeedAddress } from '#protocol/network/feed-address.ts'

describe('the address of a second server', () => {
  test.each([
    ['https://Feed.example', 'https://feed.example'],
    [' https://feed.example/ ', 'https://feed.example'],
    ['https://feed.example:18089', 'https://feed.example:18089'],
    ['https://user.example/Static/feed/', 'https://user.example/Static/feed'],
    ['https://[2001:db8::1]:8443', 'https://[2001:db8::1]:8443'],
    ['http://abc.onion', 'http://abc.onion'],
    ['http://localhost:18089', 'http://localhost:18089'],
    ['http://127.0.0.1:18089', 'http://127.0.0.1:18089'],
    ['http://192.168.1.7:18089', 'http://192.168.1.7:18089'],
    ['http://[::1]:18089', 'http://[::1]:18089'],
  ])('%s', (typed, address) => {
    expect(feedAddress(typed)).toBe(address)
    expect(requiredFeedAddress('--compare-feed', typed)).toBe(address)
  })

  test.each([
    '',
    'feed.example',
    'feed.example:18089',
    'ftp://feed.example',
    // Anybody in between could change an answer.
    'http://feed.example',
    'http://onion.example',
    'https://name:secret@feed.example',
    'https://feed.example/?query',
    'https://feed.example/#part',
    'https://feed.example; script-src *',
    "https://feed.example 'unsafe-inline'",
    'https://feed.example/a,b',
    'https://a//b',
  ])('error: %s is not an address of a feed', (typed) => {
    expect(feedAddress(typed)).toBeUndefined()
    expect(() => requiredFeedAddress('--compare-feed', typed)).toThrow(
      '--compare-feed: expected an https URL, or an http URL of an onion service or a private network, without a login',
    )
  })
})
