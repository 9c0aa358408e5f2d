/**
 * A password that is asked of whoever starts a program.
 *
 * @module
 * @see monero src/common/password.cpp password_container::prompt
 */
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { ReadStream } from 'node:tty'

type Terminal = {
  stdin: NodeJS.ReadableStream & Partial<Pick<ReadStream, 'isTTY'>>
  stderr: NodeJS.WritableStream
}

/**
 * At a terminal it is asked for twice and not shown; else it is the first line of standard input.
 *
 * @param what - It is a password of.
 * @returns Undefined where there is no line, or whoever is asked gives none.
 */
export async function askPassword(
  what: string,
  { stdin, stderr }: Terminal = process,
): Promise<string | undefined> {
  if (!stdin.isTTY) return lineOf(stdin)
  for (;;) {
    stderr.write(`${what}: `)
    const password = await lineOf(stdin, stderr)
    if (password === undefined) return undefined
    stderr.write('Confirm password: ')
    if ((await lineOf(stdin, stderr)) === password) return password
    stderr.write('Passwords do not match! Please try again.\n')
  }
}

/** @param terminal - That `stdin` is, where it is one: its echo is off meanwhile. */
function lineOf(
  stdin: NodeJS.ReadableStream,
  terminal?: NodeJS.WritableStream,
): Promise<string | undefined> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({
    input: stdin,
    historySize: 0,
    ...(terminal && { output: nowhere, terminal: true }),
  })
  return new Promise((resolve) => {
    const end = (line: string | undefined) => {
      resolve(line)
      lines.close()
      terminal?.write('\n')
    }
    lines.once('line', end)
    // The end of the input, or Ctrl+C at a terminal: what was resolved before stays.
    lines.once('close', () => resolve(undefined))
  })
}
