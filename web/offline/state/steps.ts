/**
 * Which step of offline signing comes next.
 *
 * @module
 */
import type { OfflineState } from './offline.svelte.ts'
import type { Progress } from './progress.ts'

export type StepName = 'setup' | 'sync' | 'pay'

/** The step that the screen opens with. A payment that is under way comes first. */
export function currentStep(
  isViewOnly: boolean,
  state: OfflineState | undefined,
  { unsigned, signed, outputs }: Pick<Progress, 'unsigned' | 'signed' | 'outputs'>,
): StepName {
  if (unsigned !== '' || signed !== '') return 'pay'
  if (!state || state.outputs === 0) return 'setup'
  if (!isViewOnly) return state.scanned ? 'setup' : 'pay'
  return state.missing > 0 || outputs !== '' ? 'sync' : 'pay'
}
