/**
 * Flags of the scan feed.
 *
 * @module
 */
import { numberOf, type Flags, type Given } from '../flags/flags.ts'

/** Of all programs that can be a light node. */
export const lightFlags = {
  light: { help: 'Keep the scan feed of the upstream below --data-dir, and serve it' },
  'from-height': {
    takes: 'HEIGHT',
    help: 'A new scan feed leaves out the blocks below; default 0',
  },
} as const satisfies Flags

export const feedFlags = {
  'export-feed': {
    takes: 'FOLDER',
    onCommandLineOnly: true,
    help: 'Write the scan feed of the upstream there, for any static host, and end',
  },
  ...lightFlags,
} as const satisfies Flags

/** Height of the first block of a new feed; undefined if no flag says it. @throws {UsageError} */
export function fromHeightOf(given: Given<typeof lightFlags>): number | undefined {
  const height = given['from-height']
  return height === undefined ? undefined : numberOf('from-height', height, 2 ** 31 - 1)
}
