import { describe, expect, test } from 'vitest'
import { bool, FieldError, list, object, text, u64 } from '#protocol/fields.ts'
import { parseParams } from '../../proxy/params.ts'

const fields = {
  height: u64.default(7n),
  name: text.default('none'),
  amounts: list(u64).default([5n]),
  heights: list(u64),
  peers: list(object({ host: text.default(''), ban: bool.default(false) })).default([]),
}
const defaults = { height: 7n, name: 'none', amounts: [5n], heights: [], peers: [] }

describe('parseParams', () => {
  test.each([[undefined], [null], [5], ['x'], [[1, 2]], [{}], [{ height: null }]])(
    'absent params of %j have their defaults, a list without one is empty',
    (given) => {
      expect(parseParams(fields, given)).toEqual(defaults)
    },
  )

  test('reads every value by its field and leaves unknown ones out', () => {
    const given = { height: 1, amounts: ['0', 2n], peers: [{ host: 'a', x: 1 }, {}], later: 1 }
    expect(parseParams(fields, given)).toEqual({
      ...defaults,
      height: 1n,
      amounts: [0n, 2n],
      peers: [
        { host: 'a', ban: false },
        { host: '', ban: false },
      ],
    })
  })

  test.each([
    ['a scalar in place of a list', { amounts: 1, heights: 'x' }],
    ['an object in place of a list', { peers: { host: 'a' } }],
  ])('ignores %s', (_, given) => {
    expect(parseParams(fields, given)).toEqual(defaults)
  })

  test.each([
    ['height', { height: 'x', name: 5 }, 'height: expected u64, got string of 1'],
    ['amounts[1]', { amounts: [1, true] }, 'amounts[1]: expected u64, got true'],
    ['peers[0].ban', { peers: [{ ban: 1 }] }, 'peers[0].ban: expected bool, got 1'],
  ])('error: the first scalar of the wrong type is named: %s', (_, given, message) => {
    expect(() => parseParams(fields, given)).toThrow(FieldError)
    expect(() => parseParams(fields, given)).toThrow(message)
  })
})
