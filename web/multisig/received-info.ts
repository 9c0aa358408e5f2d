/**
 * What others told in a turn: from when this member has nothing of it, until what came in is spent or
 * more comes in.
 *
 * @module
 */
import { nothingTold, type Kept } from './progress.ts'

export type Told = Kept['heard'][number]

/** Whether some of `told` begins the next turn. Who is late with a first message begins none. */
export const isNextTurn = (
  { learned, heard }: Kept,
  told: readonly Told[],
  /** Whether more came in since this turn was learned from. */
  stale: boolean,
): boolean => learned && (stale || told.some((one) => hasToldElse(heard, one)))

const hasToldElse = (heard: readonly Told[], { from, text }: Told) =>
  heard.some((each) => each.from === from && each.text !== text)

/** Those that were not heard yet. */
export const newsOf = (heard: readonly Told[], told: readonly Told[]): Told[] =>
  told.filter(({ text }) => !heard.some((each) => each.text === text))

export const areSame = (one: readonly Told[], other: readonly Told[]): boolean =>
  one.length === other.length && newsOf(one, other).length === 0

/** All that was heard, a member's newest in the place of the one before. */
export function withNews(heard: readonly Told[], news: readonly Told[]): Told[] {
  const places = new Map(heard.map((each) => [each.from, each]))
  for (const one of news) places.set(one.from, one)
  return [...places.values()]
}

/**
 * What is kept once some told.
 *
 * @param taught - Whether this wallet has learned from those of the same turn.
 */
export function afterTelling(
  kept: Kept,
  told: readonly Told[],
  { stale, taught }: { stale: boolean; taught: boolean },
): Partial<Kept> {
  // Who told of what this wallet had not seen yet told in the next turn, too; else more is asked for again.
  const news = kept.learned && stale ? told : newsOf(kept.heard, told)
  if (news.length === 0) return {}
  if (isNextTurn(kept, told, stale)) return { ...nothingTold, heard: withNews([], news) }
  return { heard: withNews(kept.heard, news), learned: kept.learned && taught }
}
