/**
 * The module `pow.wasm`: what RandomX does that is the same for every program and every seed.
 *
 * Its memory is the host's: cache, scratchpads and tables stand where `wasm/randomx` puts them.
 *
 * @module
 */
import { fingerprint, generate1, generate4 } from './aes.ts'
import { fillSlice } from './argon2.ts'
import { highSigned, highUnsigned } from './high.ts'
import { add, divide, multiply, squareRoot, subtract } from './rounding.ts'

export { fillSlice, fingerprint, generate1, generate4 }
export { add, divide, highSigned, highUnsigned, multiply, squareRoot, subtract }
