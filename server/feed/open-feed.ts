/**
 * A feed in a folder, and the builder that keeps it up with a node.
 *
 * @module
 */
import { randomInt } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { InvalidFeed } from '#protocol/feed/feed-index.ts'
import { openFeed as openIn, type FeedSource, type OpenFeed } from '../../proxy/feed/open-feed.ts'
import { ProgramError } from '../process/program-error.ts'
import { feedFolder } from './feed-folder.ts'

export type FeedTask = FeedSource & { folder: string }

/**
 * Opens the feed in a folder, or begins one.
 *
 * @throws ProgramError if the folder has another feed.
 * @throws FeedError, and the errors of calls.
 */
export async function openFeed({ folder, ...task }: FeedTask): Promise<OpenFeed> {
  try {
    return await openIn(task, {
      files: feedFolder(folder),
      random: (limit) => randomInt(limit),
      pause: () => setImmediate(),
    })
  } catch (error) {
    throw error instanceof InvalidFeed ? new ProgramError(`${folder}: ${error.message}`) : error
  }
}
