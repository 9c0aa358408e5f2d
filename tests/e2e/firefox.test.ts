import { expect, test } from 'vitest'
import { openFirefox } from './firefox.ts'
import { newUserTests } from './new-user.ts'

const parts = newUserTests('Firefox', openFirefox)

test('the page in Firefox makes no request to another origin', () => {
  const { screen, nightjar } = parts()
  const foreign = screen.requests().filter((url) => !url.startsWith(nightjar.url))
  expect(screen.requests().length).toBeGreaterThan(10)
  expect(foreign.filter((url) => /^https?:/.test(url))).toEqual([])
})
