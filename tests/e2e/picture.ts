import { mkdirSync } from 'node:fs'

/** The path of a screenshot, in `dist/screenshots`, which git ignores. */
export function picture(name: string): `${string}.png` {
  mkdirSync('dist/screenshots', { recursive: true })
  return `dist/screenshots/${name}.png`
}
