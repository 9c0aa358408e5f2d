import { describe, expect, test } from 'vitest'
import { keyFileAttacker } from '../../../web/state/key-file-attacker.ts'
import { graphicsCard } from '../../../web/state/password-rating.ts'
import { ratePassword } from '../../../web/state/rate-password.ts'

const rated = (password: string, names: string[] = []) =>
  ratePassword(password, names, graphicsCard)

describe('the rating of a password', () => {
  test.each([
    ['1234', 0, 'Very weak'],
    ['password', 0, 'Very weak'],
    ['P@ssw0rd!', 0, 'Very weak'],
    ['qwertyuiop', 0, 'Very weak'],
    // The name of a member that every object inherits.
    ['constructor', 0, 'Very weak'],
    ['Summer2024!Summer', 0, 'Very weak'],
    ['a'.repeat(300), 0, 'Very weak'],
    ['k3Vx9qLm2T', 1, 'Weak'],
    ['k3Vx9qLm2Tz8', 2, 'Fair'],
    ['correct horse battery staple', 4, 'Very strong'],
    ['quiet lantern harbour kiosk 93', 4, 'Very strong'],
  ])('%j has level %i, "%s"', (password, level, words) => {
    expect(rated(password)).toMatchObject({ level, text: expect.stringMatching(`^${words}: `) })
  })

  test('names the time against the cost of the wallet, the minimum and the reason', () => {
    // The third most common password: three guesses.
    expect(rated('password').text).toBe(
      'Very weak: a large graphics card guesses it within less than a second. The minimum is 10 years. ' +
        'This is a heavily used password.',
    )
    // 10^12 guesses, 1500 a second.
    expect(rated('k3Vx9qLm2Tz8').text).toBe(
      'Fair: a large graphics card guesses it within 21 years.',
    )
  })

  test('counts the name of the wallet and its words as known', () => {
    const password = 'Zvqxutplk Wrhgmbnd'
    expect(rated(password).level).toBeGreaterThan(1)
    for (const name of [password, `${password} savings`])
      expect(rated(password, [name])).toMatchObject({
        level: 0,
        text: expect.stringContaining('It contains the name of the wallet or of this program.'),
      })
    expect(rated('nightjar monero').level).toBe(0)
  })

  test('ignores characters after the first 40', () => {
    const start = 'k3Vx9qLm2T'.repeat(4)
    expect(rated(`${start}${'q4$'.repeat(10_000)}`)).toEqual(rated(start))
  })

  test('depends on the rounds of a key file', () => {
    const levels = [1, 100, 10_000].map(
      (rounds) => ratePassword('k3Vx9qLm2Tz8', [], keyFileAttacker(rounds)).level,
    )
    // 10^12 guesses with 220,000 hashes a second: 53 days, 14 years, 1440 years.
    expect(levels).toEqual([1, 2, 3])
  })
})
