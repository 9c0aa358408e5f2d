import { generateKeyPairSync, sign } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { fileDigest, manifestText, releaseOf } from '#protocol/release.ts'
import { securityHeaders } from '../../../proxy/page.ts'
import { verifyPage } from '../../../server/verify/verify.ts'
import { pageServer, type PageServer } from '../../support/network/page-server.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const builtIn = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('hex')
const folder = temporaryFolder('verify')
const publicFile = join(folder, 'public.pem')
writeFileSync(publicFile, publicKey.export({ type: 'spki', format: 'pem' }))

const page = {
  'assets/index-3f9c.js': bytesOf('const a = 1'),
  'index.html': bytesOf('<!doctype html>'),
  'sw.js': bytesOf('self'),
}
const about = { version: '0.3.0', commit: 'ab'.repeat(20), date: '2026-11-23T10:00:00Z' }
const release = releaseOf(about, new Map(Object.entries(page)))
const manifest = bytesOf(manifestText(release))
const signature = new Uint8Array(sign(null, manifest, privateKey))
const header = [
  'Nightjar 0.3.0 of 2026-11-23',
  `commit ${about.commit}`,
  `digest ${release.digest}`,
]

let server: PageServer
beforeEach(async () => {
  const files = { ...page, 'release.json': manifest, 'release.sig': signature }
  server = await pageServer(new Map(Object.entries(files)))
})

/** What the command prints, and whether the page is that of the release. */
async function verified(...args: string[]) {
  const lines: string[] = []
  const isSame = await verifyPage([server.url, ...args], (text) => lines.push(text), builtIn)
  return { isSame, lines: lines.join('\n').split('\n') }
}

describe('a page that serves a release', () => {
  test('is compared with its own signed list', async () => {
    const last = `${server.url} serves this release: 3 files compared.`
    expect(await verified()).toEqual({ isSame: true, lines: [...header, last] })
  })

  test('is compared with the key of a file', async () => {
    const print = () => {}
    const args = [server.url, '--key', publicFile]
    expect(await verifyPage(args, print)).toBe(true)
    expect(await verifyPage(args, print, 'ff'.repeat(32))).toBe(true)
  })

  test('is compared with a list in a file, signed or not', async () => {
    const other = temporaryFolder('list')
    const file = join(other, 'release.json')
    writeFileSync(file, manifest)
    expect((await verified('--manifest', file)).isSame).toBe(true)
    writeFileSync(join(other, 'release.sig'), signature)
    expect((await verified('--manifest', file, '--key', publicFile)).isSame).toBe(true)
  })

  test('may name other servers whose scan feed is compared, and the report lists them', async () => {
    server.compareWith(['https://second.example/feed', 'http://127.0.0.1:1'])
    const { isSame, lines } = await verified()
    expect([isSame, lines[3]]).toEqual([
      true,
      'The page may also connect to https://second.example, http://127.0.0.1:1, to compare the scan feed.',
    ])
  })

  test('may be on a server without the headers of Nightjar', async () => {
    server.replace((request) => {
      const path = new URL(request.url).pathname.slice(1) || 'index.html'
      return new Response(server.files.get(path)!)
    })
    const { isSame, lines } = await verified()
    expect([isSame, lines[3]]).toEqual([
      true,
      'The server sends no content-security-policy: it is not one of Nightjar. Only files are compared.',
    ])
  })
})

describe('error: a page that differs', () => {
  const served = (path: string, text: string) => server.files.set(path, bytesOf(text))

  test('a file has other bytes, a file is missing, a file is longer: each has a line', async () => {
    served('index.html', '<!doctype htm1>')
    server.files.delete('assets/index-3f9c.js')
    served('sw.js', 'self.skipWaiting()')
    const changedIndex = fileDigest(bytesOf('<!doctype htm1>')).slice(0, 16)
    const { isSame, lines } = await verified()
    expect(isSame).toBe(false)
    expect(lines.slice(3)).toEqual([
      'differs               release            served',
      `assets/index-3f9c.js  ${release.files[0]!.sha256.slice(0, 16)}…  HTTP 404`,
      `index.html            ${release.files[1]!.sha256.slice(0, 16)}…  ${changedIndex}…`,
      `sw.js                 ${release.files[2]!.sha256.slice(0, 16)}…  more than 4 bytes`,
      `/                     ${release.files[1]!.sha256.slice(0, 16)}…  ${changedIndex}…`,
      `sw.js for a browser   ${release.files[2]!.sha256.slice(0, 16)}…  more than 4 bytes`,
      `${server.url} does not serve this release: 5 differences. Do not use this page.`,
    ])
  })

  test('the service worker is another one for browsers', async () => {
    server.replace((request) =>
      request.headers.has('service-worker') ? new Response('evil') : undefined,
    )
    const { isSame, lines } = await verified()
    expect([isSame, lines[4]]).toEqual([false, expect.stringMatching(/^sw.js for a browser {2}/)])
  })

  test('the address alone shows another page', async () => {
    server.replace(({ url }) => (new URL(url).pathname === '/' ? new Response('evil') : undefined))
    const { isSame, lines } = await verified()
    expect([isSame, lines.some((line) => line.startsWith('/ '))]).toEqual([false, true])
  })

  test.each(['*', 'https:', 'wss://evil.example', "'unsafe-inline'", 'https://a.example/*'])(
    'a page may connect to %s',
    async (source) => {
      server.replace((request) => {
        if (new URL(request.url).pathname !== '/') return undefined
        const headers = new Headers(securityHeaders())
        const policy = headers.get('content-security-policy')!
        headers.set(
          'content-security-policy',
          policy.replace("connect-src 'self'", `connect-src 'self' ${source}`),
        )
        return new Response(page['index.html'], { headers })
      })
      const { isSame, lines } = await verified()
      expect([isSame, lines.some((line) => /^header content-security-policy/.test(line))]).toEqual([
        false,
        true,
      ])
    },
  )

  test('a security header is weaker', async () => {
    server.replace((request) => {
      if (new URL(request.url).pathname !== '/') return undefined
      const headers = { 'content-security-policy': 'default-src *' }
      return new Response(page['index.html'], { headers })
    })
    const { isSame, lines } = await verified()
    expect(isSame).toBe(false)
    expect(lines.find((line) => line.startsWith('header content-security-policy'))).toMatch(
      /default-src 'none'.*default-src \*$/,
    )
  })

  test('the page serves another list than the given one', async () => {
    const file = join(temporaryFolder('list'), 'release.json')
    writeFileSync(
      file,
      manifestText(releaseOf({ version: '0.2.0' }, new Map(Object.entries(page)))),
    )
    const { isSame, lines } = await verified('--manifest', file)
    expect([isSame, lines.filter((line) => line.startsWith('release.json')).length]).toEqual([
      false,
      1,
    ])
  })

  test('control characters of a server are not printed', async () => {
    server.replace((request) => {
      if (new URL(request.url).pathname !== '/') return undefined
      const headers = { 'content-security-policy': "default-src 'none'\x9b2K" }
      return new Response(page['index.html'], { headers })
    })
    const { lines } = await verified()
    expect(lines.join('\n')).not.toContain('\x9b')
    expect(lines.join('\n')).toContain("default-src 'none'?2K")
  })
})

describe('error: a list that cannot be trusted', () => {
  test('the server has none', async () => {
    server.files.delete('release.json')
    await expect(verified()).rejects.toThrow(
      'release.json: expected the list of a release, got none from the server',
    )
  })

  test('its signature is missing, of another key, or of another list', async () => {
    const other = generateKeyPairSync('ed25519').privateKey
    const wrong = [
      undefined,
      new Uint8Array(sign(null, manifest, other)),
      new Uint8Array(sign(null, bytesOf('another list'), privateKey)),
      new Uint8Array(63),
    ]
    for (const bytes of wrong) {
      if (bytes) server.files.set('release.sig', bytes)
      else server.files.delete('release.sig')
      await expect(verified()).rejects.toThrow(
        'release.sig: expected a signature of the release key. Do not use this page.',
      )
    }
  })

  test('it is signed but not a list', async () => {
    const text = bytesOf('{}')
    server.files.set('release.json', text)
    server.files.set('release.sig', new Uint8Array(sign(null, text, privateKey)))
    await expect(verified()).rejects.toThrow('release.json: version is missing or invalid')
  })

  test('the file beside it does not sign it', async () => {
    const other = temporaryFolder('list')
    writeFileSync(join(other, 'release.json'), manifest)
    writeFileSync(join(other, 'release.sig'), new Uint8Array(64))
    await expect(
      verified('--manifest', join(other, 'release.json'), '--key', publicFile),
    ).rejects.toThrow(`${other}/release.sig: expected a signature of ${other}/release.json`)
  })

  test('there is neither a key nor a list', async () => {
    await expect(verifyPage([server.url], () => {})).rejects.toThrow(
      '--key or --manifest is required: this program was built without a key',
    )
  })
})

describe('error: arguments', () => {
  test.each([
    [[], 'the URL of a page is required'],
    [['--key', 'x'], 'the URL of a page is required'],
    [['example.org'], 'URL: expected http://HOST or https://HOST, without a login'],
    [['ftp://example.org'], 'URL: expected http://HOST or https://HOST, without a login'],
    [['https://a:b@example.org'], 'URL: expected http://HOST or https://HOST, without a login'],
    [['https://example.org/wallet'], 'URL: expected an address without a path'],
    [['https://example.org', '--port', '1'], 'unknown flag --port'],
  ])('%j', async (args, message) => {
    await expect(verifyPage(args, () => {}, builtIn)).rejects.toThrow(message)
  })

  test('--help prints the flags', async () => {
    const lines: string[] = []
    expect(await verifyPage(['--help'], (text) => lines.push(text))).toBe(true)
    expect(lines[0]).toMatch(/^Usage: nightjar verify URL/)
  })
})
