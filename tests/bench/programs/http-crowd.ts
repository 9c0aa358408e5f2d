/**
 * Hostile HTTP clients of a program: each kind is a process of its own.
 *
 * @module
 */
import { startProgram } from '../../support/programs/process.ts'

/** A request whose answer is long. */
export type LongRequest = { method: string; path: string; body?: string }

export type CrowdSize = { idle: number; unread: number; invalid: number }

type Crowd = {
  /** Connections that are open, of each kind. */
  open: () => CrowdSize
  /** Answers to invalid requests so far. */
  answered: () => number
  stop: () => Promise<void>
}

/** All of them have one loopback address, which is not that of other clients. */
const address = '127.0.0.2'

export async function startCrowd(port: number, size: CrowdSize, long: LongRequest): Promise<Crowd> {
  const start = (kind: keyof CrowdSize) =>
    startProgram(process.execPath, [
      'tests/bench/programs/http-crowd-process.mjs',
      kind,
      `${size[kind]}`,
      `${port}`,
      address,
      JSON.stringify(long),
    ])
  const [idle, unread, invalid] = [
    await start('idle'),
    await start('unread'),
    await start('invalid'),
  ]
  const last = ({ output }: typeof idle) => {
    const [, open = 0, answered = 0] = /open (\d+) answered (\d+)\n$/.exec(output()) ?? []
    return { open: Number(open), answered: Number(answered) }
  }
  return {
    open: () => ({
      idle: last(idle).open,
      unread: last(unread).open,
      invalid: last(invalid).open,
    }),
    answered: () => last(invalid).answered,
    stop: async () => void (await Promise.all([idle, unread, invalid].map((each) => each.stop()))),
  }
}
