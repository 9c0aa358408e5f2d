/**
 * What the node logs, by category. It is kept and told; what a host writes down is the host's.
 *
 * @module
 * @see monero contrib/epee/src/mlog.cpp mlog_set_log, mlog_set_categories
 */

/** Categories that a level stands for. */
const levels = [
  '*:WARNING,net:FATAL,net.http:FATAL,net.ssl:FATAL,net.p2p:FATAL,net.cn:FATAL,daemon.rpc:FATAL,' +
    'global:INFO,verify:FATAL,serialization:FATAL,daemon.rpc.payment:ERROR,stacktrace:INFO,' +
    'logging:INFO,msgwriter:INFO',
  '*:INFO,global:INFO,stacktrace:INFO,logging:INFO,msgwriter:INFO,perf.*:DEBUG',
  '*:DEBUG',
  '*:TRACE,*.dump:DEBUG',
  '*:TRACE',
]

export class LogCategories {
  #categories = levels[0]!

  /** Now, as they were set: nothing checks them. */
  text(): string {
    return this.#categories
  }

  /** @returns False for a level that does not exist. */
  setLevel(level: number): boolean {
    const categories = levels[level]
    if (categories === undefined) return false
    this.#categories = categories
    return true
  }

  /** A level, a level with categories after it, or categories: all, `+` some more, `-` some fewer. */
  set(text: string) {
    const [, digits = '', rest = text] = /^\s*([+-]?\d+)(.*)$/s.exec(text) ?? []
    if (digits && rest === '') return void this.setLevel(Number(digits))
    if (digits && rest.startsWith(',')) this.#put((levels[Number(digits)] ?? '') + rest)
    else this.#put(text)
  }

  #put(text: string) {
    if (text.startsWith('+')) this.#add(text.slice(1))
    else if (text.startsWith('-')) this.#remove(text.slice(1))
    else this.#categories = text
  }

  #add(more: string) {
    if (more) this.#categories += (this.#categories && ',') + more
  }

  // Their text is cut out where it first stands, commas and longer names whatever they are.
  #remove(fewer: string) {
    for (const one of fewer.split(/,+/)) this.#categories = this.#categories.replace(one, '')
  }
}
