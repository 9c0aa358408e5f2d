import type { WalletClient } from '../../client.ts'
import { errorText } from '../../format/error-text.ts'

type Preview = Awaited<ReturnType<WalletClient['preview_fees']>>

/** The usual fees of all priorities. They are requested once for a form, whatever is typed into it. */
export class FeePreview {
  /** Why they are unknown. */
  error = $state<string>()
  #preview = $state.raw<Preview>()

  async load(client: Pick<WalletClient, 'preview_fees'>) {
    this.error = undefined
    try {
      this.#preview = await client.preview_fees({})
    } catch (error) {
      this.error = errorText(error)
    }
  }

  /** The priority that 0 means now; undefined while it is unknown. */
  get automatic(): number | undefined {
    return this.#preview?.automatic || undefined
  }

  /**
   * Fee and wait of a priority.
   *
   * @param priority - 0 for the automatic one.
   * @param count - Number of recipients.
   * @returns Undefined while they are unknown. `blocks` may be unknown beside a known fee.
   */
  of(priority: number, count: number): { fee: bigint; blocks: number | undefined } | undefined {
    const wanted = priority || this.#preview?.automatic || 1
    const found = this.#preview?.priorities.find((each) => each.priority === wanted)
    const fee = found?.fees[count - 1]
    return fee === undefined ? undefined : { fee, blocks: found!.blocks }
  }
}
