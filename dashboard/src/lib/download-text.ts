type Download = { text: string; fileName: string; type: string }

/** Hands a text to the browser as a file. */
export function downloadText({ text, fileName, type }: Download): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName.replaceAll(/[/\\:*?"<>|]+/g, '-')
  link.click()
  // Some browsers read the address only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
