/**
 * The derivation kernel in WGSL: its operations, and its results and speed on a software adapter.
 *
 * @module
 * @see docs/performance.md
 */
import { systemRandom } from '../../../worker/adapters/platform.ts'
import type { Group } from '../group.ts'
import { bundleClock } from '../kernels/bundle.ts'
import { chromiumEngine } from '../kernels/engines.ts'
import { row } from '../row.ts'
import { medianOf } from '../statistics.ts'
import { runOnSoftwareAdapter } from '../webgpu/adapter.ts'
import { demandAgreement, jobsOf, type Job } from '../webgpu/cases.ts'
import { interpret } from '../webgpu/interpreted.ts'
import { compile } from '../webgpu/interpreter/compile.ts'
import { kernelText } from '../webgpu/kernel.ts'

export const webgpu: Group = {
  name: 'webgpu',
  summary: 'derivations by a GPU kernel: operations, and results on a software adapter',
  async measure({ size, log }) {
    const onCpu = await derivationsOnCpu(size.kernelMs)
    const [measured, ...edges] = jobsOf(systemRandom, size.gpuKeys, 4) as [Job, ...Job[]]
    const turns = Array.from({ length: size.rounds }, () => measured)
    const jobs = [...turns, ...edges]
    const { multiply, add, bitwise } = operations(measured)
    const run = await runOnSoftwareAdapter(jobs)
    log(run ? `adapter: ${run.adapter}` : 'Chromium has no WebGPU adapter')
    if (run) demandAgreement(jobs, run.results, systemRandom)
    const times = run?.results.slice(0, size.rounds).map(({ ms }) => ms) ?? []
    const ms = medianOf(times)
    return [
      row({
        name: 'webgpu/32-bit multiplications, a derivation',
        unit: 'operations',
        value: multiply,
      }),
      row({
        name: 'webgpu/other 32-bit arithmetic, a derivation',
        unit: 'operations',
        value: add + bitwise,
      }),
      row({
        name: 'webgpu/derivations, software adapter',
        unit: '1/s',
        value: ms === null ? null : (measured.keys.length * 1000) / ms,
        reference: onCpu,
      }),
      row({
        name: 'webgpu/compile the kernel, software adapter',
        unit: 's',
        value: run ? run.compileMs / 1000 : null,
      }),
    ]
  },
}

/** Derivations per second of the wallet's own scan in Chromium, on one core. */
async function derivationsOnCpu(ms: number): Promise<number> {
  const { browser } = await bundleClock()
  const engine = await chromiumEngine('Chromium', browser)
  try {
    return 1e6 / (await engine.measure('derivation', ms))
  } finally {
    await engine.close()
  }
}

function operations({ keys, secret }: Job) {
  const program = compile(kernelText())
  interpret({ keys: keys.slice(0, 1), secret }, program)
  return program.operations
}
