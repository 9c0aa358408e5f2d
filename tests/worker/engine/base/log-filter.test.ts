import { expect, test } from 'vitest'
import { LogCategories } from '#protocol/log-categories.ts'
import { isLogged } from '../../../../worker/engine/base/log-filter.ts'

// Level 0 has *:WARNING, level 1 *:INFO; easylogging++ logs what is at least as severe.
test.each([
  ['0', [true, true, false]],
  ['1', [true, true, true]],
  ['wallet.*:ERROR', [true, false, false]],
  ['*:INFO,wallet.wallet2:FATAL', [false, false, false]],
  ['net:INFO', [false, false, false]],
])('with categories %s error, warning and info are logged: %o', (categories, expected) => {
  const log = new LogCategories()
  log.set(categories)
  const levels = ['error', 'warning', 'info'] as const
  expect(levels.map((level) => isLogged(log, level))).toEqual(expected)
})
