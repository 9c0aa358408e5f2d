import { getContext, setContext } from 'svelte'

const key = Symbol()

/** Whether the heading of a card is below that of a group. To be called while a component is created. */
export const isInGroup = (): boolean => getContext(key) === true

/** The cards in this component are a group, which has a heading. */
export const beginGroup = (): void => void setContext(key, true)
