import { expect, test } from 'vitest'
import { everyAreaTests } from './areas/every-area.ts'
import { openFirefox } from './firefox.ts'

const parts = everyAreaTests('Firefox', openFirefox)

test('all areas in Firefox make no request to another origin, and no error is on the console', () => {
  const { screen, nightjar } = parts()
  const foreign = screen.requests().filter((url) => !url.startsWith(nightjar.url))
  expect(foreign.filter((url) => /^https?:/.test(url))).toEqual([])
  expect(screen.errors()).toEqual([])
})
