/**
 * Texts of the QR codes in a picture, read by ZXing. Its WebAssembly is one of the page's own files.
 *
 * @module
 */
import {
  prepareZXingModule,
  purgeZXingModule,
  readBarcodes,
  type ReaderOptions,
} from 'zxing-wasm/reader'
import readerUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

// By default, the package loads it from another origin.
const overrides = { locateFile: () => readerUrl }
let loading: Promise<unknown> | undefined

/** A camera gives another frame soon: speed matters more than a picture that is hard to read. */
const ofFrame: ReaderOptions = {
  formats: ['QRCode'],
  tryInvert: false,
  tryDenoise: false,
  maxNumberOfSymbols: 1,
}
const ofPicture: ReaderOptions = { formats: ['QRCode'], maxNumberOfSymbols: 8 }

export const readFrame = (frame: ImageData): Promise<string[]> => textsIn(frame, ofFrame)

export const readPicture = (picture: ImageData): Promise<string[]> => textsIn(picture, ofPicture)

async function textsIn(picture: ImageData, options: ReaderOptions): Promise<string[]> {
  loading ??= load()
  await loading
  const results = await readBarcodes(picture, options)
  return results.filter(({ isValid }) => isValid).map(({ text }) => text)
}

/** A failed attempt is forgotten, so that the next one requests the file again. */
async function load() {
  try {
    await prepareZXingModule({ overrides, fireImmediately: true })
  } catch (error) {
    purgeZXingModule()
    loading = undefined
    throw error
  }
}
