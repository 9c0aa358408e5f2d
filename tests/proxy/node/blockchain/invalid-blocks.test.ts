import { expect, test } from 'vitest'
import { InvalidBlocks } from '../../../../proxy/node/blockchain/invalid-blocks.ts'
import { idOfHeight } from '../../../support/chains/in-memory-pool.ts'

test('invalid blocks are known until they are cleared', () => {
  const invalid = new InvalidBlocks()
  invalid.add('aa')
  expect(['aa', 'bb'].map((id) => invalid.has(id))).toEqual([true, false])
  invalid.clear()
  expect(invalid.has('aa')).toBe(false)
})

test('the oldest of more than 10 000 invalid blocks is dropped', () => {
  const invalid = new InvalidBlocks()
  for (let height = 0n; height < 10_000n; height++) invalid.add(idOfHeight(height))
  // A known block does not displace another.
  invalid.add(idOfHeight(5000n))
  expect(invalid.has(idOfHeight(0n))).toBe(true)
  invalid.add(idOfHeight(10_000n))
  const known = [0n, 1n, 10_000n].map((height) => invalid.has(idOfHeight(height)))
  expect(known).toEqual([false, true, true])
})
