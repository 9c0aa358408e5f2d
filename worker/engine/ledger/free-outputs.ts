import type { SentRecord } from '../store/records.ts'
import type { Change, Store } from '../store/store.ts'

/** One-time keys of outputs, by key image. */
type KeysByImage = { get(keyImage: string): string | undefined }

/** Stages that the outputs reserved by `sent` are unspent again. */
export function freeOutputs(
  change: Change,
  outputs: Store['outputs'],
  keys: KeysByImage,
  { txid, keyImages }: Pick<SentRecord, 'txid' | 'keyImages'>,
): void {
  for (const keyImage of keyImages) {
    const output = change.get(outputs, keys.get(keyImage) ?? '')
    if (output?.spent?.txid !== txid || output.spent.height !== undefined) continue
    const { spent: _, ...unspent } = output
    change.put(outputs, output.key, unspent)
  }
}
