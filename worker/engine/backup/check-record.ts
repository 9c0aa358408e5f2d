/**
 * Checks the form of a record that was read from a file.
 *
 * @module
 */
import { WalletDamaged } from '../store/errors.ts'
import { newerVersion } from './backup-format.ts'
import type { Shape } from './backup-records.ts'

/**
 * @param path - Names the value in errors; without data of the wallet.
 * @throws {WalletDamaged} When the value has another form.
 * @throws {UnsupportedWallet} When it has a member that this version does not know.
 */
export function checkRecord(value: unknown, shape: Shape, path: string): void {
  if (typeof shape === 'string') {
    if (!kinds[shape](value)) throw wrongForm(path, shape)
  } else if (shape instanceof Set) {
    if (!shape.has(value as string)) throw wrongForm(path, [...shape].join(' or '))
  } else if (Array.isArray(shape)) {
    if (!Array.isArray(value)) throw wrongForm(path, 'a list')
    for (const item of value) checkRecord(item, (shape as readonly [Shape])[0], path)
  } else checkMembers(value, shape as { readonly [name: string]: Shape }, path)
}

function checkMembers(
  value: unknown,
  shape: { readonly [name: string]: Shape },
  path: string,
): void {
  const isObject =
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Uint8Array)
  if (!isObject) throw wrongForm(path, 'an object')
  let known = 0
  for (const [name, form] of Object.entries(shape)) {
    const isOptional = name.endsWith('?')
    const member = isOptional ? name.slice(0, -1) : name
    if (!Object.hasOwn(value, member)) {
      if (isOptional) continue
      throw wrongForm(`${path}.${member}`, 'a value')
    }
    checkRecord((value as Record<string, unknown>)[member], form, `${path}.${member}`)
    known++
  }
  if (Object.keys(value).length > known)
    throw newerVersion(`members in ${path} that this version does not know`)
}

const kinds: Readonly<Record<string & Shape, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  bigint: (value) => typeof value === 'bigint',
  bool: (value) => typeof value === 'boolean',
  bytes: (value) => value instanceof Uint8Array,
  key: (value) => value instanceof Uint8Array && value.length === 32,
}

const wrongForm = (path: string, expected: string) =>
  new WalletDamaged(`${path}: expected ${expected}, got something else`)
