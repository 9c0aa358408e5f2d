/**
 * Times the figures. It is bundled separately, for a browser worker and for any version of Node.
 *
 * @module
 */
import { scanningCrypto } from '../../../worker/adapters/crypto.ts'
import { systemRandom } from '../../../worker/adapters/platform.ts'
import { figures, type FigureName, type Turn } from './figures.ts'

export type Clock = {
  /** Name of the scan kernel in the crypto port. */
  kernel: string
  /** Median time of a step in microseconds, over `ms` of turns. */
  measure: (figure: FigureName, ms: number) => number
}

/** Shorter slices are below the resolution of the browser clock. */
const shortestSliceMs = 2

/** @param read - The bytes of a module, by its name in `wasm/build`. */
export async function startClock(
  read: (name: string) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<Clock> {
  const crypto = await scanningCrypto((name) => read(`${name}.wasm`), systemRandom)
  const prepared = new Map<FigureName, Turn>()
  return {
    kernel: crypto.scanKernel,
    measure(figure, ms) {
      const turn = prepared.get(figure) ?? figures[figure](crypto)
      prepared.set(figure, turn)
      // The engine optimises the code before the measurement.
      slices(turn, ms / 2)
      return median(slices(turn, ms)) / turn.steps
    },
  }
}

/** Microseconds of a turn for each slice; at least three slices. */
function slices({ run }: Turn, ms: number): number[] {
  const times: number[] = []
  const end = performance.now() + ms
  let turns = 1
  while (times.length < 3 || performance.now() < end) {
    const start = performance.now()
    for (let turn = 0; turn < turns; turn++) run()
    const took = performance.now() - start
    if (took >= shortestSliceMs) times.push((took * 1000) / turns)
    else turns *= 2
  }
  return times
}

const median = (samples: number[]) => samples.sort((a, b) => a - b)[samples.length >> 1]!
