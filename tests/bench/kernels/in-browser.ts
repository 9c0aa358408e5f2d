/** Runs the timer in a worker of a page; its modules are served next to it. */
import { startClock, type Clock } from './clock.ts'

const scope = globalThis as unknown as { clock: Promise<Clock> }

scope.clock = startClock(async (name) => {
  const answer = await fetch(`/${name}`)
  if (!answer.ok) throw new Error(`${name}: HTTP ${answer.status}`)
  return new Uint8Array(await answer.arrayBuffer())
})
