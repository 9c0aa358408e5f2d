/**
 * Reads the QR codes that a video shows.
 *
 * @module
 */
import { Pixels } from './pixels.ts'
import { readFrame } from './read-codes.ts'

/** Wider frames take longer and are not read better. */
const mostOfFrame = 1280
/** Without new frames. */
const pauseMs = 40

/**
 * Reads one frame after the other, and leaves out those that arrive in the meantime.
 *
 * @param found - Receives the text of every code, also if it is the same as before.
 * @param failed - Receives why the reader cannot be used. Reading then ends.
 * @returns A function that stops reading.
 */
export function scanVideo(
  video: HTMLVideoElement,
  found: (text: string) => void,
  failed: (error: unknown) => void,
): () => void {
  const pixels = new Pixels(mostOfFrame)
  let running = true
  let seen = -1

  async function read() {
    while (running) {
      const { videoWidth: width, videoHeight: height, currentTime } = video
      if (width > 0 && height > 0 && currentTime !== seen) {
        seen = currentTime
        const texts = await readFrame(pixels.of(video, width, height))
        if (running) for (const text of texts) found(text)
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }

  read().catch((error: unknown) => {
    if (running) failed(error)
    running = false
  })
  return () => void (running = false)
}
