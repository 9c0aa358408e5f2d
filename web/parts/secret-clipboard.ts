/**
 * Removes a copied secret from the clipboard.
 *
 * A page may change the clipboard only while it has the focus, and some browsers only after an input: otherwise the next
 * focus or input clears it. A page that is closed before cannot do so.
 *
 * @module
 */

/** What is used of the browser, so that tests can bring their own. */
export type ClipboardPage = {
  clipboard: Pick<Clipboard, 'readText' | 'writeText'>
  /** Whether the clipboard can be read without a question to the user. */
  mayRead(): Promise<boolean>
  hasFocus(): boolean
  /** Calls `act` at each focus and input until the returned function is called. */
  onReturn(act: () => void): () => void
  wait(ms: number): Promise<void>
}

const clearAfterMs = 60_000

export class SecretClipboard {
  readonly #page: ClipboardPage
  /** The last copied secret. */
  #secret: string | undefined

  constructor(page: ClipboardPage) {
    this.#page = page
  }

  /** Clears the clipboard after a minute. A later secret replaces an earlier one, and has a minute of its own. */
  async clearLater(secret: string): Promise<void> {
    this.#secret = secret
    const copy = {}
    this.#copy = copy
    await this.#page.wait(clearAfterMs)
    if (this.#copy !== copy) return
    if (await this.#clear()) return
    let isBusy = false
    const stop = this.#page.onReturn(() => {
      if (isBusy) return
      isBusy = true
      const attempt = this.#copy === copy ? this.#clear() : Promise.resolve(true)
      void attempt.then((isDone) => {
        isBusy = false
        if (isDone) stop()
      })
    })
  }

  #copy: object | undefined

  /** @returns Whether nothing is left to do. */
  async #clear(): Promise<boolean> {
    const { clipboard, hasFocus, mayRead } = this.#page
    if (!hasFocus()) return false
    try {
      // What was copied since is left alone, where the browser shows it.
      const isOurs = !(await mayRead()) || (await clipboard.readText()) === this.#secret
      if (isOurs) await clipboard.writeText('')
    } catch {
      return false
    }
    this.#secret = undefined
    return true
  }
}

const browserPage: ClipboardPage = {
  clipboard: {
    readText: () => navigator.clipboard.readText(),
    writeText: (text) => navigator.clipboard.writeText(text),
  },
  async mayRead() {
    // Firefox and WebKit do not know this permission: reading would ask the user.
    const name = 'clipboard-read' as PermissionName
    const status = await navigator.permissions?.query({ name }).catch(() => undefined)
    return status?.state === 'granted'
  },
  hasFocus: () => document.hasFocus(),
  onReturn(act) {
    const events = ['focus', 'pointerdown', 'keydown'] as const
    for (const each of events) addEventListener(each, act)
    return () => {
      for (const each of events) removeEventListener(each, act)
    }
  },
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}

/** The page has one clipboard. */
const secretClipboard = new SecretClipboard(browserPage)

export const clearLater = (secret: string): Promise<void> => secretClipboard.clearLater(secret)
