/**
 * A page in any browser. Elements are found by label, role and text.
 *
 * @module
 */

export type Screen = {
  open: (url: string) => Promise<void>
  /** Replaces the text of the control with this label. */
  fill: (label: string, text: string) => Promise<void>
  press: (button: string) => Promise<void>
  /** Presses the link of this name. */
  follow: (link: string) => Promise<void>
  /** Opens the part of the screen that is folded away under this line. */
  unfold: (summary: string) => Promise<void>
  /** Checks the checkbox or radio button with this label. */
  tick: (label: string) => Promise<void>
  /** Selects an option, by its value or text, in the list with this label. */
  choose: (label: string, option: string) => Promise<void>
  /** Gives a file to the field with this label. */
  give: (label: string, path: string) => Promise<void>
  /** Presses a key, such as `Enter` or `Control+k`. */
  key: (name: string) => Promise<void>
  /** Waits until the text is on screen. */
  see: (text: string, timeoutMs?: number) => Promise<void>
  /** The texts of all matching elements. */
  read: (selector: string) => Promise<string[]>
  /** Runs a script in the page, unrestricted by its CSP. */
  run: <T>(script: string) => Promise<T>
  reload: () => Promise<void>
  /** Saves a screenshot in `dist/screenshots`. */
  shoot: (name: string) => Promise<void>
  /** Closes the page, and the browser with the last page. */
  close: () => Promise<void>
}

/** A page whose requests and console the driver reports. */
export type ObservedScreen = Screen & {
  theme: (theme: 'dark' | 'light') => Promise<void>
  /** URLs that the page has requested since it was opened. */
  requests: () => string[]
  /** Errors on the page's console. */
  errors: () => string[]
}
