import { mkdirSync } from 'node:fs'

/** Where a screenshot of this name goes: `dist/screenshots`, which git ignores. */
export function picture(name: string): `${string}.png` {
  mkdirSync('dist/screenshots', { recursive: true })
  return `dist/screenshots/${name}.png`
}
