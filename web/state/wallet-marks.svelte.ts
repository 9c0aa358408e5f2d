/** Number of colour marks. `WalletMark.svelte` draws them, `MarkPicker.svelte` names them. */
export const markCount = 8

const key = 'nightjar.wallet-marks'

/**
 * The colour mark of each wallet, by its name: a number below {@link markCount}. Choices are stored in this browser,
 * because the mark is shown while the wallet is locked; they are not secret. Without a choice, the name decides.
 */
export class WalletMarks {
  #chosen = $state.raw(read())

  of(name: string): number {
    return this.#chosen.get(name) ?? defaultMark(name)
  }

  choose(name: string, mark: number) {
    this.#change((chosen) => chosen.set(name, mark))
  }

  /** A wallet keeps its mark with a new name. */
  rename(from: string, to: string) {
    const mark = this.of(from)
    this.#change((chosen) => {
      chosen.delete(from)
      chosen.set(to, mark)
    })
  }

  remove(name: string) {
    this.#change((chosen) => chosen.delete(name))
  }

  /** Another tab may have stored choices in the meantime. */
  #change(change: (chosen: Map<string, number>) => void) {
    const chosen = read()
    change(chosen)
    this.#chosen = chosen
    localStorage.setItem(key, JSON.stringify([...chosen]))
  }
}

function read(): Map<string, number> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return new Map(Array.isArray(stored) ? stored.filter(isChoice) : [])
  } catch {
    // Not written by this program: the marks are those of the names.
    return new Map()
  }
}

const isChoice = (entry: unknown): entry is [string, number] =>
  Array.isArray(entry) &&
  typeof entry[0] === 'string' &&
  Number.isInteger(entry[1]) &&
  entry[1] >= 0 &&
  entry[1] < markCount

function defaultMark(name: string): number {
  let sum = 0
  for (const character of name) sum = (31 * sum + character.codePointAt(0)!) % 8191
  return sum % markCount
}

export const walletMarks = new WalletMarks()
