/**
 * Keeps the place of the keyboard.
 *
 * A new screen begins at its heading. A control that was disabled while it worked takes the focus back. Where a control
 * is removed or folded away, what was around it takes the focus. Otherwise the focus would be on nothing: screen
 * readers say nothing, and the next key begins at the top of the page.
 *
 * @module
 */

/** Parts of a screen that screen readers name, and that outlive their controls. */
const parts = 'dialog, section, article, aside, fieldset, ul, ol'

/** The control that had the focus, with all elements around it, the nearest first, and whether it was disabled since. */
let last: { control: HTMLElement; around: readonly HTMLElement[]; worked: boolean } | undefined
/** A screen was opened, and nothing on it has the focus yet. */
let isNew = false
let isWaiting = false

/** Starts. The page does so once. */
export function keepFocus(): void {
  remember()
  // The user was faster: the control that was pressed is gone.
  if (isLost() && navigator.userActivation?.hasBeenActive) begin()
  document.addEventListener('focusin', ({ target }) => {
    remember()
    // Another control was chosen while the screen was loaded.
    if (target !== document.querySelector('main')) isNew = false
  })
  document.addEventListener('focusout', ({ target }) => setTimeout(() => left(target)))
  // A press beside all controls takes the focus away on purpose.
  document.addEventListener('pointerdown', () => setTimeout(remember))
  addEventListener('hashchange', ({ oldURL, newURL }) => {
    isNew ||= placeOf(oldURL) !== placeOf(newURL)
    check()
  })
  new MutationObserver((changes) => {
    const isOfLast = ({ attributeName, target }: MutationRecord) =>
      attributeName === 'disabled' && last && target.contains(last.control)
    if (last && changes.some(isOfLast)) last.worked = true
    check()
  }).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled', 'open', 'hidden'],
  })
}

/** The first part of the fragment. */
const placeOf = (url: string) => /#\/(\w*)/.exec(url)?.[1]

const isLost = () => document.activeElement === null || document.activeElement === document.body

function remember() {
  const control = document.activeElement
  if (isLost() || !(control instanceof HTMLElement)) {
    last = undefined
    return
  }
  const around: HTMLElement[] = []
  for (let each = control.parentElement; each; each = each.parentElement) around.push(each)
  last = { control, around, worked: false }
}

/**
 * A control that can still have the focus was left on purpose, unless the window was left, or the control was disabled
 * and is enabled again by now.
 */
function left(target: EventTarget | null) {
  if (!last || last.control !== target || last.worked) return
  if (isLost() && document.hasFocus() && canFocus(last.control)) last = undefined
}

const canFocus = (element: HTMLElement) =>
  element.isConnected && !element.matches(':disabled') && element.checkVisibility()

/** Browsers take the focus from a disabled or hidden control after they have drawn the next frame. */
function check() {
  if (isWaiting || (!isNew && !last)) return
  isWaiting = true
  requestAnimationFrame(() =>
    setTimeout(() => {
      isWaiting = false
      if (isNew) begin()
      else if (isLost() && last) restore(last)
    }),
  )
}

function restore({ control, around }: NonNullable<typeof last>) {
  if (canFocus(control)) return control.focus({ preventScroll: true })
  // It is still at work.
  if (control.isConnected && control.matches(':disabled')) return
  const folded = around.find((each) => each.matches('details:not([open])') && canFocus(each))
  const summary = folded?.querySelector('summary')
  if (summary) return summary.focus({ preventScroll: true })
  const part = around.find((each) => each.matches(parts) && canFocus(each))
  if (part) return focusPart(part, { preventScroll: true })
  isNew = true
  begin()
}

/** Focuses the heading of a screen, unless the screen has chosen something else. Until there is a heading, its frame. */
function begin() {
  const main = document.querySelector('main')
  const has = document.activeElement
  const heading = main?.querySelector('h1')
  const isChosen = main !== null && has !== main && main.contains(has)
  isNew = !isChosen && !heading
  if (isChosen || document.querySelector('dialog[open]')) return
  const first = heading ?? main
  if (first && first !== has) focusPart(first)
}

function focusPart(element: HTMLElement, options?: FocusOptions) {
  if (!element.hasAttribute('tabindex')) {
    element.tabIndex = -1
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  }
  element.focus(options)
}
