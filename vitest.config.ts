import { defineConfig } from 'vitest/config'

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
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'interop',
          include: ['tests/interop/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
