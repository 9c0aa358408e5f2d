/**
 * Every method with invalid values: an error is never an internal one, and changes no record.
 */
import { describe, expect, test } from 'vitest'
import { Decimal } from '#protocol/json/scanner.ts'
import { dispatch } from '../../../worker/rpc/dispatch.ts'
import * as methods from '../../../worker/rpc/methods.ts'
import {
  createWallet,
  allTables,
  repeatableScript,
  startProcess,
} from '../../support/wallets/crashing-wallet.ts'

/** As a client could send any of them, for any param. */
const values: [name: string, value: unknown][] = [
  ['null', null],
  ['no text', ''],
  ['a word', 'nonsense'],
  ['hex of odd length', 'abc'],
  ['zeros of an id', '0'.repeat(64)],
  ['ones of a key', 'f'.repeat(64)],
  ['a path', '../../etc/passwd'],
  ['a zero byte', 'a\0b'],
  ['half a surrogate pair', '\ud800'],
  ['long text', 'x'.repeat(100_000)],
  ['a negative number', -1],
  ['the largest u32', 0xffff_ffff],
  ['above u32', 0x1_0000_0000],
  ['the largest u64', 2n ** 64n - 1n],
  ['above u64', 2n ** 64n],
  ['a fraction', new Decimal('1.5')],
  ['an exponent', new Decimal('1e3')],
  ['true', true],
  ['an empty list', []],
  ['a list of nothing', [null]],
  ['a list of words', ['nonsense', 'nonsense']],
  ['a list of lists', [[[]]]],
  ['an object', {}],
  ['a foreign object', { major: -1, minor: 'x', amount: -1, address: 5 }],
  ['a prototype', JSON.parse('{"__proto__":{"address":"x"}}')],
]

/** What no answer may repeat. */
const secrets = new Set(['seed', 'seed_offset', 'spendkey', 'viewkey', 'password', 'old_password'])

/** It ends the service; nothing is asked of it. */
const { stop_wallet: _, ...table } = methods
const names = Object.keys(table) as (keyof typeof table)[]

/** A chain on which the wallet has coins. */
async function paidScript() {
  const script = await repeatableScript(7)
  const amount = 5_000_000_000_000n
  script.mine([script.pay({ payments: [{ to: { account: 0, address: 0 }, amount }] })])
  while (script.height < 60) script.mine()
  return script
}

let script: Awaited<ReturnType<typeof paidScript>> | undefined

/** A service with a wallet that has coins. */
async function begin() {
  // Wallets share a chain until one of them sends something.
  if (!script || script.pool.size > 0) script = await paidScript()
  const process = await startProcess(script, 8)
  const wallet = await createWallet(process)
  await wallet.sync.refresh()
  return { ...process, wallet }
}

describe.each(names)('%s', (name) => {
  const params = Object.keys(table[name].params)

  test('error: a param with an invalid value', async () => {
    let { service, wallet } = await begin()
    for (const param of params)
      for (const [what, value] of values) {
        if (service.wallet !== wallet) ({ service, wallet } = await begin())
        const before = allTables(wallet.store)
        const outcome = await dispatch(service, name, { [param]: value })
        if ('result' in outcome) continue
        expect(outcome.error.code, `${param}: ${what}: ${outcome.error.message}`).not.toBe(-32603)
        expect(allTables(wallet.store), `${param}: ${what}`).toEqual(before)
        if (secrets.has(param) && typeof value === 'string' && value !== '')
          expect(JSON.stringify(outcome.error)).not.toContain(value)
      }
    await service.close()
  })

  test('error: params that are not an object', async () => {
    const { service, wallet } = await begin()
    const before = allTables(wallet.store)
    for (const value of [[], 'x', 5, true])
      expect(await dispatch(service, name, value)).toMatchObject({
        error: { code: -32602, message: 'Invalid params' },
      })
    expect(allTables(wallet.store)).toEqual(before)
    await service.close()
  })
})
