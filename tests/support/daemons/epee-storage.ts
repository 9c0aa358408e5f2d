import { hexToBytes } from '@noble/hashes/utils.js'

/** Signature and version of an epee storage. */
export const epeeHeader = '011101010101020101'

/** A storage of the given content in hex, which may contain spaces. */
export const storage = (hex: string) => hexToBytes(epeeHeader + hex.replaceAll(' ', ''))

/** A storage with one member of the root: `name` in hex, then type and value. */
export const member = (name: string, value: string) => storage(`04 01 ${name} ${value}`)
