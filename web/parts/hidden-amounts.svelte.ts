const key = 'nightjar.amounts'

/** Whether the page hides amounts from people beside the screen. Stored in this browser; it protects nothing else. */
class HiddenAmounts {
  on = $state(globalThis.localStorage?.getItem(key) === 'hidden')

  toggle() {
    this.on = !this.on
    if (this.on) localStorage.setItem(key, 'hidden')
    else localStorage.removeItem(key)
  }
}

export const hiddenAmounts = new HiddenAmounts()
