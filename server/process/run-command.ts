/**
 * A command of the operator for an event.
 *
 * @module
 * @see monero src/common/notify.cpp, src/common/spawn.cpp
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/** Placeholders such as `%s`, and their values. */
export type Tags = { readonly [tag: string]: string }

/**
 * Runs a command without a shell, environment or input, and without waiting for it. Only spaces and tabs
 * separate its words. Logs a missing file and returns undefined.
 */
export function command(what: string, spec: string): ((tags: Tags) => void) | undefined {
  const words = spec.split(/[ \t]+/)
  const [file = ''] = words
  if (file === '' || !existsSync(file)) {
    console.error(`Failed to parse ${what} notify spec: File not found: ${file}`)
    return undefined
  }
  return (tags) => {
    const [argv0 = '', ...args] = words.map((word) => replaced(word, tags))
    // The full path: no search for another program of that name.
    const child = spawn(resolve(file), args, {
      argv0,
      env: {},
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.once('error', ({ message }) => console.error(`${what} notify: ${message}`))
    child.unref()
  }
}

// A function: in a text, `$&` and others have a meaning.
const replaced = (word: string, tags: Tags) =>
  Object.entries(tags).reduce((text, [tag, value]) => text.replaceAll(tag, () => value), word)
