import type { WalletClient } from '../../client.ts'
import { AttributeStore } from '../../state/stored/attribute-store.svelte.ts'
import {
  emptyProgress,
  formatProgress,
  parseProgress,
  progressAttribute,
  type Progress,
} from './progress.ts'

/** The progress of the open wallet's group, stored in the wallet. */
export class ProgressStore extends AttributeStore<Progress> {
  /** @param client - Calls this wallet only. */
  constructor(client: WalletClient) {
    super(client, {
      key: progressAttribute,
      empty: emptyProgress,
      parse: parseProgress,
      format: formatProgress,
    })
  }
}
