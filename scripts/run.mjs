import { spawnSync } from 'node:child_process'

/**
 * Runs a command with its output on standard error, and ends this program when the command fails.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string }} [options]
 */
export function run(command, args, { env = process.env, cwd = '.' } = {}) {
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 2, 2], env, cwd })
  if (status === 0) return
  console.error(`${command} ${args.join(' ')}: ${error ? error.message : 'failed, see above'}`)
  process.exit(1)
}
