/**
 * Writes the catalogues of the page's texts: `npm run texts`. New texts have no translation yet; texts that
 * changed or are no longer used leave the catalogues.
 *
 *   npm run texts -- --missing de           Missing translations of a language as JSON.
 *   npm run texts -- --fill de FILE.json    Checks translations and writes them into its catalogue.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import { cataloguePath, extract, languages, sourceLanguage } from './texts/catalogues.mjs'
import { fill, missing, newCatalogue } from './texts/translations.mjs'

const { values, positionals } = parseArgs({
  options: { missing: { type: 'string' }, fill: { type: 'string' } },
  allowPositionals: true,
})
const catalogues = await extract()
for (const { code } of languages)
  if (catalogueOf(code) === '')
    catalogues.set(cataloguePath(code), newCatalogue(catalogueOf(sourceLanguage), code))
if (values.missing !== undefined)
  console.log(JSON.stringify(missing(catalogueOf(values.missing)), null, 1))
else if (values.fill !== undefined) fillIn(values.fill, positionals[0] ?? '')
else for (const { code } of languages) write(code)

/** @param {string} code @param {string} file */
function fillIn(code, file) {
  const { content, wrong } = fill(catalogueOf(code), code, JSON.parse(readFileSync(file, 'utf8')))
  catalogues.set(cataloguePath(code), content)
  write(code)
  for (const fault of wrong) console.error(fault)
  if (wrong.length > 0) process.exitCode = 1
}

/** @param {string} code */
function catalogueOf(code) {
  const content = catalogues.get(cataloguePath(code))
  if (content === undefined)
    throw new Error(`texts: expected a code of web/languages/list.json, got ${code}`)
  return content
}

/** @param {string} code */
function write(code) {
  const content = catalogueOf(code)
  const path = cataloguePath(code)
  writeFileSync(path, content)
  const left = Object.keys(missing(content)).length
  const texts = content.split('\nmsgid ').length - 2
  console.log(`${relative('.', path)}: ${texts} texts${left > 0 ? `, ${left} not translated` : ''}`)
}
