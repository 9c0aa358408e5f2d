/**
 * The kernel without a GPU: translated to JavaScript, with its operations counted.
 *
 * @module
 */
import { compile, type Program } from './interpreter/compile.ts'
import { inputOf, type Job } from './cases.ts'
import { kernelText, resultWords } from './kernel.ts'

/** @returns The words of the results, as the kernel writes them. */
export function interpret(
  { keys, secret }: Job,
  program: Program = compile(kernelText()),
): number[] {
  const derivations = new Array<number>(resultWords * keys.length).fill(0)
  program.bind({ ...inputOf({ keys, secret }), derivations })
  for (let key = 0; key < keys.length; key++) program.run('derive', { x: key })
  return derivations
}
