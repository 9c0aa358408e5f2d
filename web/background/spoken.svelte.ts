/** What screen readers say about an event that no control on screen has caused, such as a payment that arrived. */
export const spoken = $state({ text: '' })
