import { places, type Place } from '../places.ts'
import { takeShared } from './send/payment-links.ts'

/** The current view. `detail` is the rest of the fragment, such as a transaction id. */
export class Route {
  place = $state<Place>('overview')
  detail = $state('')
  /** The account that the address bar names. The one that is shown stays where it names none. */
  account = $state<number>()

  constructor() {
    takeShared()
    this.#read()
    addEventListener('hashchange', () => this.#read())
  }

  go(place: Place, detail = '') {
    location.hash = this.#fragment(place, detail)
  }

  /** Shows the overview, where a new wallet begins. What a link names stays, such as a payment. */
  begin() {
    if (this.detail === '') this.go('overview')
  }

  /** Names the account in the address bar. */
  choose(account: number) {
    this.account = account
    history.replaceState(null, '', this.#fragment(this.place, encodeURI(this.detail)))
  }

  /** The address of a view, for the account that the address bar names. */
  link(place: Place, detail = '') {
    return this.#fragment(place, detail)
  }

  /** Removes the detail from the address bar. @returns It. */
  takeDetail(): string {
    const { detail } = this
    this.detail = ''
    history.replaceState(null, '', this.#fragment(this.place, ''))
    return detail
  }

  /** Removes the detail and the account, in the address bar too. */
  clearDetail() {
    this.account = undefined
    this.replaceDetail('')
  }

  /** Replaces the detail, also in the address bar and the history of the tab. */
  replaceDetail(detail: string) {
    history.replaceState(null, '', this.#fragment(this.place, detail))
    this.detail = detail
  }

  #fragment(place: Place, detail: string) {
    const account = this.account ? `?account=${this.account}` : ''
    return detail ? `#/${place}/${detail}${account}` : `#/${place}${account}`
  }

  #read() {
    const [, path = '', account] = /^(.*?)(?:\?account=(\d{1,10}))?$/.exec(location.hash) ?? []
    const [, place, ...rest] = path.split('/')
    this.place = places.find((known) => known === place) ?? 'overview'
    this.detail = decoded(rest.join('/'))
    if (account !== undefined) this.account = Number(account)
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
