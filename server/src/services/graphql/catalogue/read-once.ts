import { readFileSync } from 'node:fs'

/** A file's text, read when it is first asked for. */
export function readOnce(file: URL): () => string {
  let text: string | undefined
  return () => (text ??= readFileSync(file, 'utf8'))
}
