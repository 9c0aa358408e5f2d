/** Attachment that focuses new content, so that screen readers announce it. */
export const takeFocus = (node: HTMLElement): void => node.focus()
