/**
 * Selects an option by its value or text. Runs in the page, so it uses nothing outside of itself.
 *
 * @returns Whether there is such an option.
 */
export function chooseOption(control: HTMLElement, option: string): boolean {
  const select = control as HTMLSelectElement
  const index = [...select.options].findIndex(
    ({ value, textContent }) => value === option || textContent?.trim() === option,
  )
  if (index < 0) return false
  select.selectedIndex = index
  for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }))
  return true
}
