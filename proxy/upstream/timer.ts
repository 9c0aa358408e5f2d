/** Runs a task once, after so many milliseconds. The result cancels it. */
export type Timer = (ms: number, task: () => void) => () => void

/** The platform's timer. On Node it does not keep the process alive. */
export const platformTimer: Timer = (ms, task) => {
  const handle: unknown = setTimeout(task, ms)
  if (typeof handle === 'object') (handle as { unref: () => void }).unref()
  return () => clearTimeout(handle as number)
}
