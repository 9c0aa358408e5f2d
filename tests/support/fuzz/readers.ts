/**
 * All readers of bytes from outside.
 *
 * @module
 */
import type { FuzzedReader } from './reader.ts'
import { backupReaders } from './readers/backups.ts'
import { blockReaders } from './readers/blocks.ts'
import { chainReaders } from './readers/chain.ts'
import { codeReaders } from './readers/codes.ts'
import { feedReaders } from './readers/feed.ts'
import { fileReaders } from './readers/files.ts'
import { networkReaders } from './readers/network.ts'
import { setReaders } from './readers/sets.ts'
import { storageReaders } from './readers/storages.ts'
import { textReaders } from './readers/texts.ts'

export const readers: readonly FuzzedReader[] = [
  ...chainReaders,
  ...blockReaders,
  ...feedReaders,
  ...storageReaders,
  ...setReaders,
  ...fileReaders,
  ...backupReaders,
  ...textReaders,
  ...codeReaders,
  ...networkReaders,
]
