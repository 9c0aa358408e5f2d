import type { Screen } from './screen.ts'

/** Timeout of a step, in milliseconds. */
export const timeoutMs = 30_000

/** Adds a timeout to each step, so that an error names the step at which the browser hangs. */
export const bounded = <S extends Screen>(browser: string, screen: S): S => {
  const within = <T>(step: string, work: Promise<T>, limitMs = timeoutMs) =>
    endsWithin(`${browser} took more than ${2 * limitMs} ms ${step}`, work, 2 * limitMs)
  return {
    ...screen,
    open: (url) => within(`to open ${url}`, screen.open(url)),
    fill: (label, text) => within(`to fill “${label}”`, screen.fill(label, text)),
    press: (button) => within(`to press “${button}”`, screen.press(button)),
    follow: (link) => within(`to follow “${link}”`, screen.follow(link)),
    unfold: (summary) => within(`to unfold “${summary}”`, screen.unfold(summary)),
    tick: (label) => within(`to tick “${label}”`, screen.tick(label)),
    choose: (label, option) =>
      within(`to choose “${option}” in “${label}”`, screen.choose(label, option)),
    give: (label, path) => within(`to give a file to “${label}”`, screen.give(label, path)),
    key: (name) => within(`to press the key ${name}`, screen.key(name)),
    see: (text, limitMs = timeoutMs) =>
      within(`to see “${text}”`, screen.see(text, limitMs), limitMs),
    read: (selector) => within(`to read ${selector}`, screen.read(selector)),
    run: (script) => within(`to run ${script}`, screen.run(script)),
    reload: () => within('to reload', screen.reload()),
    shoot: (name) => within(`to shoot ${name}`, screen.shoot(name)),
    close: () => within('to close', screen.close()),
  }
}

/** Waits longer than the timeout of the step, whose own error is more specific. */
async function endsWithin<T>(complaint: string, work: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(complaint)), limitMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
