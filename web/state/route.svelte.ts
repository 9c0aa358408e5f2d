/** Views of an open wallet. The fragment of the address bar names the current one. */
export const barPlaces = ['overview', 'receive', 'send', 'history', 'settings'] as const
export type BarPlace = (typeof barPlaces)[number]
/** The settings link to the views that are not in the navigation bar. */
const places = [...barPlaces, 'console', 'shared', 'proofs', 'files'] as const
export type Place = (typeof places)[number]

/** The current view. `detail` is the rest of the fragment, such as a transaction id. */
export class Route {
  place = $state<Place>('overview')
  detail = $state('')

  constructor() {
    this.#read()
    addEventListener('hashchange', () => this.#read())
  }

  go(place: Place, detail = '') {
    location.hash = detail ? `#/${place}/${detail}` : `#/${place}`
  }

  /** Removes the detail, in the address bar too. */
  clearDetail() {
    this.replaceDetail('')
  }

  /** Replaces the detail, also in the address bar and the history of the tab. */
  replaceDetail(detail: string) {
    history.replaceState(null, '', detail ? `#/${this.place}/${detail}` : `#/${this.place}`)
    this.detail = detail
  }

  #read() {
    const [, place, ...rest] = location.hash.split('/')
    this.place = places.find((known) => known === place) ?? 'overview'
    this.detail = decoded(rest.join('/'))
  }
}

/** A malformed escape sequence, as in a truncated address, stays unchanged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export const route = new Route()
