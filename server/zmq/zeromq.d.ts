/**
 * The parts of the package `zeromq` that programs and tests use. The package is optional: types are checked
 * where it is not installed, too.
 *
 * @see https://zeromq.github.io/zeromq.js/
 */
declare module 'zeromq' {
  /** Sends to all clients that have subscribed to the beginning of a message. */
  export class XPublisher {
    constructor(options: { linger: number; maxMessageSize: number; ipv6: boolean })
    /** The last address, with the port that the system has chosen. */
    readonly lastEndpoint: string | null
    bind(address: string): Promise<void>
    send(message: string): Promise<void>
    close(): void
    /** Messages of clients, in parts. */
    [Symbol.asyncIterator](): AsyncIterator<Uint8Array[], undefined>
  }

  export class Subscriber {
    constructor(options: {
      linger: number
      receiveTimeout: number
      receiveHighWaterMark: number
      ipv6: boolean
    })
    connect(address: string): void
    subscribe(...prefixes: string[]): void
    unsubscribe(...prefixes: string[]): void
    receive(): Promise<[Buffer]>
    close(): void
  }
}
