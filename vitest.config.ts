import { defineConfig } from 'vitest/config'

/** In milliseconds, and long, so that a busy machine fails no test: what hangs is noticed all the same. */
const patience = { testTimeout: 300_000, hookTimeout: 300_000 }

/**
 * Three suites: `unit` needs nothing but Node, `interop` starts real Monero programs, `e2e` a real
 * browser. The last two run one file at a time: their programs want the machine for themselves.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/interop/**', 'tests/e2e/**'],
          ...patience,
        },
      },
      {
        test: {
          name: 'interop',
          include: ['tests/interop/**/*.test.ts'],
          fileParallelism: false,
          ...patience,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          fileParallelism: false,
          ...patience,
        },
      },
    ],
  },
})
