import { readFile } from 'node:fs/promises'

/** Reads a file in the folder of a program. @param program - URL of the program's file. */
export const bytesBeside = async (
  program: string,
  name: string,
): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await readFile(new URL(`./${name}`, program)))
