import { mount } from 'svelte'
import App from './App.svelte'
import { language } from './state/language.svelte.ts'
import { theme } from './state/theme.svelte.ts'
import './styles/tokens.css'
import './styles/base.css'
import './styles/controls.css'

theme.apply()
const target = document.querySelector('#app')!
try {
  await language.start()
} catch (error) {
  // There are no texts in another language to say it with.
  target.textContent = 'Nightjar could not be loaded. Check your connection and reload the page.'
  throw error
}
mount(App, { target })
