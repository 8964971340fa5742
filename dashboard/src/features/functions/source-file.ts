/** `encoding` is `base64` for a file that is not text, which stays unchanged. */
export type SourceFile = {
  readonly path: string
  readonly content: string
  readonly encoding: 'utf8' | 'base64'
}

/** Whether a file of a function can have this path. */
export const isSourcePath = (path: string): boolean =>
  /^[^\\:]+$/.test(path) && path.split('/').every((part) => !/^\.{0,2}$/.test(part))
