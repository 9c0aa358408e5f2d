import { describe, expect, test } from 'vitest'
import { brief, groups } from '../../../web/format/address.ts'

describe('an address', () => {
  const address =
    '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wf'

  test('is split into groups of five characters', () => {
    expect(groups(address)[0]).toBe('44AFF')
    expect(groups(address).join('')).toBe(address)
  })

  test('keeps both ends in its brief form', () => {
    expect(brief(address)).toBe('44AFFq5k…VBBEt7f2wf'.replace('VBBEt7f2wf', address.slice(-8)))
    expect(brief('short')).toBe('short')
  })
})
