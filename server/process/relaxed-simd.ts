/**
 * Relaxed SIMD on Node 20, where V8 needs a flag. In later versions it is on, and the flag does not exist.
 *
 * @module
 */
import { setFlagsFromString } from 'node:v8'

/** Must be called before the first module with relaxed SIMD is compiled. */
export function allowRelaxedSimd(): void {
  if (process.versions.node.startsWith('20.'))
    setFlagsFromString('--experimental-wasm-relaxed-simd')
}
