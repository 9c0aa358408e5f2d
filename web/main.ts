import { mount } from 'svelte'
import App from './App.svelte'
import { contrast, density, theme } from './state/appearance.svelte.ts'
import { language } from './state/language.svelte.ts'
import { Session } from './state/session.svelte.ts'
import './styles/tokens.css'
import './styles/base.css'
import './styles/controls.css'
import './styles/print.css'

for (const choice of [theme, density, contrast]) choice.start()
// The engine starts while the texts are loaded.
const session = new Session()
const target = document.querySelector('#app')!
try {
  await language.start()
} catch (error) {
  // There are no texts in another language to say it with.
  target.textContent = 'Nightjar could not be loaded. Check your connection and reload the page.'
  throw error
}
mount(App, { target, props: { session } })
// Not part of the first load. Without it, the page works as before.
import('./state/keep-focus.ts').then(
  ({ keepFocus }) => keepFocus(),
  () => undefined,
)
