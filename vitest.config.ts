import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

/** Milliseconds. Long enough for a busy machine; a test that hangs still fails. */
const timeouts = { testTimeout: 300_000, hookTimeout: 300_000 }

/**
 * Three suites, which run one after the other. `unit` needs only Node. `interop` starts real Monero
 * programs. `e2e` starts real browsers, one file at a time, because browsers need the whole machine.
 */
export default defineConfig({
  test: {
    projects: [
      {
        // Compiles the runes of the page's state.
        plugins: [svelte({ configFile: false })],
        test: {
          name: 'unit',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/interop/**', 'tests/e2e/**'],
          // Every core. By default vitest keeps one free, which is half of a machine with two.
          maxWorkers: '100%',
          ...timeouts,
        },
      },
      {
        test: {
          name: 'interop',
          include: ['tests/interop/**/*.test.ts'],
          // The files mostly wait for programs. Each needs about a gigabyte of memory.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          ...timeouts,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          fileParallelism: false,
          ...timeouts,
        },
      },
    ],
  },
})
