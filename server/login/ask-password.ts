/**
 * A password from the terminal, or from standard input.
 *
 * @module
 * @see monero src/common/password.cpp password_container::prompt
 */
import { createInterface } from 'node:readline'
import type { ReadStream } from 'node:tty'
import { read } from 'read'

type Terminal = {
  stdin: NodeJS.ReadableStream & Partial<Pick<ReadStream, 'isTTY'>>
  stderr: NodeJS.WritableStream
}

/**
 * Prompts twice at a terminal, without showing the password. Otherwise it reads the first line of standard input.
 *
 * @param what - The name of the password in the prompt.
 * @returns Undefined at the end of the input, or after Ctrl+C.
 */
export async function askPassword(
  what: string,
  terminal: Terminal = process,
): Promise<string | undefined> {
  if (!terminal.stdin.isTTY) return firstLine(terminal.stdin)
  for (;;) {
    const password = await askHidden(`${what}:`, terminal)
    if (password === undefined) return undefined
    if ((await askHidden('Confirm password:', terminal)) === password) return password
    terminal.stderr.write('Passwords do not match! Please try again.\n')
  }
}

async function firstLine(input: NodeJS.ReadableStream): Promise<string | undefined> {
  for await (const line of createInterface({ input })) return line
  return undefined
}

async function askHidden(prompt: string, { stdin, stderr }: Terminal) {
  // `read` never settles when the input ends, but its interface pauses the input then.
  let pause = () => {}
  const paused = new Promise<undefined>((resolve) => {
    pause = () => void setImmediate(resolve, undefined)
    stdin.once('pause', pause)
  })
  const line = read({ prompt, silent: true, input: stdin, output: stderr, terminal: true })
  const password = await Promise.race([line.catch(() => undefined), paused])
  stdin.off('pause', pause)
  stderr.write('\n')
  return password
}
