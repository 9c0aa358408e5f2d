/** For `{@attach}`: what has come is where the person is, also one who cannot see it. */
export const takeFocus = (node: HTMLElement): void => node.focus()
