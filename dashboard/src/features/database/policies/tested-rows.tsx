import {
  MAX_COUNTED_ROWS,
  MAX_TESTED_ROWS,
  type DecidingPolicy,
  type PolicyTest,
  type PolicyTestResult,
} from '@stoa/contract/services/meta/policy-tests'
import { Check, X } from 'lucide-react'
import { formatCount } from '../../../lib/quantities.ts'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../../ui/display/table.tsx'
/** This many columns are enough to recognize a row. */
const SHOWN_COLUMNS = 4

type TestedRowsProps = {
  test: PolicyTest
  deciding: readonly DecidingPolicy[]
  result: PolicyTestResult
}

/** The tested rows with the result of each policy. */
export function TestedRows({ test, deciding, result }: TestedRowsProps) {
  const { columns, rows } = result
  const hasBoth = deciding.some(({ decides }) => decides === 'write') && test.operation !== 'INSERT'
  const shown = columns.slice(0, SHOWN_COLUMNS)
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <p role="status" className="font-medium">
        {resultText(test, result)}
      </p>
      {rows.length > 0 && (
        <div className="grid max-h-96 overflow-auto">
          <Table aria-label="Tested rows">
            <TableHead>
              <TableRow>
                <TableHeader>Allowed</TableHeader>
                {deciding.map(({ policy, decides }) => (
                  <TableHeader
                    key={`${decides} ${policy.name}`}
                    title={policy.name}
                    className="py-1"
                  >
                    <span className="block max-w-40 truncate">{policy.name}</span>
                    {(hasBoth || !policy.is_permissive) && (
                      <span className="block font-normal">
                        {[
                          hasBoth && (decides === 'read' ? 'SELECT' : test.operation),
                          !policy.is_permissive && 'restrictive',
                        ]
                          .filter(Boolean)
                          .join(', ')}
                      </span>
                    )}
                  </TableHeader>
                ))}
                {shown.map((name, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- The columns of a result keep their places.
                  <TableHeader key={index} className="font-mono">
                    {name}
                  </TableHeader>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {rows.map((row, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- The rows of a result keep their places.
                <TableRow key={index}>
                  <TableCell>
                    <Verdict isTrue={row.is_allowed} words={['Allowed', 'Denied']} />
                  </TableCell>
                  {deciding.map(({ policy, decides }, at) => (
                    <TableCell key={`${decides} ${policy.name}`}>
                      <Verdict isTrue={row.verdicts[at] === true} words={['True', 'Not true']} />
                    </TableCell>
                  ))}
                  {shown.map((_, at) => (
                    // oxlint-disable-next-line react/no-array-index-key -- The columns of a result keep their places.
                    <TableCell key={at} className="max-w-48 truncate font-mono">
                      {row.cells[at] ?? <span className="text-muted">NULL</span>}
                    </TableCell>
                  ))}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </div>
      )}
      {rows.length === MAX_TESTED_ROWS && (
        <p className="text-xs text-muted">Showing the first {MAX_TESTED_ROWS} rows of the table.</p>
      )}
    </section>
  )
}

const Verdict = ({ isTrue, words }: { isTrue: boolean; words: [string, string] }) =>
  isTrue ? (
    <Check className="size-4 text-success-text" aria-label={words[0]} role="img" />
  ) : (
    <X className="size-4 text-danger-text" aria-label={words[1]} role="img" />
  )

function resultText({ role, operation }: PolicyTest, result: PolicyTestResult): string {
  const { readable_rows: readable, has_privilege: hasPrivilege, rows } = result
  if (!hasPrivilege) return `${role} does not have the ${operation} privilege on this table.`
  if (readable !== null) {
    if (readable > MAX_COUNTED_ROWS)
      return `More than ${formatCount(MAX_COUNTED_ROWS)} rows are readable.`
    return readable === 1 ? '1 row is readable.' : `${formatCount(readable)} rows are readable.`
  }
  const allowed = rows.filter((row) => row.is_allowed).length
  if (operation === 'INSERT')
    return allowed === 1 ? 'The row can be inserted.' : 'The row cannot be inserted.'
  const verb = operation === 'UPDATE' ? 'updated' : 'deleted'
  return `${formatCount(allowed)} of ${formatCount(rows.length)} rows can be ${verb}.`
}
