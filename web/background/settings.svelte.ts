const notifyKey = 'nightjar.notify'
const wakeKey = 'nightjar.wake-lock'

/** What a notification of a payment shows. */
export type NotifyChoice = 'off' | 'plain' | 'amounts'
export const notifyChoices: readonly NotifyChoice[] = ['off', 'plain', 'amounts']

/** What the page does while it is not looked at. Stored in this browser; it is not secret. */
class BackgroundSettings {
  notify = $state<NotifyChoice>(
    notifyChoices.find((choice) => choice === localStorage.getItem(notifyKey)) ?? 'off',
  )
  /** Whether the screen stays on while a long scan runs. */
  keepAwake = $state(localStorage.getItem(wakeKey) !== 'off')

  /** @returns Why the browser shows no notifications; undefined where it does. */
  async chooseNotify(choice: NotifyChoice): Promise<'denied' | 'missing' | undefined> {
    const problem = choice === 'off' ? undefined : await permission()
    this.notify = problem ? 'off' : choice
    localStorage.setItem(notifyKey, this.notify)
    return problem
  }

  chooseKeepAwake(on: boolean) {
    this.keepAwake = on
    localStorage.setItem(wakeKey, on ? 'on' : 'off')
  }
}

/** Asks the user, which browsers allow after a click only. */
async function permission(): Promise<'denied' | 'missing' | undefined> {
  if (!('Notification' in globalThis)) return 'missing'
  if (Notification.permission === 'granted') return undefined
  return (await Notification.requestPermission()) === 'granted' ? undefined : 'denied'
}

export const backgroundSettings = new BackgroundSettings()
