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

/** Flag of a type byte: a list of that type follows. */
export const listFlag = 0x80
