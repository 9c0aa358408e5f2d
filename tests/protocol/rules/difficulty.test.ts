import { hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  checkHash,
  DifficultyWindow,
  difficultyLag,
  difficultyWindow,
  nextDifficulty,
} from '#protocol/rules/difficulty.ts'
import { count, seed } from '../../support/random/case-counts.ts'

describe('nextDifficulty', () => {
  // monero tests/difficulty/difficulty.cpp: each line a block's time and the difficulty it must have.
  test('matches 1000 difficulties of monero', () => {
    const lines = readFileSync('tests/vectors/chain/difficulty.txt', 'utf8').trim().split('\n')
    const times: bigint[] = []
    const cumulative: bigint[] = []
    for (const line of lines) {
      const [time, difficulty] = line.split(' ').map(BigInt) as [bigint, bigint]
      const lagging = times.length >= difficultyWindow + difficultyLag
      const end = lagging ? times.length - difficultyLag : Math.min(times.length, difficultyWindow)
      const begin = lagging ? end - difficultyWindow : 0
      const next = nextDifficulty(times.slice(begin, end), cumulative.slice(begin, end), 120n)
      expect([times.length, next]).toEqual([times.length, difficulty])
      times.push(time)
      cumulative.push((cumulative.at(-1) ?? 0n) + difficulty)
    }
    expect(times).toHaveLength(1000)
  })

  test.each([
    ['no block', [], [], 1n],
    ['one block', [100n], [5n], 1n],
    ['two blocks in time', [0n, 120n], [5n, 12n], 7n],
    ['two blocks twice as fast', [0n, 60n], [5n, 12n], 14n],
    ['rounded up', [0n, 121n], [5n, 12n], 7n],
    ['no time between', [100n, 100n], [5n, 12n], 840n],
    ['out of order', [120n, 0n], [5n, 12n], 7n],
    ['above 64 bits', [0n, 120n], [0n, 1n << 100n], 1n << 100n],
    ['above 128 bits', [0n, 1n], [0n, 1n << 127n], 0n],
  ])('%s', (_, times, cumulative, expected) => {
    expect(nextDifficulty(times, cumulative, 120n)).toBe(expected)
  })

  test('ignores the newest 15 of 735 blocks', () => {
    const times = Array.from({ length: 735 }, (_, i) => BigInt(i) * 120n)
    const cumulative = Array.from({ length: 735 }, (_, i) => BigInt(i) * 1000n)
    const expected = nextDifficulty(times, cumulative, 120n)
    const late = [...times.slice(0, 720), ...times.slice(720).map((time) => time * 9n)]
    expect(nextDifficulty(late, cumulative, 120n)).toBe(expected)
    expect(expected).toBe(1000n)
  })

  test('error: lists of different lengths', () => {
    expect(() => nextDifficulty([1n, 2n], [1n], 120n)).toThrow(
      'expected as many difficulties as timestamps, got 1 and 2',
    )
  })
})

describe('DifficultyWindow', () => {
  const block = fc.record({ time: fc.nat(5000), difficulty: fc.bigInt(1n, 1n << 60n) })
  const many = fc.array(block, { minLength: 0, maxLength: 900, size: 'max' })

  test('gives the difficulties of nextDifficulty, whatever the order of timestamps', () => {
    fc.assert(
      fc.property(many, fc.constantFrom(60n, 120n), (blocks, target) => {
        const window = new DifficultyWindow(blocks)
        const last = blocks.slice(-difficultyWindow - difficultyLag)
        let sum = 0n
        const cumulative = last.map(({ difficulty }) => (sum += difficulty))
        const times = last.map(({ time }) => BigInt(time))
        expect(window.next(target)).toBe(nextDifficulty(times, cumulative, target))
        expect(window.blocks).toEqual(last)
      }),
      { numRuns: count(20, 1000), seed: seed() },
    )
  })

  test('matches 1000 difficulties of monero', () => {
    const lines = readFileSync('tests/vectors/chain/difficulty.txt', 'utf8').trim().split('\n')
    const window = new DifficultyWindow()
    for (const line of lines) {
      const [time, difficulty] = line.split(' ').map(BigInt) as [bigint, bigint]
      expect(window.next(120n)).toBe(difficulty)
      window.push({ time: Number(time), difficulty })
    }
  })
})

describe('checkHash', () => {
  const hash = (hex: string) => hexToBytes(hex.padEnd(64, '0'))
  const full = new Uint8Array(32).fill(0xff)

  test.each([
    ['zero, any difficulty', hash(''), (1n << 128n) - 1n, true],
    ['all ones, difficulty 1', full, 1n, true],
    ['all ones, difficulty 2', full, 2n, false],
    ['half, difficulty 2', hexToBytes('00'.repeat(31) + '80'), 2n, false],
    ['just below half, difficulty 2', hexToBytes('ff'.repeat(31) + '7f'), 2n, true],
    ['2^192, difficulty 2^64 - 1', hash('00'.repeat(24) + '01'), (1n << 64n) - 1n, true],
    ['2^192, difficulty 2^64', hash('00'.repeat(24) + '01'), 1n << 64n, false],
  ])('%s', (_, bytes, difficulty, expected) => {
    expect(checkHash(bytes, difficulty)).toBe(expected)
  })

  test('accepts every lower difficulty for the same hash', () => {
    const difficulty = fc.bigInt({ min: 1n, max: (1n << 128n) - 1n })
    const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 })
    fc.assert(
      fc.property(bytes, difficulty, difficulty, (hash, a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a]
        if (checkHash(hash, high)) expect(checkHash(hash, low)).toBe(true)
      }),
      { numRuns: count(1000, 100_000), seed: seed() },
    )
  })
})
