import { describe, expect, test } from 'vitest'
import { wantedOutputs } from '#protocol/daemon/wanted-outputs.ts'
import { object } from '#protocol/fields.ts'

describe('params that name outputs', () => {
  const parse = (params: object) => object(wantedOutputs).parse(params, '')

  test('have an empty list of outputs, amount 0 and index 0 by default', () => {
    expect(parse({})).toEqual({ client: '', outputs: [] })
    expect(parse({ outputs: [{ index: 5 }, { amount: 2n ** 64n - 1n }] })).toMatchObject({
      outputs: [
        { amount: 0n, index: 5n },
        { amount: 2n ** 64n - 1n, index: 0n },
      ],
    })
  })

  test('error: an index that is not a u64; the message contains its path', () => {
    expect(() => parse({ outputs: [{ index: 1 }, { index: -1 }] })).toThrow(
      'outputs[1].index: expected u64, got -1',
    )
  })
})
