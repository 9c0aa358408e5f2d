/** The enabled control with this label. Runs in the page, so it uses nothing outside of itself. */
export function findControl(text: string) {
  const label = [...document.querySelectorAll('label')].find(
    (candidate) => candidate.textContent?.trim() === text,
  )
  const control = label?.control as HTMLInputElement | null | undefined
  return control && !control.disabled ? control : null
}
