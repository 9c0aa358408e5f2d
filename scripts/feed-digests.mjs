/**
 * Puts the digests of an exported scan feed into the source: `npm run feed-digests -- FOLDER`.
 */
import { runnerImport } from 'vite'

try {
  const [folder, ...rest] = process.argv.slice(2)
  if (folder === undefined || rest.length > 0)
    throw new Error('expected the folder that `nightjar-node --export-feed` wrote')
  /** @type {{ module: typeof import('./feed-digests.ts') }} */
  const { module } = await runnerImport('./scripts/feed-digests.ts')
  const { file, chunks, end, sha256 } = module.writeDigests(folder, 'protocol/checkpoints')
  console.log(`${file}: ${chunks} chunks up to block ${end - 1}`)
  console.log(`SHA-256 ${sha256}`)
} catch (error) {
  console.error(`feed-digests: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}
