/**
 * The constants of portable storage.
 *
 * @module
 * @see monero contrib/epee/include/storages/portable_storage_base.h
 */

/** The two signatures and the format version that begin every storage. */
export const header = Uint8Array.of(0x01, 0x11, 0x01, 0x01, 0x01, 0x01, 0x02, 0x01, 0x01)

/** Type bytes. */
export const types = {
  i64: 1,
  i32: 2,
  i16: 3,
  i8: 4,
  u64: 5,
  u32: 6,
  u16: 7,
  u8: 8,
  double: 9,
  string: 10,
  bool: 11,
  object: 12,
  array: 13,
} as const

/** Bytes of a value, of the types that have a fixed size. */
export const fixedSizes: { readonly [type: number]: number } = {
  [types.i64]: 8,
  [types.i32]: 4,
  [types.i16]: 2,
  [types.i8]: 1,
  [types.u64]: 8,
  [types.u32]: 4,
  [types.u16]: 2,
  [types.u8]: 1,
  [types.double]: 8,
  [types.bool]: 1,
}

/** Flag of a type byte: a list of that type follows. */
export const listFlag = 0x80
