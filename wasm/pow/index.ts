/**
 * The module `pow.wasm`: the parts of RandomX that do not depend on program or seed.
 *
 * The host provides the memory: `wasm/randomx` lays out cache, scratchpads and tables.
 *
 * @module
 */
import { fingerprint, generate1, generate4 } from './aes.ts'
import { fillSlice } from './argon2.ts'
import { add, divide, multiply, squareRoot, subtract } from './rounding.ts'

export { fillSlice, fingerprint, generate1, generate4 }
export { add, divide, multiply, squareRoot, subtract }
