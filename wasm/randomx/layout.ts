/**
 * Layout of the memory that the threads of one seed share: the cache, then a lane for each thread with its
 * scratchpad and buffers. Offsets and sizes are bytes.
 *
 * @module
 */
const page = 65536

export const cacheAt = page
export const cacheSize = 256 * 1024 * 1024

export const scratchpadSize = 2 * 1024 * 1024
const laneSize = scratchpadSize + page

/** Offsets within a lane. */
const within = {
  scratchpad: 0,
  /** r0 to r7, f0 to f3, e0 to e3, a0 to a3: 256 bytes in hashing order. */
  registers: scratchpadSize,
  /** The last computed dataset items, 64 bytes each. */
  items: scratchpadSize + 256,
  /** State of a generator, 64 bytes. */
  state: scratchpadSize + 384,
  /** Keys of the generators and the fingerprint: 64, 128 and 32 bytes. */
  keys1: scratchpadSize + 448,
  keys4: scratchpadSize + 512,
  ends: scratchpadSize + 640,
  /** 128 bytes of configuration, 256 instructions of 8 bytes. */
  program: scratchpadSize + 1024,
  /** Room for two blocks of Argon2. */
  blocks: scratchpadSize + 4096,
  /** Tables of AES, 8 KiB. */
  tables: scratchpadSize + 8192,
}

export type Lane = Readonly<typeof within>

/** Addresses of lane `index`. */
export function lane(index: number): Lane {
  const start = cacheAt + cacheSize + index * laneSize
  const moved = Object.entries(within).map(([name, offset]) => [name, start + offset])
  return Object.fromEntries(moved) as Lane
}

/** Shared memory for a cache and `lanes` lanes. Untouched pages cost nothing. */
export const allocate = (lanes: number): WebAssembly.Memory => allocated(lanes, true)

/** Memory for a cache and one lane, which exists also where memory cannot be shared. */
export const allocateUnshared = (): WebAssembly.Memory => allocated(1, false)

function allocated(lanes: number, shared: boolean): WebAssembly.Memory {
  const pages = (cacheAt + cacheSize + lanes * laneSize) / page
  return new WebAssembly.Memory({ initial: pages, maximum: pages, shared })
}
