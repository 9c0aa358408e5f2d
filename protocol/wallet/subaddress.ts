/**
 * The index of a subaddress in wallet methods.
 *
 * @module
 */
import { object, u32 } from '../fields.ts'

/** `major` is the account, `minor` the address in it. Absent means zero. */
export const subaddressIndex = object({ major: u32.default(0), minor: u32.default(0) })
