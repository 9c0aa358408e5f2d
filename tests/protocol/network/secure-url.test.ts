import { expect, test } from 'vitest'
import { secureUrl } from '#protocol/network/secure-url.ts'

const read = (url: string) => secureUrl('--dns-over-https', url, 'a resolver')

test.each([
  'https://resolver.example/dns-query',
  'http://localhost:8053/dns-query',
  'http://127.0.0.1:8053/',
])('%s', (url) => {
  expect(read(url)).toBe(url)
})

test.each(['http://resolver.example/dns-query', 'resolver.example', '', 'file:///etc/hosts'])(
  'error: %j cannot be trusted',
  (url) => {
    expect(() => read(url)).toThrow('--dns-over-https: expected the https URL of a resolver')
  },
)
