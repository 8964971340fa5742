export type SourcePlace = { readonly path: string; readonly line: number }

/** An error at a position in the code. */
export type SourceProblem = SourcePlace & { readonly column: number; readonly message: string }

/** The problem that the message of a refused deployment names: `lib/greet.ts:3:7: Expected ";"`. */
export function sourceProblem(text: string): SourceProblem | undefined {
  const [, path, line, column, message] = /^(\S.*?):(\d+):(\d+): ([^]*)/.exec(text) ?? []
  if (path === undefined || message === undefined) return undefined
  return { path, line: Number(line), column: Number(column), message }
}
