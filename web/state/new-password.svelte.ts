import { leastLevel, rateByLength, type Attacker, type Rating } from './password-rating.ts'
import type { ratePassword } from './rate-password.ts'

type Rate = typeof ratePassword

/** Loads the code that rates passwords. */
export class RaterLoader {
  #rate: Rate | undefined
  #loading: Promise<void> | undefined
  #waiting: Promise<void> | undefined
  readonly #load: () => Promise<{ ratePassword: Rate }>

  constructor(load: () => Promise<{ ratePassword: Rate }> = () => import('./rate-password.ts')) {
    this.#load = load
  }

  /**
   * The code; undefined if it cannot be loaded, or is not loaded after ten seconds. A failed request is repeated by
   * the next call.
   */
  async load(): Promise<Rate | undefined> {
    this.#loading ??= this.#load().then(
      ({ ratePassword }) => void (this.#rate = ratePassword),
      () => void (this.#loading = undefined),
    )
    this.#waiting ??= new Promise((resolve) => setTimeout(resolve, patienceMs))
    if (!this.#rate) await Promise.race([this.#loading, this.#waiting])
    return this.#rate
  }
}

const patienceMs = 10_000

/** Pause in typing after which a password is rated. */
const pauseMs = 250

/** The page has one: the lists are loaded once. */
export const raterLoader = new RaterLoader()

/** A password that is being chosen: typed, rated, repeated. It does not leave the page before it is submitted. */
export class NewPassword {
  repeated = $state('')
  /** Whether the user accepts this password although it is weak. */
  weakAccepted = $state(false)
  /** Of the text before the last keystrokes until these are rated. */
  rating = $state.raw<Rating>()
  isWeak = $derived(this.rating !== undefined && this.rating.level < leastLevel)
  ready = $derived.by(
    () => this.#isRated && this.#text === this.repeated && (!this.isWeak || this.weakAccepted),
  )
  #text = $state('')
  /** Whether the rating is that of the text. */
  #isRated = $state(false)
  readonly #loader: Pick<RaterLoader, 'load'>

  constructor(loader: Pick<RaterLoader, 'load'> = raterLoader) {
    this.#loader = loader
  }

  get text(): string {
    return this.#text
  }

  set text(text: string) {
    this.#text = text
    this.#isRated = false
    this.weakAccepted = false
  }

  /**
   * Rates the text after a pause in typing.
   *
   * @param names - See {@link ratePassword}.
   * @returns Cancels the rating.
   */
  rate(names: readonly string[], attacker: Attacker): () => void {
    const text = this.#text
    let cancelled = false
    const run = async () => {
      const rate = await this.#loader.load()
      if (cancelled) return
      this.rating = rate ? rate(text, names, attacker) : rateByLength(text)
      this.#isRated = true
    }
    this.#isRated = false
    if (text === '') this.rating = undefined
    const timer = text === '' ? undefined : setTimeout(() => void run(), pauseMs)
    return () => {
      cancelled = true
      clearTimeout(timer)
    }
  }

  clear() {
    this.text = this.repeated = ''
  }
}
