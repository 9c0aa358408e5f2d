/**
 * The digests of the scan feed in this release, as the page's worker gets them. A chunk of its own: a wallet that reads
 * no feed loads nothing of it.
 *
 * @module
 */
import { feedDigests } from '../adapters/feed-digests.ts'
import { readFile } from './browser-file.ts'

/** Address of each file that the build has. */
const urls = import.meta.glob<string>('../../protocol/checkpoints/feed-digests-*.bin', {
  query: '?url',
  import: 'default',
  eager: true,
})

export const readFeedDigests = feedDigests((name) => {
  const url = urls[`../../protocol/checkpoints/${name}`]
  if (url === undefined) throw new Error(`${name} is not part of this build`)
  return readFile(new URL(url, import.meta.url))
})
