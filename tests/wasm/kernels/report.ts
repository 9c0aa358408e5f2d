/**
 * A program that chooses a kernel as a host does, and says what it chose and whether it is right.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { loadFused, startCrypto } from '#wasm/index.ts'
import { startKernel, withScanKernel } from '#wasm/kernels/index.ts'
import { engineKnows, type Kernel } from '#wasm/kernels/probe.ts'
import { allowRelaxedSimd } from '../../../server/process/relaxed-simd.ts'
import { seededBytes } from '../../support/random/sfc32.ts'

const read = (name: string) => new Uint8Array(readFileSync(`wasm/build/${name}.wasm`))

allowRelaxedSimd()
const random = seededBytes(1)
const main = startCrypto(new WebAssembly.Module(read('nightjar')), random)
const crypto = await withScanKernel(main, async (kernel) => read(`scan-${kernel}`))

const secret = main.randomScalar()
const keys = random(32 * 100)
const batch = {
  keys,
  firstRow: Uint32Array.from({ length: 101 }, (_, i) => i),
  outputKeys: keys,
  outputIndices: Uint32Array.from({ length: 100 }, (_, i) => i),
  viewTags: new Int16Array(100).fill(-1),
}
const found = crypto.scan(secret, batch)
const right =
  found.length > 20 && JSON.stringify(found) === JSON.stringify(main.scan(secret, batch))

const runs = (kernel: Kernel) =>
  engineKnows(kernel) && startKernel(new WebAssembly.Module(read(`scan-${kernel}`))) !== undefined

const fused = engineKnows('fma') && (await loadFused(read('nightjar-fma'), random))
const same = !fused || JSON.stringify(fused.scan(secret, batch)) === JSON.stringify(found)

process.stdout.write(
  JSON.stringify({
    fma: runs('fma'),
    simd: runs('simd'),
    kernel: crypto.scanKernel,
    fused: Boolean(fused),
    right: right && same,
  }),
)
