/** Saves a file as a download. */
export function saveFile(name: string, bytes: Uint8Array<ArrayBuffer>) {
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has started and no longer needs the URL.
  setTimeout(() => URL.revokeObjectURL(url))
}
