/** Views of an open wallet. The address bar's fragment names the one on screen. */
export const barPlaces = ['overview', 'receive', 'send', 'history', 'settings'] as const
export type BarPlace = (typeof barPlaces)[number]
/** The settings lead to those that are not in the bar. */
export const places = [...barPlaces, 'console', 'shared'] as const
export type Place = (typeof places)[number]

/** Where the person is. `detail` is what follows the place, such as a transaction id. */
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

  /** Leaves of where the person is the place alone, in the address bar too. */
  forget() {
    history.replaceState(null, '', `#/${this.place}`)
    this.detail = ''
  }

  #read() {
    const [, place, ...rest] = location.hash.split('/')
    this.place = places.find((known) => known === place) ?? 'overview'
    this.detail = decoded(rest.join('/'))
  }
}

/** An address that was cut off or made by hand may have a percent sign too many; then it is as it stands. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export const route = new Route()
