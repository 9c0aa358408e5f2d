import { mount } from 'svelte'
import App from './App.svelte'
import { theme } from './state/theme.svelte.ts'
import './styles/tokens.css'
import './styles/base.css'
import './styles/controls.css'

theme.apply()
mount(App, { target: document.querySelector('#app')! })
