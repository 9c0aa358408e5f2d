/**
 * Runs the timer as a process. The argument is the folder of the modules. For each input line
 * `MILLISECONDS FIGURE` it prints a line of microseconds. The first line names its kernel.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { allowRelaxedSimd } from '../../../server/process/relaxed-simd.ts'
import { startClock } from './clock.ts'
import type { FigureName } from './figures.ts'

allowRelaxedSimd()
const folder = process.argv[2]!
const clock = await startClock(async (name) => new Uint8Array(await readFile(join(folder, name))))
console.log(clock.kernel)
for await (const line of createInterface({ input: process.stdin })) {
  const [ms = '', ...words] = line.split(' ')
  console.log(clock.measure(words.join(' ') as FigureName, Number(ms)))
}
