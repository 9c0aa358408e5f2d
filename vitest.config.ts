import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

/** Milliseconds. Long enough for a busy machine; a test that hangs still fails. */
const timeouts = { testTimeout: 300_000, hookTimeout: 300_000 }

const unit = {
  exclude: ['tests/interop/**', 'tests/e2e/**'],
  // Every core. By default vitest keeps one free, which is half of a machine with two.
  maxWorkers: '100%',
  ...timeouts,
}

/** Of projects whose files share nothing. In `unit`, `fresh-file` imports it. */
const setupFiles = ['tests/support/byte-equality.ts']

/** They replace what belongs to a whole page or process, so each file has a process of its own. */
const alone = ['tests/web/**/*.test.ts', 'tests/server/process/**/*.test.ts']

/**
 * Three suites, which run one after the other. `unit` needs only Node, and has two projects: files of `unit-alone` share
 * nothing. `interop` starts real Monero programs. `e2e` starts real browsers, two files at a time.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...unit,
          name: 'unit',
          include: ['tests/**/*.test.ts'],
          exclude: [...unit.exclude, ...alone],
          // To load the engine again for each of 800 files takes longer than their tests.
          isolate: false,
          setupFiles: ['tests/support/fresh-file.ts'],
        },
      },
      {
        // Compiles the runes of the page's state.
        plugins: [svelte({ configFile: false })],
        test: { ...unit, name: 'unit-alone', include: alone, setupFiles },
      },
      {
        test: {
          name: 'interop',
          include: ['tests/interop/**/*.test.ts'],
          // The files mostly wait for programs. Each needs about a gigabyte of memory.
          maxWorkers: 4,
          setupFiles,
          sequence: { groupOrder: 1 },
          ...timeouts,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          // Two browsers: each waits a good part of its time, for blocks and for passwords that are hashed.
          maxWorkers: 2,
          setupFiles,
          sequence: { groupOrder: 2 },
          ...timeouts,
        },
      },
    ],
  },
})
