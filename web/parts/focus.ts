import { onMount } from 'svelte'

/** Attachment that focuses new content, so that screen readers announce it. */
export const takeFocus = (node: HTMLElement): void => node.focus()

/**
 * Moves the focus to an element that appears on a screen which is already shown. When the screen itself
 * appears, its heading takes the focus instead. Call it in the screen's component.
 */
export function focusLater(): (node: HTMLElement) => void {
  let mounted = false
  onMount(() => void (mounted = true))
  return (node) => {
    if (mounted) takeFocus(node)
  }
}
