/**
 * What is to be put away when the test process ends, in whatever way.
 *
 * @module
 */

// The runner ends its workers by signal, which alone would skip `exit`.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.once(signal, () => process.exit(1))

/** Runs `clean`, which must not wait for anything, when the process ends. */
export const atExit = (clean: () => void) => void process.once('exit', clean)

process.setMaxListeners(100)
