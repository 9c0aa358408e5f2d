/**
 * Functions that run in the page of a large wallet. Each is sent as source text, so it uses no outer variables.
 *
 * @module
 */

/** Milliseconds: between frames while a list scrolls, and tasks above fifty. */
type Frames = { frames: number[]; longTasks: number[] }

/**
 * Scrolls a list from its beginning to its end: screens one after the other, then jumps.
 *
 * @param box - Selector of what scrolls; undefined for the document.
 */
export async function scrollThrough(box: string | undefined): Promise<Frames> {
  const element = box === undefined ? document.documentElement : document.querySelector(box)!
  const longTasks: number[] = []
  const observer = new PerformanceObserver((list) =>
    longTasks.push(...list.getEntries().map(({ duration }) => duration)),
  )
  observer.observe({ type: 'longtask' })
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
  const frames: number[] = []
  const screens = 120
  const jumps = 60
  element.scrollTo(0, 0)
  await frame()
  let before = await frame()
  for (let step = 0; step < screens + jumps; step++) {
    if (step < screens) element.scrollBy(0, element.clientHeight)
    else element.scrollTo(0, ((step - screens + 1) / jumps) * element.scrollHeight)
    const now = await frame()
    frames.push(now - before)
    before = now
  }
  // Entries arrive late.
  await new Promise((resolve) => setTimeout(resolve, 200))
  observer.disconnect()
  return { frames, longTasks }
}

/** Scrolls to a share of the list, and waits for its frames. */
export async function jumpTo(box: string | undefined, share: number) {
  const element = box === undefined ? document.documentElement : document.querySelector(box)!
  element.scrollTo(0, share * (element.scrollHeight - element.clientHeight))
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
}

type Noted = { inputs?: { name: string; duration: number }[] }

/** Notes how long each input takes until the frame that shows its effect: Event Timing, as INP has it. */
export function noteInputs() {
  const scope = globalThis as Noted
  const inputs = (scope.inputs = [] as { name: string; duration: number }[])
  const observer = new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) inputs.push({ name, duration })
  })
  observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

/** Milliseconds of the slowest input since the last call. Those of less than a frame are not noted. */
export function slowestInput(): number {
  const { inputs } = globalThis as Noted
  return Math.max(0, ...inputs!.splice(0).map(({ duration }) => duration))
}

/**
 * Chooses an account on the overview.
 *
 * @returns Milliseconds until its balance and transfers are on screen.
 */
export async function switchAccount(account: number): Promise<number> {
  const select = document.querySelector<HTMLSelectElement>('main .picker select')!
  const isShown = () =>
    document.querySelector('main .total') !== null &&
    document.querySelector('main .recent li a') !== null
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const start = performance.now()
  select.value = String(account)
  select.dispatchEvent(new Event('change', { bubbles: true }))
  // The old ones are removed at once.
  do await frame()
  while (!isShown())
  return performance.now() - start
}

/** Notes the page's long tasks from now on. */
export function noteTasks() {
  const scope = globalThis as { tasks?: number[] }
  const tasks = (scope.tasks = [] as number[])
  const observer = new PerformanceObserver((list) =>
    tasks.push(...list.getEntries().map(({ duration }) => duration)),
  )
  observer.observe({ type: 'longtask' })
}

/** Milliseconds of the longest task since the last call; 0 if none took fifty. */
export function longestTask(): number {
  const { tasks } = globalThis as { tasks?: number[] }
  return Math.max(0, ...tasks!.splice(0))
}
