import { expect, test } from 'vitest'
import { keyFileAttacker } from '../../../web/state/key-file-attacker.ts'

test('more rounds make each guess at a key file slower', () => {
  const speeds = [1, 10, 100].map((rounds) => keyFileAttacker(rounds).guessesPerSecond)
  expect(speeds).toEqual([220_000, 22_000, 2200])
})
