/**
 * The exports of a scanning module. Arguments of type `usize` are pointers into its memory.
 *
 * @module
 */
import { alloc } from '../assembly/memory.ts'
import { isExact } from '../fma/exact.ts'
import * as base from './base.ts'
import * as curve from './curve.ts'
import { derivations, scan } from './entry.ts'
import * as field from './field.ts'
import { wipe } from './layout.ts'
import { subaddressKeys } from './subaddresses.ts'

/** Fills the tables; to be called once, first. */
export function initialize(): void {
  field.initialize()
  curve.initialize()
  base.initialize()
  wipe()
}

export { alloc, derivations, isExact, scan, subaddressKeys, wipe }
