/** Views of an open wallet. The address bar's fragment names the one on screen. */
export const places = ['overview', 'receive', 'send', 'history', 'settings', 'console'] as const
export type Place = (typeof places)[number]
/** The settings lead to the console; the bar leads to the others. */
export type BarPlace = Exclude<Place, 'console'>
export const barPlaces = places.filter((place): place is BarPlace => place !== 'console')

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

  #read() {
    const [, place, ...rest] = location.hash.split('/')
    this.place = places.find((known) => known === place) ?? 'overview'
    this.detail = decodeURIComponent(rest.join('/'))
  }
}

export const route = new Route()
