/** Dark, light, or the setting of the system. Stored in this browser; it is not secret. */
export type ThemeChoice = 'system' | 'dark' | 'light'
const key = 'nightjar.theme'

class Theme {
  choice = $state<ThemeChoice>(read())

  choose(choice: ThemeChoice) {
    this.choice = choice
    if (choice === 'system') localStorage.removeItem(key)
    else localStorage.setItem(key, choice)
    this.apply()
  }

  apply() {
    if (this.choice === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = this.choice
  }
}

function read(): ThemeChoice {
  const stored = localStorage.getItem(key)
  return stored === 'dark' || stored === 'light' ? stored : 'system'
}

export const theme = new Theme()
