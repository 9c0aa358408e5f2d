import { describe, expect, test } from 'vitest'
import { differencesOf } from './compare.ts'
import { isUnrepeated } from './echoed-input.ts'

const paths = (method: string, theirs: unknown, ours: unknown) =>
  differencesOf(method, { result: theirs }, { result: ours }).map(({ path }) => path)

describe('differencesOf', () => {
  test('finds a different order of a list', () => {
    expect(paths('get_tx_notes', { notes: ['a', ''] }, { notes: ['', 'a'] })).toEqual([
      'result.notes[]',
      'result.notes[]',
    ])
  })

  test('ignores the order of lists whose order is random', () => {
    const [one, other] = [{ txid: 'a' }, { txid: 'b' }]
    expect(paths('get_transfers', { in: [one, other] }, { in: [other, one] })).toEqual([])
    expect(paths('get_transfers', { in: [one] }, { in: [other] })).toEqual(['result.in[].txid'])
  })

  test('accepts any received transfer as the first, before the sent transfers', () => {
    const [one, other, sent] = [
      { txid: 'a', amount: 1n, type: 'in' },
      { txid: 'a', amount: 2n, type: 'in' },
      { txid: 'a', amount: 3n, type: 'out' },
    ]
    const transfers = (...list: readonly object[]) => ({ transfer: list[0], transfers: list })
    const method = 'get_transfer_by_txid'
    expect(paths(method, transfers(one, other, sent), transfers(other, one, sent))).toEqual([])
    expect(paths(method, transfers(one, sent), transfers(sent, one))).not.toEqual([])
    expect(
      paths(method, transfers(one, sent), { transfer: sent, transfers: [one, sent] }),
    ).not.toEqual([])
  })

  test('requires the same fee, but allows the weight to differ by the size of ring offsets', () => {
    const [one, other] = [
      { fee: 1n, weight: 1500n },
      { fee: 1n, weight: 1503n },
    ]
    expect(paths('transfer', one, other)).toEqual([])
    expect(paths('transfer', one, { ...other, fee: 2n })).toEqual(['result.fee'])
    expect(paths('transfer', one, { ...other, weight: 1504n })).toEqual(['result.weight'])
  })

  test('allows a sweep to pay the fee of its own weight', () => {
    const swept = (weight: bigint, fee: bigint) => ({ weight, fee, amount: 10n ** 12n - fee })
    const one = swept(1500n, 30_000_000n)
    const compared = (ours: object) => paths('sweep_single', one, ours)
    expect(compared(swept(1502n, 30_040_000n))).toEqual([])
    expect(compared(swept(1500n, 30_010_000n))).toEqual(['result.fee'])
    expect(compared(swept(1502n, 30_060_000n))).toEqual(['result.fee'])
    expect(compared({ ...one, amount: one.amount - 1n })).toEqual(['result.amount'])
  })

  test('allows ten minutes between the timestamps of pending transfers', () => {
    const at = (height: bigint, timestamp: bigint) => ({ pool: [{ height, timestamp }] })
    expect(paths('get_transfers', at(0n, 1000n), at(0n, 1600n))).toEqual([])
    expect(paths('get_transfers', at(0n, 1000n), at(0n, 1601n))).not.toEqual([])
    expect(paths('get_transfers', at(5n, 1000n), at(5n, 1001n))).not.toEqual([])
  })
})

describe('an error message that omits the given value', () => {
  const head = 'WALLET_RPC_ERROR_CODE_WRONG_ADDRESS: '
  const wrong = 'Error parsing URI: URI has wrong '

  test.each([
    ['names the field', `${head}x`, `${head}destinations[0].address`, true],
    ['takes what is absent for empty', head, `${head}address`, true],
    ['error: names another', `${head}x`, `${head}address`, false],
    ['error: is another', `${head}x`, 'Invalid address', false],
    ['ends before it', `${wrong}address: q`, `${wrong}address`, true],
    ['error: says another reason', `${wrong}address: q`, `${wrong}parameter`, false],
    ['error: leaves out what was not given', `${wrong}address: z`, `${wrong}address`, false],
    ['names the parameter', `${wrong}parameter: a=1=2`, `${wrong}parameter: a`, true],
  ])('%s', (_, theirs, ours, expected) => {
    const params = '{"destinations":[{"address":"x"}],"uri":"monero:q?a=1=2"}'
    expect(isUnrepeated(theirs, ours, params)).toBe(expected)
  })
})
