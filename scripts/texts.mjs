/**
 * Writes the catalogues of the page's texts: `npm run texts`. New texts have no translation yet; texts that
 * changed or are no longer used leave the catalogues.
 */
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { extract } from './texts/catalogues.mjs'

for (const [path, content] of await extract()) {
  writeFileSync(path, content)
  console.log(`${relative('.', path)}: ${content.split('\nmsgid ').length - 2} texts`)
}
