/**
 * A driver clicks at the place where an element was. When the screen moved in the meantime, nothing is pressed and
 * nothing fails, so the drivers ask whether the click arrived. Both functions run in the page, so they use nothing
 * outside of themselves.
 *
 * @module
 */

/** Call it before the click. */
export function watchClick(element: Element): void {
  const page = globalThis as { isClickMissed?: boolean }
  page.isClickMissed = true
  const arrived = () => (page.isClickMissed = false)
  element.addEventListener('click', arrived, { capture: true, once: true })
}

/** Whether the watched element got no click. A page that was loaded again in the meantime was clicked. */
export function isClickMissed(): boolean {
  return (globalThis as { isClickMissed?: boolean }).isClickMissed === true
}
