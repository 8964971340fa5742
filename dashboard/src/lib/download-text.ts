import { downloadBlob } from './download-blob.ts'

type Download = { text: string; fileName: string; type: string }

/** Downloads a text as a file. */
export function downloadText({ text, fileName, type }: Download): void {
  downloadBlob({ content: new Blob([text], { type: `${type};charset=utf-8` }), fileName })
}
