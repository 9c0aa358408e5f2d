/**
 * Relaxed SIMD on Node 20, where V8 knows it behind a flag. Later versions have it on, and no such flag.
 *
 * @module
 */
import { setFlagsFromString } from 'node:v8'

/** To be called before anything asks for it. */
export function allowRelaxedSimd(): void {
  if (process.versions.node.startsWith('20.'))
    setFlagsFromString('--experimental-wasm-relaxed-simd')
}
