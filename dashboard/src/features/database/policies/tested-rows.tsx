import {
  MAX_COUNTED_ROWS,
  MAX_TESTED_ROWS,
  type DecidingPolicy,
  type PolicyTest,
  type PolicyTestResult,
} from '@stoa/contract/services/meta/policy-tests'
import { Check, X } from 'lucide-react'
import { formatCount } from '../../../lib/quantities.ts'
import { RecordTable, type RecordColumn } from '../../../components/list/record-table.tsx'

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
          <RecordTable
            label="Tested rows"
            layout="auto"
            items={rows.map((row, id) => ({ ...row, id }))}
            nameOf={({ id }) => `row ${id + 1}`}
            columns={[
              ALLOWED_COLUMN,
              ...deciding.map((entry, at) => policyColumn(entry, { at, test, hasBoth })),
              ...shown.map(valueColumn),
            ]}
          />
        </div>
      )}
      {rows.length === MAX_TESTED_ROWS && (
        <p className="text-xs text-muted">Showing the first {MAX_TESTED_ROWS} rows of the table.</p>
      )}
    </section>
  )
}

type TestedRow = PolicyTestResult['rows'][number] & { id: number }

const ALLOWED_COLUMN: RecordColumn<TestedRow> = {
  header: 'Allowed',
  cell: (row) => <Verdict isTrue={row.is_allowed} words={['Allowed', 'Denied']} />,
}

type PolicyColumnOptions = { at: number; test: PolicyTest; hasBoth: boolean }

function policyColumn(
  { policy, decides }: DecidingPolicy,
  { at, test, hasBoth }: PolicyColumnOptions,
): RecordColumn<TestedRow> {
  const notes = [
    hasBoth && (decides === 'read' ? 'SELECT' : test.operation),
    !policy.is_permissive && 'restrictive',
  ].filter(Boolean)
  return {
    name: `policy ${decides} ${policy.name}`,
    header: policy.name,
    headerClassName: 'py-1',
    renderHeader: (
      <>
        <span className="block max-w-40 truncate" title={policy.name}>
          {policy.name}
        </span>
        {notes.length > 0 && <span className="block font-normal">{notes.join(', ')}</span>}
      </>
    ),
    cell: ({ verdicts }) => <Verdict isTrue={verdicts[at] === true} words={['True', 'Not true']} />,
  }
}

const valueColumn = (header: string, at: number): RecordColumn<TestedRow> => ({
  name: `value ${at}`,
  header,
  headerClassName: 'font-mono',
  textClassName: 'max-w-48 truncate font-mono',
  cell: ({ cells }) => cells[at] ?? <span className="text-muted">NULL</span>,
})

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
