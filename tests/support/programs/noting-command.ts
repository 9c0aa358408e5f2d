/**
 * A command of an operator that takes notes: it adds its words to a file, as one line each time.
 *
 * @module
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../storage/temporary-folder.ts'
import { poll } from './process.ts'

export function notingCommand() {
  const folder = temporaryFolder('notify')
  const [file, notes] = [join(folder, 'note'), join(folder, 'notes')]
  writeFileSync(file, `#!/bin/sh\necho "$@" >> ${notes}\n`, { mode: 0o700 })
  const read = () => (existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n') : [])
  return {
    /** Its path. */
    file,
    /** Its lines in alphabetical order, once there are so many. */
    async lines(count: number): Promise<string[]> {
      await poll(async () => read().length >= count)
      return read().toSorted()
    },
  }
}
