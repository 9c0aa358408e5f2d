import { defineConfig } from 'vitest/config'

/** Measurements: run alone, on an idle machine. */
export default defineConfig({
  test: { include: ['tests/bench/**/*.test.ts'], root: new URL('../..', import.meta.url).pathname },
})
