import { describe, expect, test } from 'vitest'
import { quiz } from '../../../web/state/quiz.ts'

const words = Array.from({ length: 25 }, (_, index) => `word${index % 24}`)

describe('quiz', () => {
  test('asks for three different positions, in order', () => {
    const positions = quiz(words).map(({ position }) => position)
    expect(new Set(positions).size).toBe(3)
    expect([...positions].sort((a, b) => a - b)).toEqual(positions)
  })

  test('offers the correct word among four different ones', () => {
    for (const { position, choices } of Array.from({ length: 50 }, () => quiz(words)).flat()) {
      expect(choices).toHaveLength(4)
      expect(new Set(choices).size).toBe(4)
      expect(choices).toContain(words[position])
    }
  })
})
