import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { manifestText, releaseOf } from '#protocol/release.ts'
import {
  checkOwnPage,
  checkRelease,
  RefusedRelease,
  type BuiltIn,
} from '../../../web/release/check-release.ts'
import type { LoadFile } from '../../../web/release/load-file.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const key = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('hex')
const date = '2026-11-23T10:00:00Z'
const present: BuiltIn = { key, version: '0.3.0', date }

const page = {
  'assets/groups-77aa.bin': bytesOf('table'),
  'assets/index-3f9c.js': bytesOf('const a = 1'),
  'index.html': bytesOf('<!doctype html>'),
  'sw.js': bytesOf('self'),
  'workbox-2fbc6a65.js': bytesOf('workbox'),
}

/** The files of a server with a signed version. */
function served(version = '0.3.1', signer: KeyObject = privateKey) {
  const release = releaseOf({ version, date }, new Map(Object.entries(page)))
  const list = bytesOf(manifestText(release))
  const signature = new Uint8Array(sign(null, list, signer))
  const files = new Map<string, Uint8Array>(Object.entries(page))
  files.set('release.json', list).set('release.sig', signature)
  const load: LoadFile = async (path, maxBytes) => {
    const bytes = files.get(path)
    return bytes && bytes.length <= maxBytes ? bytes : undefined
  }
  return { release, files, load }
}

const refusal = (load: LoadFile) =>
  checkRelease(load, present).then(
    () => undefined,
    (error: unknown) => (error instanceof RefusedRelease ? error.refusal : error),
  )

describe('a new version', () => {
  test.each(['0.3.1', '0.3.0', '1.0.0'])('%s is accepted if it is signed', async (version) => {
    const { release, load } = served(version)
    expect(await checkRelease(load, present)).toEqual(release)
  })

  test('error: without a list', async () => {
    const { files, load } = served()
    files.delete('release.json')
    expect(await refusal(load)).toEqual({ reason: 'missing' })
  })

  test('error: without a signature, with one of another key, or of another list', async () => {
    const { files, load } = served()
    const otherKey = generateKeyPairSync('ed25519').privateKey
    const wrong = [
      undefined,
      served('0.3.1', otherKey).files.get('release.sig'),
      served('0.3.2').files.get('release.sig'),
      new Uint8Array(64),
      new Uint8Array(64).fill(255),
    ]
    for (const signature of wrong) {
      if (signature) files.set('release.sig', signature)
      else files.delete('release.sig')
      expect(await refusal(load)).toEqual({ reason: 'unsigned' })
    }
  })

  test('error: a signed text that is no list', async () => {
    const { files, load } = served()
    const text = bytesOf('{"version":"9.0.0"}')
    files.set('release.json', text).set('release.sig', new Uint8Array(sign(null, text, privateKey)))
    expect(await refusal(load)).toEqual({ reason: 'unsigned' })
  })

  test('error: an older version', async () => {
    expect(await refusal(served('0.2.9').load)).toEqual({ reason: 'older', version: '0.2.9' })
  })

  test.each(Object.keys(page))('error: %s is missing, longer or changed', async (path) => {
    const { files, load } = served()
    const bytes = files.get(path)!
    const changed = Uint8Array.from(bytes)
    changed[0]! ^= 1
    for (const wrong of [undefined, Uint8Array.from([...bytes, 0]), changed]) {
      if (wrong) files.set(path, wrong)
      else files.delete(path)
      expect(await refusal(load)).toEqual({ reason: 'changed', path })
    }
  })

  test('error: a server that cannot be reached is not a refusal', async () => {
    const error = new TypeError('Failed to fetch')
    await expect(checkRelease(() => Promise.reject(error), present)).rejects.toBe(error)
  })
})

describe('the own page', () => {
  test('agrees with its signed list', async () => {
    const { release, load } = served()
    expect(await checkOwnPage(load, key)).toEqual({ release, isSigned: true, changed: [] })
  })

  test('is not signed in a build without a key, or by another key', async () => {
    const { load } = served()
    expect(await checkOwnPage(load)).toMatchObject({ isSigned: false, changed: [] })
    expect(await checkOwnPage(load, 'ab'.repeat(32))).toMatchObject({ isSigned: false })
  })

  test('loads no table that the wallet has not needed, and no script of the service worker', async () => {
    const { load } = served()
    const loaded: string[] = []
    await checkOwnPage((path, maxBytes) => {
      loaded.push(path)
      return load(path, maxBytes)
    })
    expect(loaded).toEqual(['release.json', 'assets/index-3f9c.js', 'index.html'])
  })

  test('names files that differ in this browser', async () => {
    const { files, load } = served()
    files.set('index.html', bytesOf('<!doctype xml>'))
    files.set('assets/index-3f9c.js', bytesOf('const a = 10'))
    expect((await checkOwnPage(load, key))?.changed).toEqual(['assets/index-3f9c.js', 'index.html'])
  })

  test('may have a newer service worker on the server, which no longer has old files', async () => {
    const { files, load } = served()
    files.set('sw.js', bytesOf('next'))
    files.delete('workbox-2fbc6a65.js')
    files.delete('assets/index-3f9c.js')
    expect((await checkOwnPage(load, key))?.changed).toEqual([])
  })

  test('has no list on a development server', async () => {
    expect(await checkOwnPage(async () => bytesOf('<!doctype html>'))).toBeUndefined()
    expect(await checkOwnPage(async () => undefined)).toBeUndefined()
  })
})
