/**
 * Every way to break a rule that this project knows of.
 *
 * @module
 */
import { amounts } from './amounts.ts'
import { bytes } from './bytes.ts'
import { form } from './form.ts'
import type { Kind } from './kind.ts'
import { rings } from './rings.ts'
import { signatures } from './signatures.ts'

export const kinds: readonly Kind[] = [...bytes, ...form, ...amounts, ...rings, ...signatures]
