/** Views of an open wallet. The address bar's fragment names the one on screen. */
export const places = ['overview', 'receive', 'send', 'history', 'settings'] as const
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

  #read() {
    const [, place, detail = ''] = location.hash.split('/')
    this.place = places.find((known) => known === place) ?? 'overview'
    this.detail = decodeURIComponent(detail)
  }
}

export const route = new Route()
