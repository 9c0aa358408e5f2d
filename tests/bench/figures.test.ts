import { expect, test } from 'vitest'
import { testCrypto } from '../support/wasm/crypto.ts'
import { figures, type FigureName } from './kernels/figures.ts'

test.each(Object.keys(figures) as FigureName[])('%s is answered rightly', async (name) => {
  const { run, steps } = figures[name](await testCrypto())
  expect(run).not.toThrow()
  expect(steps).toBeGreaterThan(0)
})
