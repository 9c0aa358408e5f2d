/**
 * The camera: one of several, its light, and why it cannot be used.
 *
 * @module
 */

export type CameraProblem = 'refused' | 'none' | 'busy' | 'insecure' | 'lost' | 'failed'

/** By the names of errors of `getUserMedia`. */
const problems: { readonly [name: string]: CameraProblem } = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

/** Not part of TypeScript's library: only some platforms have a light. */
type Lit = { torch?: boolean }

/** Enough for the densest code of an animation. */
const size = { width: { ideal: 1280 }, height: { ideal: 720 } }

/** Runs only between `start` and `stop`. */
export class Camera {
  /** The running camera's video. */
  stream = $state.raw<MediaStream>()
  starting = $state(false)
  problem = $state<CameraProblem>()
  /** All cameras, once the user has permitted one. */
  list = $state.raw<readonly MediaDeviceInfo[]>([])
  /** The id of the running or last camera. */
  chosen = $state<string>()
  /** Whether its light is on; undefined if it has none that can be controlled. */
  light = $state<boolean>()

  readonly #devices: MediaDevices | undefined
  /** Increases with each start and stop: a camera that starts later than that is stopped. */
  #attempt = 0

  /** @param devices - Undefined in pages without a secure connection. */
  constructor(devices: MediaDevices | undefined) {
    this.#devices = devices
  }

  /** @param id - By default the last one, or that on the back of a phone. */
  async start(id: string | undefined = this.chosen) {
    this.stop()
    this.problem = undefined
    if (!this.#devices) {
      this.problem = 'insecure'
      return
    }
    const attempt = this.#attempt
    this.starting = true
    try {
      const which = id === undefined ? { facingMode: 'environment' } : { deviceId: { exact: id } }
      const stream = await this.#devices.getUserMedia({ video: { ...size, ...which } })
      if (attempt !== this.#attempt) return end(stream)
      this.#use(stream, attempt)
      const all = await this.#devices.enumerateDevices()
      if (attempt === this.#attempt) this.list = all.filter(({ kind }) => kind === 'videoinput')
    } catch (error) {
      if (attempt !== this.#attempt) return
      this.problem = problems[(error as Error).name] ?? 'failed'
      // The chosen camera may be gone. The next start takes any.
      this.chosen = undefined
    } finally {
      if (attempt === this.#attempt) this.starting = false
    }
  }

  #use(stream: MediaStream, attempt: number) {
    const [track] = stream.getVideoTracks()
    this.chosen = track?.getSettings().deviceId
    const can = track?.getCapabilities?.() as Lit | undefined
    this.light = can?.torch ? false : undefined
    // The event is not fired by `stop`.
    track?.addEventListener('ended', () => {
      if (attempt !== this.#attempt) return
      this.stop()
      this.problem = 'lost'
    })
    this.stream = stream
  }

  /** Switches the light. It stays as it is if the camera refuses. */
  async setLight(on: boolean) {
    const [track] = this.stream?.getVideoTracks() ?? []
    const wanted: Lit = { torch: on }
    const done = await track
      ?.applyConstraints({ advanced: [wanted as MediaTrackConstraintSet] })
      .then(
        () => true,
        () => false,
      )
    if (done) this.light = on
  }

  stop() {
    this.#attempt++
    if (this.stream) end(this.stream)
    this.stream = undefined
    this.light = undefined
    this.starting = false
  }
}

function end(stream: MediaStream) {
  for (const track of stream.getTracks()) track.stop()
}
