/**
 * Finds what a person sees by its name. Each function runs in the page, so it uses nothing outside of itself.
 *
 * @module
 */

/** The control with this label, unless it is disabled or folded away. */
export function findControl(label: string): HTMLInputElement | null {
  const controls = [...document.querySelectorAll<HTMLInputElement>('input, select, textarea')]
  const labelled = controls.find((control) => {
    const text = control.ariaLabel ?? control.labels?.[0]?.textContent ?? ''
    return text.trim().replace(/\s+/g, ' ') === label && control.checkVisibility()
  })
  return labelled && !labelled.disabled ? labelled : null
}

/** The field for a file with this label. A radio button may have the same one. */
export function findFileField(label: string): HTMLInputElement | null {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input[type=file]')]
  const labelled = fields.find((field) => field.labels?.[0]?.textContent?.trim() === label)
  return labelled && !labelled.disabled ? labelled : null
}

/** The button of this name, unless it is disabled. */
export function findButton(name: string): HTMLElement | null {
  const buttons = [...document.querySelectorAll<HTMLElement>('button, [role=button]')]
  const named = buttons.find((button) => (button.ariaLabel ?? button.innerText).trim() === name)
  return named && !named.matches(':disabled') ? named : null
}

/** The link of this name. */
export function findLink(name: string): HTMLElement | null {
  const links = [...document.querySelectorAll<HTMLElement>('a[href]')]
  return links.find((link) => (link.ariaLabel ?? link.innerText).trim() === name) ?? null
}

/** The line of this name that opens a part of the screen. */
export function findSummary(name: string): HTMLElement | null {
  const lines = [...document.querySelectorAll<HTMLElement>('summary')]
  const named = lines.find((line) => (line.ariaLabel ?? line.innerText).trim() === name)
  return named?.checkVisibility() ? named : null
}
