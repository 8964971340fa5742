import type { QueryAnswer } from '../../data/resources/services/meta/query.ts'

type StatementSummaryProps = {
  answer: QueryAnswer
  onChoose: (index: number) => void
}

/** The list stays readable and quick to draw; the counts above it cover every statement. */
const MOST_LISTED = 200

const counted = (count: number, noun: string) =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

/** Summarizes a long script: counts by command, and the statements that returned rows. */
export function StatementSummary({ answer, onChoose }: StatementSummaryProps) {
  const { results, commands } = answer
  const total = commands.reduce((sum, { statements }) => sum + statements, 0)
  const returning = results.flatMap((result, index) =>
    result.columns.length > 0 ? [{ index, result }] : [],
  )
  return (
    <div className="grid size-full content-start gap-4 overflow-auto p-4">
      <p className="font-medium">
        {answer.ended === 'committed' && 'Success. '}
        {counted(total, 'statement')} ran
      </p>
      <table aria-label="Statements by command" className="w-fit text-xs">
        <thead className="text-left text-muted">
          <tr>
            <th className="pr-8 pb-1 font-normal">Command</th>
            <th className="pr-8 pb-1 text-right font-normal">Statements</th>
            <th className="pb-1 text-right font-normal">Rows</th>
          </tr>
        </thead>
        <tbody>
          {commands.map(({ command, statements, rows }) => (
            <tr key={command}>
              <td className="pr-8 font-mono">{command}</td>
              <td className="pr-8 text-right tabular-nums">{statements.toLocaleString('en')}</td>
              <td className="text-right tabular-nums">{rows?.toLocaleString('en') ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {returning.length > 0 && (
        <section className="grid gap-1 text-xs">
          <h2 className="text-muted">Statements that returned results</h2>
          <ul aria-label="Statements that returned results">
            {returning.slice(0, MOST_LISTED).map(({ index, result }) => (
              <li key={index}>
                <button
                  type="button"
                  onClick={() => onChoose(index)}
                  className="flex max-w-full gap-2 py-0.5 hover:underline"
                >
                  {results.length === total && (
                    <span className="text-muted tabular-nums">{index + 1}</span>
                  )}
                  <span className="font-mono">{result.command}</span>
                  <span className="shrink-0">{counted(result.rows.length, 'row')}</span>
                  <span className="truncate font-mono text-muted">
                    {result.columns.map(({ name }) => name).join(', ')}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          {returning.length > MOST_LISTED && (
            <p className="text-muted">
              Showing the first {MOST_LISTED} of {returning.length.toLocaleString('en')}.
            </p>
          )}
        </section>
      )}
    </div>
  )
}
