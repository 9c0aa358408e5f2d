import { sameBytes } from '#protocol/bytes.ts'

/** The identity point. It is also the placeholder for an unknown public spend key. */
export const identity: Readonly<Uint8Array> = Uint8Array.of(1, ...new Uint8Array(31))

/** Whether public bytes are {@link identity}. */
export const isIdentity = (point: Uint8Array): boolean => sameBytes(point, identity)
