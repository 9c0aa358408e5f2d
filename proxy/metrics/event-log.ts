/**
 * The log of a server for programs: one JSON object a line, with `time`, `level`, `event` and the fields of the event.
 *
 * The table lists all events and what their fields accept: counts and words of short lists. So no address, id, URL or
 * text of a node can enter, whatever a caller passes.
 *
 * @module
 */

export type Level = 'info' | 'warn' | 'error'

/** What a field accepts. */
type Kind<T> = { accepts: (value: unknown) => boolean; type?: T }

/** Heights, numbers, bytes, milliseconds. */
const count: Kind<number | bigint> = {
  accepts: (value) =>
    (typeof value === 'bigint' || typeof value === 'number') &&
    Number.isSafeInteger(Number(value)) &&
    value >= 0,
}

const words = <const Word extends string>(...list: readonly Word[]): Kind<Word> => ({
  accepts: (value) => (list as readonly unknown[]).includes(value),
})

const version: Kind<string> = {
  accepts: (value) =>
    typeof value === 'string' && /^\d{1,4}(\.\d{1,4}){2}(-[a-z]{1,8}\.?\d{0,4})?$/.test(value),
}

/** Why a node gave no usable answer: reasons of `UpstreamUnavailable`, or `refused` for an error of its own. */
const problem = words('unsent', 'stale', 'timeout', 'lost', 'invalid', 'refused')

/** Nodes appear by their number, from 1 in the order of the operator. */
const events = {
  /** The server listens. */
  start: {
    level: 'info',
    fields: {
      version,
      network: words('mainnet', 'testnet', 'stagenet', 'fakechain'),
      height: count,
      nodes: count,
    },
  },
  /** The server ends. */
  stop: { level: 'info', fields: { cause: words('signal', 'failure'), seconds: count } },
  /** A node that answered no longer does. */
  upstream_lost: { level: 'warn', fields: { node: count, problem } },
  /** It answers again. */
  upstream_back: { level: 'info', fields: { node: count } },
  /** Requests go first to another node. */
  upstream_switched: { level: 'info', fields: { from: count, to: count } },
  /** A node has another chain than the majority, and is not used. Without a height: it is of another network. */
  upstream_disagrees: { level: 'error', fields: { node: count, height: count } },
  /** It has the same chain again. */
  upstream_agrees: { level: 'info', fields: { node: count } },
  /** A chunk of the scan feed was written. `height`: its first block; `bytes`: of its files. */
  chunk_written: {
    level: 'info',
    fields: {
      height: count,
      blocks: count,
      bytes: count,
      ms: count,
    },
  },
  /** The ring members of a chunk that had none were written. `bytes`: of their file. */
  members_written: {
    level: 'info',
    fields: { height: count, blocks: count, bytes: count, ms: count },
  },
  /** A damaged chunk was made again. `height`: its first block. */
  chunk_restored: { level: 'warn', fields: { height: count, blocks: count } },
  /** The top blocks were replaced. `height`: the first replaced one; `depth`: their number. */
  reorganisation: { level: 'warn', fields: { height: count, depth: count } },
  /** Blocks of a node do not fit together, so the feed did not take them. */
  feed_data_refused: {
    level: 'error',
    fields: {
      node: count,
      height: count,
      cause: words('call', 'answer', 'block', 'chain', 'feed'),
    },
  },
} satisfies Record<string, { level: Level; fields: Record<string, Kind<unknown>> }>

type Events = typeof events

/** An event with its fields. Fields that are undefined are left out. */
export type LogEvent = {
  [Event in keyof Events]: { event: Event } & {
    [Field in keyof Events[Event]['fields']]?:
      (Events[Event]['fields'][Field] extends Kind<infer T> ? T : never) | undefined
  }
}[keyof Events]

/** Writes a line without its end: `error` and `warn` to standard error, for example. */
export type WriteLine = (line: string, level: Level) => void

/** Writes an event. It never throws for one. */
export type EventLog = (event: LogEvent) => void

/**
 * A log.
 *
 * A field whose value its kind does not accept is replaced by null. Fields that the table does not have, and events that
 * it does not have, are not written.
 *
 * @param nowMs - Unix time.
 */
export function eventLog(write: WriteLine, nowMs: () => number): EventLog {
  return ({ event, ...given }) => {
    if (!Object.hasOwn(events, event)) return
    const { level, fields } = events[event] as {
      level: Level
      fields: Record<string, Kind<unknown>>
    }
    const line: Record<string, unknown> = { time: new Date(nowMs()).toISOString(), level, event }
    for (const [name, kind] of Object.entries(fields)) {
      const value = (given as Record<string, unknown>)[name]
      if (value !== undefined) line[name] = kind.accepts(value) ? asNumber(value) : null
    }
    write(JSON.stringify(line), level)
  }
}

const asNumber = (value: unknown) => (typeof value === 'bigint' ? Number(value) : value)
