import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { manifestText, releaseOf, type Release } from '#protocol/release.ts'
import type { Refusal } from '../../../web/release/check-release.ts'
import { guardUpdates } from '../../../web/release/guard.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const key = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('hex')
const date = '2026-11-23T10:00:00Z'
const present = { key, version: '0.3.0', date }

/** A service worker that is installed at once. */
const worker = () => Object.assign(new EventTarget(), { state: 'installed' }) as ServiceWorker

type Options = {
  stored?: Map<string, string>
  waiting?: ServiceWorker
  /** The service worker when the page was loaded; by default the present one. */
  before?: ServiceWorker
}

/** A page of version 0.3.0. */
function scene({ stored = new Map(), waiting, before }: Options = {}) {
  const first = worker()
  const registration = Object.assign(new EventTarget(), {
    installing: null as ServiceWorker | null,
    waiting: waiting ?? null,
  })
  const container = Object.assign(new EventTarget(), { controller: first })
  /** Releases that were accepted, and the last one that is offered to the user. */
  const accepted: Release[] = []
  let offered: Release | undefined
  const refused: Refusal[] = []
  let withdrawn = 0
  const files = new Map<string, Uint8Array>()
  let isOnline = true
  const guard = guardUpdates(
    { registration, container, controller: before ?? first },
    present,
    {
      onAccepted(release) {
        offered = release
        if (release) accepted.push(release)
      },
      onRefused: (refusal) => refused.push(refusal),
      onWithdrawn: () => withdrawn++,
    },
    {
      load: async (path) => {
        if (!isOnline) throw new TypeError('Failed to fetch')
        return files.get(path)
      },
      storage: {
        getItem: (name) => stored.get(name) ?? null,
        setItem: (name, value) => void stored.set(name, value),
      },
    },
  )
  return {
    accepted,
    offered: () => offered?.version,
    refused,
    withdrawn: () => withdrawn,
    guard,
    goOffline: () => (isOnline = false),
    /** The server offers a signed version. */
    serve(version: string) {
      const release = releaseOf({ version, date }, new Map([['sw.js', bytesOf(version)]]))
      const list = bytesOf(manifestText(release))
      files.set('sw.js', bytesOf(version)).set('release.json', list)
      files.set('release.sig', new Uint8Array(sign(null, list, privateKey)))
      return release
    },
    /** The browser finds a new service worker. */
    find(next: ServiceWorker) {
      registration.installing = next
      registration.dispatchEvent(new Event('updatefound'))
    },
    /** The same, and the check ends. */
    async install() {
      const next = worker()
      this.find(next)
      await guard.again()
      return next
    },
    /** The new service worker could not be installed. */
    drop: () => (registration.installing = null),
    /** A service worker takes the page over. */
    take(next: ServiceWorker) {
      container.controller = next
      container.dispatchEvent(new Event('controllerchange'))
    },
  }
}

describe('a signed page', () => {
  test('offers a signed version, and lets it take over', async () => {
    const page = scene()
    const release = page.serve('0.3.1')
    const next = await page.install()
    expect([page.accepted.at(-1), page.offered()]).toEqual([release, '0.3.1'])
    page.take(next)
    expect(page.refused).toEqual([])
  })

  test('offers a version after it is installed', async () => {
    const page = scene()
    page.serve('0.3.1')
    const next = Object.assign(new EventTarget(), { state: 'installing' })
    page.find(next as ServiceWorker)
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(page.offered()).toBeUndefined()
    next.state = 'installed'
    next.dispatchEvent(new Event('statechange'))
    await expect.poll(() => page.offered()).toBe('0.3.1')
  })

  test('no longer offers a version while a newer one is checked', async () => {
    const page = scene()
    page.serve('0.3.1')
    await page.install()
    page.find(worker())
    expect(page.offered()).toBeUndefined()
    await expect.poll(() => page.offered()).toBe('0.3.1')
  })

  test('checks a version that was already waiting, and again on request', async () => {
    const page = scene({ waiting: worker() })
    await expect.poll(() => page.refused).toEqual([{ reason: 'missing' }])
    page.serve('0.3.1')
    await page.guard.again()
    expect(page.offered()).toBe('0.3.1')
  })

  test('has nothing to check once the browser drops the new version', async () => {
    const page = scene()
    await page.install()
    expect([page.refused[0], page.withdrawn()]).toEqual([{ reason: 'missing' }, 0])
    page.drop()
    await page.guard.again()
    expect([page.offered(), page.withdrawn()]).toEqual([undefined, 1])
  })

  test('error: a version without a list', async () => {
    const page = scene()
    await page.install()
    expect([page.accepted, page.refused[0]]).toEqual([[], { reason: 'missing' }])
  })

  test('error: an older version', async () => {
    const page = scene()
    page.serve('0.2.0')
    await page.install()
    expect([page.accepted, page.refused[0]]).toEqual([[], { reason: 'older', version: '0.2.0' }])
  })

  test('error: a server that cannot be reached', async () => {
    const page = scene()
    page.serve('0.3.1')
    page.goOffline()
    await page.install()
    expect([page.accepted, page.refused[0]]).toEqual([[], { reason: 'unreachable' }])
  })

  test('error: a service worker takes over before it is checked', () => {
    const page = scene()
    page.serve('0.3.1')
    page.take(worker())
    expect(page.refused).toEqual([{ reason: 'takeover' }])
  })

  test('error: another service worker takes over than the one that was checked', async () => {
    const page = scene()
    page.serve('0.3.1')
    await page.install()
    page.take(worker())
    expect(page.refused).toEqual([{ reason: 'takeover' }])
  })

  test('error: after a takeover, no check changes the refusal', async () => {
    const page = scene()
    page.take(worker())
    page.serve('0.3.1')
    await page.install()
    page.drop()
    await page.guard.again()
    expect([page.accepted, page.refused, page.withdrawn()]).toEqual([
      [],
      [{ reason: 'takeover' }],
      0,
    ])
  })

  test('error: a service worker took over while the page was loading', () => {
    expect(scene({ before: worker() }).refused).toEqual([{ reason: 'takeover' }])
  })
})

describe('a version that another tab starts', () => {
  const stored = new Map<string, string>()

  test('may take over before this tab has checked it', async () => {
    const [other, page] = [scene({ stored }), scene({ stored })]
    other.serve('0.3.1')
    await other.install()
    other.guard.starts()
    page.take(worker())
    expect(page.refused).toEqual([])
  })

  test.each(['0.3.0', '0.2.0'])('error: not if it is %s, the own or an older one', (version) => {
    stored.set('nightjar.started-release', JSON.stringify({ version, date }))
    const page = scene({ stored })
    page.take(worker())
    expect(page.refused).toEqual([{ reason: 'takeover' }])
  })

  test('error: not if it was checked but not started', async () => {
    stored.clear()
    const [other, page] = [scene({ stored }), scene({ stored })]
    other.serve('0.3.1')
    await other.install()
    page.take(worker())
    expect(page.refused).toEqual([{ reason: 'takeover' }])
  })
})
