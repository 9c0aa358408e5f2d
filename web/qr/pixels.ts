/**
 * Pixels of pictures and of the frames of a video.
 *
 * @module
 */

type Source = HTMLVideoElement | ImageBitmap

/** The factor that makes a picture at most so wide and high. */
const scaleTo = (most: number, width: number, height: number) =>
  Math.min(1, most / Math.max(width, height))

/** Draws pictures, smaller if they are larger than `most` pixels wide or high. */
export class Pixels {
  readonly #most: number
  readonly #canvas = document.createElement('canvas')

  constructor(most: number) {
    this.#most = most
  }

  /** @throws Error if the browser has no memory for the picture. */
  of(source: Source, width: number, height: number): ImageData {
    const scale = scaleTo(this.#most, width, height)
    const [wide, high] = [Math.round(width * scale), Math.round(height * scale)]
    const canvas = this.#canvas
    if (canvas.width !== wide) canvas.width = wide
    if (canvas.height !== high) canvas.height = high
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context) throw new Error('canvas: expected a 2D context, got none')
    context.drawImage(source, 0, 0, wide, high)
    return context.getImageData(0, 0, wide, high)
  }
}

/** Photos have more pixels than the reader needs. */
const mostOfPicture = 3000

/** The pixels of an image file; undefined if the browser cannot read it. */
export async function pixelsOfFile(file: Blob): Promise<ImageData | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return undefined
  try {
    return new Pixels(mostOfPicture).of(bitmap, bitmap.width, bitmap.height)
  } finally {
    bitmap.close()
  }
}
