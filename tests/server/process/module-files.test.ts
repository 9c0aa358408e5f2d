import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { filesBeside, groupsBeside, modulesBeside } from '../../../server/process/module-files.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'

test('modules are read from the folder of the program, whatever characters its path has', async () => {
  const folder = temporaryFolder('a b%20#é')
  writeFileSync(join(folder, 'nightjar.wasm'), readFileSync('wasm/build/nightjar.wasm'))
  const read = modulesBeside(pathToFileURL(join(folder, 'program.js')).href)
  expect(WebAssembly.validate(await read('nightjar'))).toBe(true)
})

test('the ids of old blocks are read from the folder of the program', async () => {
  const folder = temporaryFolder('groups')
  writeFileSync(join(folder, 'mainnet-groups.bin'), Uint8Array.of(1, 2, 3))
  const read = groupsBeside(pathToFileURL(join(folder, 'program.js')).href)
  expect(await read()).toEqual(Uint8Array.of(1, 2, 3))
})

test('any file of the release is read by its name', async () => {
  const folder = temporaryFolder('files')
  writeFileSync(join(folder, 'feed-digests-stagenet.bin'), Uint8Array.of(4))
  const read = filesBeside(pathToFileURL(join(folder, 'program.js')).href)
  expect(await read('feed-digests-stagenet.bin')).toEqual(Uint8Array.of(4))
  await expect(read('feed-digests-mainnet.bin')).rejects.toMatchObject({ code: 'ENOENT' })
})

test('error: a missing module', async () => {
  const program = pathToFileURL(join(temporaryFolder('modules'), 'program.js')).href
  await expect(modulesBeside(program)('nightjar')).rejects.toMatchObject({ code: 'ENOENT' })
})
