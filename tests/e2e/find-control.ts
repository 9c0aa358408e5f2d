/** The enabled control with this label. Runs in the page, so it uses nothing outside of itself. */
export function findControl(text: string) {
  const label = [...document.querySelectorAll('label')].find(
    (candidate) => candidate.textContent?.trim() === text,
  )
  const control = label?.control as HTMLInputElement | null | undefined
  return control && !control.disabled ? control : null
}

/** The enabled button of this name. Runs in the page, so it uses nothing outside of itself. */
export function findButton(name: string): HTMLElement | null {
  const buttons = [...document.querySelectorAll<HTMLElement>('button, [role=button]')]
  const named = buttons.find((button) => (button.ariaLabel ?? button.innerText).trim() === name)
  return named && !named.matches(':disabled') ? named : null
}
