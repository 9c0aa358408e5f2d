import { onMount } from 'svelte'
import { takeFocus } from '../parts/focus.ts'

/**
 * The focus goes to what comes on a screen that is there. What comes with the screen leaves it to the
 * screen's own heading. To be called by the component that is the screen.
 */
export function focusLater(): (node: HTMLElement) => void {
  let isThere = false
  onMount(() => void (isThere = true))
  return (node) => {
    if (isThere) takeFocus(node)
  }
}
