/**
 * A command that an operator has run when something happens.
 *
 * @module
 * @see monero src/common/notify.cpp, src/common/spawn.cpp
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/** Words that stand for something, `%s` for one, and what for. */
export type Tags = { readonly [tag: string]: string }

/**
 * Runs a command: no shell, no environment, no input, and nobody waits for it. Its words are separated
 * by spaces and tabs alone. Undefined, and said so, when there is no such file.
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
    // Its path, so that no other program of that name is looked for.
    const child = spawn(resolve(file), args, {
      argv0,
      env: {},
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.once('error', ({ message }) => console.error(`${what} notify: ${message}`))
    child.unref()
  }
}

const replaced = (word: string, tags: Tags) =>
  Object.entries(tags).reduce((text, [tag, value]) => text.replaceAll(tag, value), word)
