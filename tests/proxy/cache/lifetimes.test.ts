import { describe, expect, test } from 'vitest'
import * as tables from '#protocol/daemon/calls.ts'
import type { DaemonContract } from '#protocol/daemon/contract.ts'
import { lifetimeOf, type Table } from '../../../proxy/cache/lifetimes.ts'

const allOf = (table: Table) => Object.entries<DaemonContract>(tables[table])
const all = (['rpc', 'json', 'bin'] as const).flatMap((table) =>
  allOf(table).map(([name, contract]) => [table, name, contract] as const),
)
const untilOf = (
  table: Table,
  name: string,
  params: Record<string, unknown> = {},
  topHeight: bigint | 'unknown' = 5_000n,
) => {
  const contract = Object.fromEntries(allOf(table))[name]!
  const known = topHeight === 'unknown' ? undefined : topHeight
  return lifetimeOf(table, { name, contract, params }, known).until
}

describe('lifetimeOf', () => {
  test.each(all.filter(([, , { once }]) => once))('%s %s has an effect: never', (table, name) => {
    expect(untilOf(table, name)).toBe('never')
  })

  test('a call that gets an effect is not kept, whatever the table says', () => {
    const contract: DaemonContract = { ...tables.json.get_height, once: true }
    const call = { name: 'get_height', contract, params: {} }
    expect(lifetimeOf('json', call, 1n)).toEqual({ until: 'never' })
  })

  test('calls that tell an operator of the node are not kept', () => {
    const operators = all.filter(
      ([table, name, { restricted, once }]) =>
        restricted && !once && untilOf(table, name) !== 'never',
    )
    // The sum costs the node much, and says nothing about it.
    expect(operators.map(([, name]) => name)).toEqual(['get_coinbase_tx_sum'])
  })

  test.each<[Table, string, Record<string, unknown>]>([
    ['rpc', 'on_get_block_hash', { value: [4_280n] }],
    ['rpc', 'get_coinbase_tx_sum', { height: 4_000n, count: 280n }],
    ['rpc', 'get_output_distribution', { to_height: 4_280n }],
    ['bin', 'get_output_distribution', { to_height: 4_280n }],
    ['bin', 'get_blocks_by_height', { heights: [4_280n, 1n] }],
  ])('%s %s is settled 720 blocks below the top', (table, name, params) => {
    expect(untilOf(table, name, params, 5_000n)).toBe('settled')
    expect(untilOf(table, name, params, 4_999n)).toBe('tip')
    expect(untilOf(table, name, params, 'unknown')).toBe('tip')
  })

  test.each<[Table, string, Record<string, unknown>]>([
    ['rpc', 'on_get_block_hash', { value: [] }],
    ['rpc', 'get_output_distribution', { to_height: 0n }],
    ['bin', 'get_blocks_by_height', { heights: [] }],
    ['bin', 'get_blocks_by_height', { heights: [1n, 4_281n] }],
    ['rpc', 'get_block_header_by_height', { height: 1n }],
    ['rpc', 'get_block', { height: 1n }],
  ])('%s %s with %o stays until the top block changes', (table, name, params) => {
    expect(untilOf(table, name, params)).toBe('tip')
  })

  test('blocks with pool information stay until the pool changes', () => {
    expect(untilOf('bin', 'get_blocks', { requested_info: 0 })).toBe('tip')
    expect(untilOf('bin', 'get_blocks', { requested_info: 1 })).toBe('pool')
    expect(untilOf('bin', 'get_blocks', { requested_info: 2 })).toBe('pool')
  })

  test('an unknown call is not kept', () => {
    const call = { name: 'get_nothing', contract: tables.json.get_height, params: {} }
    expect(lifetimeOf('json', call, 1n)).toEqual({ until: 'never' })
  })
})
