import { downloadBlob } from '../../lib/download-blob.ts'
import type { SourceFile } from './source-file.ts'

/** Downloads the files as an archive. */
export async function downloadCode(name: string, files: readonly SourceFile[]): Promise<void> {
  const { downloadZip } = await import('client-zip')
  const inputs = files.map(({ path, content, encoding }) => ({
    name: path,
    input: encoding === 'base64' ? bytesOf(content) : content,
  }))
  downloadBlob({ content: await downloadZip(inputs).blob(), fileName: `${name}.zip` })
}

const bytesOf = (base64: string) =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
