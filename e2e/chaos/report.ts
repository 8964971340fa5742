import type { Tally } from './check.ts'

export type InjectedFault = { readonly name: string; readonly recoveryMs: number | undefined }

/** Prints a table with columns of equal width. */
export function printTable(head: readonly string[], rows: readonly (readonly unknown[])[]): void {
  const lines = [head, ...rows].map((row) => row.map(String))
  const widths = head.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)))
  const print = (line: readonly string[]) =>
    console.log(
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
  for (const [at, line] of lines.entries()) {
    print(line)
    if (at === 0) print(widths.map((width) => '-'.repeat(width)))
  }
  console.log()
}

export function printFaults(injected: readonly InjectedFault[]): void {
  const names = [...new Set(injected.map(({ name }) => name))].sort()
  const rows = names.map((name) => {
    const times = injected
      .filter((fault) => fault.name === name)
      .map(({ recoveryMs }) => recoveryMs ?? Number.POSITIVE_INFINITY)
      .sort((one, other) => one - other)
    const show = (ms = 0) => (Number.isFinite(ms) ? Math.round(ms) : 'never')
    return [name, times.length, show(times[Math.floor(times.length / 2)]), show(times.at(-1))]
  })
  printTable(['fault', 'count', 'recovery ms p50', 'max'], rows)
}

/** The tallies of all projects, added up by their kinds. */
export function printTallies(tallies: readonly Tally[]): void {
  const kinds = [...new Set(tallies.map(({ kind }) => kind))].filter((kind) => kind !== '')
  const sum = (kind: string, part: keyof Omit<Tally, 'kind'>) =>
    tallies.filter((tally) => tally.kind === kind).reduce((total, tally) => total + tally[part], 0)
  printTable(
    ['operation', 'acknowledged', 'refused', 'unknown', 'of these applied'],
    kinds.map((kind) => [
      kind,
      sum(kind, 'acknowledged'),
      sum(kind, 'refused'),
      sum(kind, 'unknown'),
      sum(kind, 'applied'),
    ]),
  )
}
