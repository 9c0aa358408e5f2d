/**
 * Checks the size of the first load in every language: `npm run size`.
 */
import { firstLoad, languagesOf, limit } from './first-load.mjs'

const folder = 'dist/page'
const languages = languagesOf(folder)
if (languages.length === 0)
  throw new Error(`${folder}: expected texts of at least one language, found none`)
for (const language of languages) {
  const files = firstLoad(folder, language).sort((a, b) => b.brotli - a.brotli)
  const kilobytes = files.reduce((sum, { brotli }) => sum + brotli, 0) / 1000
  const isSmall = kilobytes <= limit
  if (!isSmall) for (const { path, brotli } of files) console.error(`${path}: ${brotli} bytes`)
  console.log(`First load, ${language}: ${kilobytes.toFixed(1)} kB of at most ${limit} kB (brotli)`)
  if (!isSmall) process.exitCode = 1
}
