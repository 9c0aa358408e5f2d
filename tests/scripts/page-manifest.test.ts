import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { version } from '../../package.json'
import { writeManifest } from '../../scripts/page-manifest.mjs'
import { readManifest } from '../../protocol/release.ts'
import { temporaryFolder } from '../support/storage/temporary-folder.ts'

afterEach(() => {
  delete process.env.VITE_RELEASE_COMMIT
  delete process.env.VITE_RELEASE_DATE
})

/** A built page with a list and a signature of an earlier build. */
function page(): string {
  const folder = temporaryFolder('page')
  mkdirSync(join(folder, 'assets'))
  for (const name of ['index.html', 'assets/index-3f9c.js', 'release.json', 'release.sig'])
    writeFileSync(join(folder, name), name)
  return folder
}

const listIn = (folder: string) => readManifest(readFileSync(join(folder, 'release.json'), 'utf8'))

test('the list has every file but itself and its signature', async () => {
  const folder = page()
  const release = await writeManifest(folder)
  expect(listIn(folder)).toEqual(release)
  expect(release.files.map(({ path, bytes }) => [path, bytes])).toEqual([
    ['assets/index-3f9c.js', 20],
    ['index.html', 10],
  ])
  expect([release.version, release.commit, release.date]).toEqual([version, undefined, undefined])
})

test('the list of a release names its commit and time', async () => {
  const folder = page()
  process.env.VITE_RELEASE_COMMIT = 'ab'.repeat(20)
  process.env.VITE_RELEASE_DATE = '2026-11-23T10:00:00Z'
  await writeManifest(folder)
  expect(listIn(folder)).toMatchObject({ commit: 'ab'.repeat(20), date: '2026-11-23T10:00:00Z' })
})
