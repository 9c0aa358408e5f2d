/**
 * Every way to break a rule that this project knows of.
 *
 * @module
 */
import { amounts } from './amounts.ts'
import { bytes } from './malformed-bytes.ts'
import { form } from './inputs-and-outputs.ts'
import type { Kind } from './rule-violation.ts'
import { rings } from './rings.ts'
import { signatures } from './signatures.ts'

export const kinds: readonly Kind[] = [...bytes, ...form, ...amounts, ...rings, ...signatures]
