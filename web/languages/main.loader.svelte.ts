/**
 * The texts of the page. Transformed code calls `getRuntime` for them.
 *
 * @module
 */
import { load } from 'virtual:texts'
import { Texts, type Group } from './texts.svelte.ts'

export const texts = new Texts(load)

export const getRuntime = (group: Group) => texts.of(group)
/** For components, which derive their texts from it. */
export const getRuntimeRx = (group: Group) => texts.of(group)
