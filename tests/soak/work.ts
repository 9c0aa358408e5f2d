/**
 * Work that repeats until the end of a soak.
 *
 * @module
 */
import { CallError } from '../support/network/http-client.ts'
import { pause } from '../support/programs/process.ts'

export type Work = {
  name: string
  /** Between two rounds: it bounds the load. */
  pauseMs: number
  round: (index: number) => Promise<void>
}

export type Done = { name: string; rounds: number; failures: string[] }

/** A failure of a program that answers no more repeats without end. */
const mostFailures = 20

/** Repeats rounds until `isOver`, or until too many have failed. */
export async function repeat(
  { name, pauseMs, round }: Work,
  isOver: () => boolean,
  log: (line: string) => void,
): Promise<Done> {
  const done: Done = { name, rounds: 0, failures: [] }
  while (!isOver() && done.failures.length < mostFailures) {
    try {
      await round(done.rounds)
    } catch (error) {
      const failure = `${name}, round ${done.rounds}: ${(error as Error).message}`
      done.failures.push(failure)
      log(failure)
    }
    done.rounds++
    await pause(pauseMs)
  }
  return done
}

/** What a call returns; undefined where the service refuses it, as it does without unlocked money. */
export async function unlessRefused<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof CallError) return undefined
    throw error
  }
}
