export type SourcePlace = { readonly path: string; readonly line: number }

/** The place in the message of a refused deployment: `lib/greet.ts:3:7: Expected ";"`. */
export function sourcePlace(message: string): SourcePlace | undefined {
  const [, path, line] = /^(\S.*?):(\d+):\d+: /.exec(message) ?? []
  return path !== undefined && line !== undefined ? { path, line: Number(line) } : undefined
}
