import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

/** In milliseconds, and long, so that a busy machine fails no test: what hangs is noticed all the same. */
const patience = { testTimeout: 300_000, hookTimeout: 300_000 }

/**
 * Three suites, one after the other: `unit` needs nothing but Node, `interop` starts real Monero
 * programs, `e2e` a real browser, one file at a time: it wants the machine for itself.
 */
export default defineConfig({
  test: {
    projects: [
      {
        // The page's state is written in runes.
        plugins: [svelte({ configFile: false })],
        test: {
          name: 'unit',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/interop/**', 'tests/e2e/**'],
          // Every core: vitest leaves one to itself, which on a machine of two is half of it.
          maxWorkers: '100%',
          ...patience,
        },
      },
      {
        test: {
          name: 'interop',
          include: ['tests/interop/**/*.test.ts'],
          // Its files wait for programs more than they work; each needs about a gigabyte.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
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
