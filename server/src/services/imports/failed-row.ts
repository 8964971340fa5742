import type { DatabaseFailure } from '../../postgres/failures.ts'

/** Only the context says where a value is wrong: `COPY t, line 2, column price: "x"`. */
const LINE = /^COPY .*, line (\d+)/m

/** The index of the failed row among those of its COPY. */
export function rowOf({ where = '' }: DatabaseFailure): number | undefined {
  const line = LINE.exec(where)?.[1]
  return line === undefined ? undefined : Number(line) - 1
}

export const columnOf = ({ where = '', column }: DatabaseFailure): string | null =>
  column ?? /, line \d+, column ([^:\n]+)/.exec(where)?.[1] ?? null
