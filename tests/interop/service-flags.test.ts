/** No flag of monero-wallet-rpc is refused: each is known here, and takes a value where it does there. */
import { spawnSync } from 'node:child_process'
import { expect } from 'vitest'
import { test } from '../support/programs/test.ts'
import { allFlags } from '../../server/wallet-rpc/options.ts'

const { stdout: help } = spawnSync('monero-wallet-rpc', ['--help'], { encoding: 'utf8' })

/** `NAME` or `NAME VALUE`, as its help lists them. */
const theirs = [...help.matchAll(/^ {2}--([a-z\d-]+)( arg)?(?: |$)/gm)].map(
  ([, name, value]) => `${name}${value ? ' VALUE' : ''}`,
)

test('its help lists flags', () => {
  expect(theirs).toEqual(expect.arrayContaining(['wallet-dir VALUE', 'restricted-rpc']))
  expect(theirs.length).toBe(help.match(/^ *--/gm)!.length)
})

test('our service has every flag', () => {
  const ours = new Set(
    Object.entries(allFlags).map(([name, { takes }]) => `${name}${takes ? ' VALUE' : ''}`),
  )
  expect(theirs.filter((flag) => !ours.has(flag))).toEqual([])
})
