/**
 * What the platform-free rooms may use beyond the language itself.
 *
 * `protocol` and `worker/engine` compile without DOM and Node types, so that a clock, a socket or a
 * store can only reach them through a port. Text encoding is pure and exists everywhere.
 */
declare class TextEncoder {
  encode(text?: string): Uint8Array<ArrayBuffer>
}

declare class TextDecoder {
  constructor(label?: 'utf-8' | 'latin1', options?: { fatal?: boolean; ignoreBOM?: boolean })
  decode(bytes?: Uint8Array, options?: { stream?: boolean }): string
}
