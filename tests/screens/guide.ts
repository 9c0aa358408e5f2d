/**
 * Which pictures README and the user guide show.
 *
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'

const folder = 'docs/guide'

/** Names without ending, such as `send-1280-light`, in order. */
export function guidePictures(): string[] {
  const guide = readdirSync(folder).filter((name) => name.endsWith('.md'))
  const pages = ['README.md', ...guide.map((name) => `${folder}/${name}`)]
  const shown = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/pictures\/([\w-]+)\.png/g)].map(([, name]) => name!),
  )
  return [...new Set(shown)].sort()
}
