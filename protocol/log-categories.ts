/**
 * Log categories of a program, in monero's format. RPC calls read and set them.
 *
 * @module
 * @see monero contrib/epee/src/mlog.cpp, external/easylogging++/easylogging++.cc VRegistry
 */

const levels = ['FATAL', 'ERROR', 'WARNING', 'INFO', 'DEBUG', 'TRACE'] as const

/** Severity of a line. */
export type LogLevel = (typeof levels)[number]

/** Categories of each numbered level. @see monero contrib/epee/src/mlog.cpp get_default_categories */
const numbered = [
  '*:WARNING,net:FATAL,net.http:FATAL,net.ssl:FATAL,net.p2p:FATAL,net.cn:FATAL,daemon.rpc:FATAL,' +
    'global:INFO,verify:FATAL,serialization:FATAL,daemon.rpc.payment:ERROR,stacktrace:INFO,' +
    'logging:INFO,msgwriter:INFO',
  '*:INFO,global:INFO,stacktrace:INFO,logging:INFO,msgwriter:INFO,perf.*:DEBUG',
  '*:DEBUG',
  '*:TRACE,*.dump:DEBUG',
  '*:TRACE',
]

export class LogCategories {
  #text = numbered[0]!

  /** @param level - 0 to 4. */
  constructor(level = 0) {
    this.setLevel(level)
  }

  /** The current text, `category:LEVEL,…`. It is not validated. */
  get text(): string {
    return this.#text
  }

  /** @returns False for a level that does not exist. In this case nothing changes. */
  setLevel(level: number): boolean {
    const categories = numbered[level]
    if (categories === undefined) return false
    this.#text = categories
    return true
  }

  /**
   * Accepts a level, a level and categories, or categories. A leading `+` adds categories to the current
   * ones, a leading `-` removes them. A number that is not a level changes nothing.
   *
   * @see monero contrib/epee/src/mlog.cpp mlog_set_log, mlog_set_categories
   */
  set(given: string): void {
    const [, digits, rest = ''] = /^\s*([+-]?\d+)(.*)$/s.exec(given) ?? []
    if (digits !== undefined && rest === '') this.setLevel(Number(digits))
    else if (digits !== undefined && rest.startsWith(','))
      this.#change((numbered[Number(digits)] ?? '') + rest)
    else this.#change(given)
  }

  /** Whether a line of a category is logged. */
  allows(category: string, level: LogLevel): boolean {
    // The last matching entry counts.
    const fitting = this.#text.split(',').findLast((each) => {
      const [pattern = '', name = ''] = each.split(':')
      return depthOf(name) >= 0 && matches(pattern, category)
    })
    return fitting !== undefined && levels.indexOf(level) <= depthOf(fitting.split(':')[1]!)
  }

  #change(given: string) {
    if (given.startsWith('+')) this.#text = [this.#text, given.slice(1)].filter(Boolean).join(',')
    // As in monero, the first occurrence of the text is removed. Commas and longer names are not checked.
    else if (given.startsWith('-'))
      for (const removed of given.slice(1).split(',')) this.#text = this.#text.replace(removed, '')
    else this.#text = given
  }
}

const depthOf = (name: string) => levels.findIndex((level) => name.startsWith(level))

/** Whether a text matches a pattern, in which `*` matches any characters and `?` matches one. */
function matches(pattern: string, text: string): boolean {
  const expression = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&').replace(/\*+/g, '.*')
  return new RegExp(`^${expression.replaceAll('?', '.')}$`, 's').test(text)
}
