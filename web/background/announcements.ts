/**
 * Notifications of payments, and their number as a badge on the installed page.
 *
 * @module
 */
import { splitAmount } from '../format/amount.ts'
import { plural, text } from '../languages/text.ts'
import { hiddenAmounts } from '../parts/hidden-amounts.svelte.ts'
import { spoken } from './spoken.svelte.ts'
import type { Transfer } from '../state/wallet.svelte.ts'
import type { NotifyChoice } from './settings.svelte.ts'

/** A new notification replaces the one before. */
const tag = 'nightjar-payment'
const icon = '/icon-192.png'

/** Whether the user can see the page. */
export const isInSight = (): boolean =>
  document.visibilityState === 'visible' && document.hasFocus()

export class Announcements {
  /** Payments since the user saw the page. */
  #unseen: Transfer[] = []
  #shown: Notification | undefined
  #saying: ReturnType<typeof setTimeout> | undefined

  /** Announces payments that were found. A page in sight shows them itself, and screen readers say it. */
  announce(found: readonly Transfer[], choice: NotifyChoice): void {
    if (found.length === 0) return
    // The same words again are a change only after other ones.
    spoken.text = ''
    this.#saying = setTimeout(() => (spoken.text = received(found.length)), 100)
    if (isInSight()) return
    this.#unseen.push(...found)
    badge(this.#unseen.length)
    if (choice !== 'off') void this.#show(choice === 'amounts')
  }

  /** The user sees the page. */
  seen(): void {
    if (this.#unseen.length > 0) badge(0)
    this.#unseen = []
    void this.#close()
  }

  /** A locked page shows no amounts. The badge is a number of payments, and stays until the page is seen. */
  lock(): void {
    this.#unseen = []
    clearTimeout(this.#saying)
    spoken.text = ''
    void this.#close()
  }

  async #show(withAmounts: boolean) {
    if (!('Notification' in globalThis) || Notification.permission !== 'granted') return
    const sum = this.#unseen.reduce((total, { amount }) => total + amount, 0n)
    const title = received(this.#unseen.length)
    const body = withAmounts && !hiddenAmounts.on ? inXmr(sum) : text('Open Nightjar to see more.')
    const options = { body, tag, icon }
    try {
      const shown = new Notification(title, options)
      shown.onclick = () => {
        window.focus()
        shown.close()
      }
      this.#shown = shown
    } catch {
      // Browsers of phones show those of a service worker only.
      const registration = await navigator.serviceWorker?.getRegistration()
      await registration?.showNotification(title, options)
    }
  }

  async #close() {
    this.#shown?.close()
    this.#shown = undefined
    const registration = await navigator.serviceWorker?.getRegistration()
    const shown = await registration?.getNotifications({ tag })
    for (const each of shown ?? []) each.close()
  }
}

const received = (count: number) => plural(count, ['# payment received', '# payments received'])

function inXmr(piconero: bigint): string {
  const { whole, fraction } = splitAmount(piconero)
  return `${whole}.${fraction} XMR`
}

type Badging = {
  setAppBadge?: (count: number) => Promise<void>
  clearAppBadge?: () => Promise<void>
}

/** Not all platforms have badges, and only installed pages show one. */
function badge(count: number) {
  const { setAppBadge, clearAppBadge } = navigator as Badging
  const change = count > 0 ? setAppBadge?.call(navigator, count) : clearAppBadge?.call(navigator)
  change?.catch(() => {})
}
