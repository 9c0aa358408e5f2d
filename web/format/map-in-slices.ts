/**
 * Long work of the page in slices.
 *
 * @module
 */

/** A frame has room for it. */
const sliceMs = 8

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))

/** As `map`, with pauses in which the page shows frames and takes input. */
export async function mapInSlices<Item, Made>(
  items: readonly Item[],
  make: (item: Item, index: number) => Made,
  pause: () => Promise<void> = nextTask,
): Promise<Made[]> {
  const made: Made[] = []
  let end = performance.now() + sliceMs
  for (const [index, item] of items.entries()) {
    if (performance.now() > end) {
      await pause()
      end = performance.now() + sliceMs
    }
    made.push(make(item, index))
  }
  return made
}
