/**
 * Checks the size of the first load: `npm run size`.
 */
import { firstLoad, limit } from './first-load.mjs'

const files = firstLoad('dist/page').sort((a, b) => b.brotli - a.brotli)
const kilobytes = files.reduce((sum, { brotli }) => sum + brotli, 0) / 1000
const isSmall = kilobytes <= limit
if (!isSmall) for (const { path, brotli } of files) console.error(`${path}: ${brotli} bytes`)
console.log(`First load: ${kilobytes.toFixed(1)} kB of at most ${limit} kB (brotli)`)
process.exitCode = isSmall ? 0 : 1
