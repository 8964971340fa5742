type Download = { content: Blob; fileName: string }

/** Downloads content from memory as a file. */
export function downloadBlob({ content, fileName }: Download): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = safeFileName(fileName)
  link.click()
  // Some browsers read the URL only after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** A name without the characters that file systems refuse. */
export const safeFileName = (name: string): string => name.replaceAll(/[/\\:*?"<>|]+/g, '-')
