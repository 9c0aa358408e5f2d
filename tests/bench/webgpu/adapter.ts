/**
 * The software adapter of Chromium (SwiftShader), which runs the kernel on the CPU as a GPU would.
 *
 * @module
 */
import { openChromium } from '../../e2e/chromium.ts'
import { startEmptyPage } from '../server.ts'
import { inputOf, type Job } from './cases.ts'
import { kernelText, resultWords, workgroupSize } from './kernel.ts'

export type Run = {
  /** Vendor and architecture. */
  adapter: string
  /** Time to compile the kernel. */
  compileMs: number
  /** For each job its results, and the time from the upload of the keys to the read results. */
  results: { words: number[]; ms: number }[]
}

const flags = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader']

/** @returns Undefined if Chromium has no adapter. @throws Error if it refuses the kernel. */
export async function runOnSoftwareAdapter(jobs: readonly Job[]): Promise<Run | undefined> {
  const server = await startEmptyPage()
  try {
    const screen = await openChromium(flags)
    try {
      const page = screen.context.pages().at(-1)!
      // WebGPU needs a secure context, which loopback is.
      await page.goto(server.url)
      const input = { text: kernelText(), jobs: jobs.map(inputOf), resultWords, workgroupSize }
      return await page.evaluate(runInPage, input)
    } finally {
      await screen.close()
    }
  } finally {
    await server.close()
  }
}

type Input = {
  text: string
  jobs: { keys: number[]; secret: number[] }[]
  resultWords: number
  workgroupSize: number
}

type Constants = {
  GPUBufferUsage: { STORAGE: number; COPY_SRC: number; COPY_DST: number; MAP_READ: number }
  GPUMapMode: { READ: number }
}

/** Runs in the page, so it uses nothing of this module. */
async function runInPage(input: Input): Promise<Run | undefined> {
  const adapter = await navigator.gpu?.requestAdapter()
  if (!adapter) return undefined
  const device = await adapter.requestDevice()
  const start = performance.now()
  const module = device.createShaderModule({ code: input.text })
  const { messages } = await module.getCompilationInfo()
  const [error] = messages.filter(({ type }) => type === 'error')
  if (error) throw new Error(`line ${error.lineNum} of the kernel: ${error.message}`)
  const pipeline = await device.createComputePipelineAsync({
    layout: 'auto',
    compute: { module, entryPoint: 'derive' },
  })
  const compileMs = performance.now() - start
  // TypeScript knows the interfaces of WebGPU, not its constants.
  const { GPUBufferUsage, GPUMapMode } = globalThis as unknown as Constants
  const { STORAGE, COPY_SRC, COPY_DST, MAP_READ } = GPUBufferUsage

  async function deriveBatch(given: number[], viewSecret: number[]): Promise<Uint32Array> {
    const count = given.length / 8
    const buffer = (words: number, usage: number) => device.createBuffer({ size: 4 * words, usage })
    const keys = buffer(given.length, STORAGE | COPY_DST)
    const secret = buffer(viewSecret.length, STORAGE | COPY_DST)
    const derivations = buffer(input.resultWords * count, STORAGE | COPY_SRC)
    const result = buffer(input.resultWords * count, COPY_DST | MAP_READ)
    device.queue.writeBuffer(keys, 0, new Uint32Array(given))
    device.queue.writeBuffer(secret, 0, new Uint32Array(viewSecret))
    const entries = [keys, secret, derivations].map((each, binding) => ({
      binding,
      resource: { buffer: each },
    }))
    const encoder = device.createCommandEncoder()
    const pass = encoder.beginComputePass()
    pass.setPipeline(pipeline)
    pass.setBindGroup(
      0,
      device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }),
    )
    pass.dispatchWorkgroups(count / input.workgroupSize)
    pass.end()
    encoder.copyBufferToBuffer(derivations, 0, result, 0, result.size)
    device.queue.submit([encoder.finish()])
    await result.mapAsync(GPUMapMode.READ)
    const words = new Uint32Array(result.getMappedRange()).slice()
    for (const each of [keys, secret, derivations, result]) each.destroy()
    return words
  }

  // Chromium ends a GPU process whose work does not end within seconds.
  const batch = 8 * 1024
  async function derive({ keys, secret }: Input['jobs'][number]) {
    const begin = performance.now()
    const words: number[] = []
    for (let at = 0; at < keys.length; at += batch)
      words.push(...(await deriveBatch(keys.slice(at, at + batch), secret)))
    return { words, ms: performance.now() - begin }
  }

  const results: Run['results'] = []
  for (const job of input.jobs) results.push(await derive(job))
  const { vendor, architecture } = adapter.info
  return { adapter: `${vendor} ${architecture}`, compileMs, results }
}
