/**
 * When the user should check that the seed words are still there and readable. Stored as an attribute of the wallet.
 *
 * @module
 */
import type { Change, Store } from '../store/store.ts'

const attribute = 'nightjar.seed-check'
const day = 86_400n
/** After a check, and after the user postponed one; in seconds. */
const pause = { checked: 180n * day, later: 14n * day }

export type SeedCheckOutcome = keyof typeof pause

export type SeedCheck = {
  /** Whether the wallet has seed words. */
  hasWords: boolean
  /** Whether to remind the user. */
  isDue: boolean
  /** When the words were last checked, Unix seconds; undefined if never. */
  checked: bigint | undefined
}

/** @param now - Unix seconds. */
export function seedCheckOf(
  { info, secrets, attributes }: Pick<Store, 'info' | 'secrets' | 'attributes'>,
  now: bigint,
): SeedCheck {
  const { kind, deterministic, seedLanguage } = info.value
  const { halfSeed, polyseed } = secrets.value
  const hasWords =
    kind === 'full' && ((deterministic && seedLanguage !== '') || Boolean(halfSeed ?? polyseed))
  const { checked, next } = read(attributes.get(attribute))
  return { hasWords, isDue: hasWords && now >= next, checked }
}

/** Stages the result of a reminder. @param now - Unix seconds. */
export function noteSeedCheck(
  change: Change,
  { attributes }: Pick<Store, 'attributes'>,
  outcome: SeedCheckOutcome,
  now: bigint,
): void {
  const checked = outcome === 'checked' ? now : read(change.get(attributes, attribute)).checked
  change.put(attributes, attribute, `${checked ?? 0n} ${now + pause[outcome]}`)
}

/** Another program may have written the attribute. */
function read(stored = ''): { checked: bigint | undefined; next: bigint } {
  const [, checked = '0', next = '0'] = /^(\d{1,19}) (\d{1,19})$/.exec(stored) ?? []
  return { checked: checked === '0' ? undefined : BigInt(checked), next: BigInt(next) }
}
