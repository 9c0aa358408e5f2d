/** Dark, light, or as the system says. Kept in this browser; it is no secret. */
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
  const kept = localStorage.getItem(key)
  return kept === 'dark' || kept === 'light' ? kept : 'system'
}

export const theme = new Theme()
