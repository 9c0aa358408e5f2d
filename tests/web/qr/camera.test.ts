import { describe, expect, test } from 'vitest'
import { Camera } from '../../../web/qr/camera.svelte.ts'

/** A camera of a browser, and what was done with it. */
class FakeTrack extends EventTarget {
  stopped = false
  readonly constraints: unknown[] = []
  readonly #id: string
  readonly #torch: boolean | undefined

  constructor(id: string, torch?: boolean) {
    super()
    this.#id = id
    this.#torch = torch
  }

  getSettings = () => ({ deviceId: this.#id })
  getCapabilities = () => (this.#torch === undefined ? {} : { torch: this.#torch })
  stop = () => void (this.stopped = true)

  async applyConstraints(constraints: unknown) {
    if (this.#id === 'stubborn') throw new Error('refused')
    this.constraints.push(constraints)
  }
}

function fakeDevices(answer: (id: string | undefined) => FakeTrack | Promise<FakeTrack>) {
  const asked: (string | undefined)[] = []
  const devices = {
    async getUserMedia({ video }: { video: { deviceId?: { exact: string } } }) {
      asked.push(video.deviceId?.exact)
      const track = await answer(video.deviceId?.exact)
      return { getVideoTracks: () => [track], getTracks: () => [track] }
    },
    enumerateDevices: async () => [
      { kind: 'audioinput', deviceId: 'microphone' },
      { kind: 'videoinput', deviceId: 'back' },
      { kind: 'videoinput', deviceId: 'front' },
    ],
  }
  return { asked, camera: new Camera(devices as unknown as MediaDevices) }
}

const failing = (name: string) =>
  fakeDevices(() => {
    throw new DOMException('', name)
  })

describe('a camera', () => {
  test('starts, lists all cameras, and stops', async () => {
    const track = new FakeTrack('back')
    const { camera } = fakeDevices(() => track)
    const starting = camera.start()
    expect(camera.starting).toBe(true)
    await starting
    expect(camera).toMatchObject({ starting: false, problem: undefined, chosen: 'back' })
    expect(camera.stream).toBeDefined()
    expect(camera.list.map(({ deviceId }) => deviceId)).toEqual(['back', 'front'])
    camera.stop()
    expect([track.stopped, camera.stream]).toEqual([true, undefined])
  })

  test('is exchanged for another one, which is kept after a pause', async () => {
    const tracks: FakeTrack[] = []
    const { asked, camera } = fakeDevices((id) => {
      tracks.push(new FakeTrack(id ?? 'back'))
      return tracks.at(-1)!
    })
    await camera.start()
    await camera.start('front')
    camera.stop()
    await camera.start()
    expect(asked).toEqual([undefined, 'front', 'front'])
    expect(tracks.map(({ stopped }) => stopped)).toEqual([true, true, false])
  })

  test('is stopped if it starts after the scanner was closed', async () => {
    const track = new FakeTrack('back')
    const { camera } = fakeDevices(() => track)
    const starting = camera.start()
    camera.stop()
    await starting
    expect([track.stopped, camera.stream, camera.starting]).toEqual([true, undefined, false])
  })

  test('has a light where the platform has one', async () => {
    const track = new FakeTrack('back', true)
    const { camera } = fakeDevices(() => track)
    await camera.start()
    expect(camera.light).toBe(false)
    await camera.setLight(true)
    expect(camera.light).toBe(true)
    expect(track.constraints).toEqual([{ advanced: [{ torch: true }] }])
    camera.stop()
    expect(camera.light).toBeUndefined()
  })

  test('error: the light stays off', async () => {
    const { camera } = fakeDevices(() => new FakeTrack('stubborn', true))
    await camera.start()
    await camera.setLight(true)
    expect(camera.light).toBe(false)
  })

  test.each([
    ['NotAllowedError', 'refused'],
    ['NotFoundError', 'none'],
    ['OverconstrainedError', 'none'],
    ['NotReadableError', 'busy'],
    ['TypeError', 'failed'],
  ])('error: %s', async (name, problem) => {
    const { camera } = failing(name)
    await camera.start()
    expect(camera).toMatchObject({ problem, starting: false, stream: undefined })
  })

  test('error: a page without a secure connection has none', async () => {
    const camera = new Camera(undefined)
    await camera.start()
    expect(camera).toMatchObject({ problem: 'insecure', starting: false })
  })

  test('error: it is disconnected; the next start takes any', async () => {
    const track = new FakeTrack('back')
    const { camera } = fakeDevices(() => track)
    await camera.start()
    track.dispatchEvent(new Event('ended'))
    expect(camera).toMatchObject({ problem: 'lost', stream: undefined })
  })

  test('error: the chosen camera is gone; the next start takes any', async () => {
    const { asked, camera } = failing('OverconstrainedError')
    await camera.start('gone')
    await camera.start()
    expect(asked).toEqual(['gone', undefined])
  })
})
