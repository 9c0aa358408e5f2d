/** Gives the person a file to keep, as the browser keeps downloads. */
export function saveFile(name: string, bytes: Uint8Array<ArrayBuffer>) {
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has begun, and holds what it needs.
  setTimeout(() => URL.revokeObjectURL(url))
}
