/**
 * How much work is done, counted and not timed: V8 counts how often each block of code runs.
 *
 * @module
 */
import { Session, type Profiler } from 'node:inspector'

export type Steps = {
  /** Blocks of our own code that ran since the last time: calls, turns of loops, branches. */
  taken: () => number
}

/** Counts in code that is loaded from now on. @see https://v8.dev/blog/javascript-code-coverage */
export function countSteps(): Steps {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  return {
    taken() {
      let steps = 0
      session.post('Profiler.takePreciseCoverage', (error, { result }) => {
        if (error) throw error
        for (const script of result) if (script.url.startsWith('file:')) steps += stepsOf(script)
      })
      return steps
    },
  }
}

const stepsOf = ({ functions }: Profiler.ScriptCoverage) =>
  functions.reduce((sum, { ranges }) => ranges.reduce((inner, { count }) => inner + count, sum), 0)
