type Download = { text: string; fileName: string; type: string }

/** Downloads a text as a file. */
export function downloadText({ text, fileName, type }: Download): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName.replaceAll(/[/\\:*?"<>|]+/g, '-')
  link.click()
  // Some browsers read the URL only after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
