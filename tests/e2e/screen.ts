/**
 * A page as a person meets it: things are found by their label, role and text, in any browser.
 *
 * @module
 */

export type Screen = {
  open: (url: string) => Promise<void>
  /** Types into the control that is labelled so, replacing what it holds. */
  fill: (label: string, text: string) => Promise<void>
  press: (button: string) => Promise<void>
  /** Ticks or picks the control that is labelled so. */
  tick: (label: string) => Promise<void>
  /** Waits until the text is on screen. */
  see: (text: string, timeoutMs?: number) => Promise<void>
  /** The text of all elements that match. */
  read: (selector: string) => Promise<string[]>
  /** Runs a script in the page, past its CSP, as developer tools do. */
  run: <T>(script: string) => Promise<T>
  reload: () => Promise<void>
  theme: (theme: 'dark' | 'light') => Promise<void>
  /** Keeps a picture in `dist/screenshots`. */
  shoot: (name: string) => Promise<void>
  /** Addresses the page has asked for since it was opened. */
  requests: () => string[]
  /** What the page complained about on its console. */
  complaints: () => string[]
  /** Closes the page; the browser with the last one. */
  close: () => Promise<void>
}
