import type { TablePolicies } from '@stoa/contract/services/meta/objects'
import {
  TestedOperation,
  TestedRole,
  type DecidingPolicy,
  type PolicyTest,
} from '@stoa/contract/services/meta/policy-tests'
import { fieldsCheckedBy } from '../../../components/form/checked-by.ts'
import { useForm } from '../../../components/form/use-form.ts'
import { PolicyList } from '../../../components/policies/policy-list.tsx'
import { QueryError } from '../../../components/query-error.tsx'
import { UserPicker } from '../../../components/user-picker.tsx'
import { SqlPreview } from '../../../components/sql-form/sql-preview.tsx'
import {
  usePolicyTestPlan,
  useTestPolicies,
} from '../../../data/resources/services/meta/policy-tests.ts'
import { useSettledValue } from '../../../lib/use-settled-value.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { Sheet, SheetForm } from '../../../ui/overlays/sheet.tsx'
import { Textarea } from '../../../ui/inputs/textarea.tsx'
import { rowProblem } from './row-problem.ts'
import { TestedRows } from './tested-rows.tsx'

const ROLES = TestedRole.options.map((value) => ({ value, label: value }))
const OPERATION_OPTIONS = TestedOperation.options.map((value) => ({ value, label: value }))

type TestValues = { operation: TestedOperation; role: TestedRole; user: string; row: string }

const TestValues = fieldsCheckedBy<TestValues>(({ operation, row }) => ({
  row: operation === 'INSERT' ? rowProblem(row) : undefined,
}))

type TestSheetProps = { projectRef: string; table: TablePolicies; onClose: () => void }

/** Shows which policy lets each row through, for an operation of a role or user. */
export function TestSheet({ projectRef, table, onClose }: TestSheetProps) {
  const { mutate, data, error, isPending, reset } = useTestPolicies(projectRef)
  const testOf = ({ operation, role, user, row }: TestValues): PolicyTest => ({
    table_id: table.id,
    role,
    user: role === 'authenticated' && user !== '' ? user : null,
    operation,
    row: operation === 'INSERT' ? row : null,
  })
  const {
    values,
    problems,
    state,
    change: set,
  } = useForm<TestValues, TestValues>({
    values: { operation: 'SELECT', role: 'authenticated', user: '', row: '{}' },
    schema: TestValues,
    submit: (tried) => mutate(testOf(tried)),
  })
  const { operation, role, user, row } = values
  const test = testOf(values)
  const plan = usePolicyTestPlan(projectRef, useSettledValue(test))
  /** The result belongs to the tested input, so every change removes it. */
  const change = (next: Partial<typeof values>) => {
    set(next)
    reset()
  }
  return (
    <Sheet
      open
      size="xl"
      title={
        <>
          Test policies on <span className="font-mono">{table.name}</span>
        </>
      }
      description="Shows which policy allows each row. Nothing is changed."
      onClose={onClose}
    >
      <SheetForm
        className="grid grid-cols-[minmax(0,1fr)] content-start gap-5"
        submitLabel="Run test"
        {...state}
        // The sheet only reads, so its input can be lost without a question.
        isDirty={false}
        pending={isPending}
        onCancel={onClose}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Operation">
            {(control) => (
              <Select
                {...control}
                value={operation}
                options={OPERATION_OPTIONS}
                onValueChange={(next) => change({ operation: next })}
              />
            )}
          </Field>
          <Field label="Role">
            {(control) => (
              <Select
                {...control}
                value={role}
                options={ROLES}
                onValueChange={(next) => change({ role: next })}
              />
            )}
          </Field>
        </div>
        {role === 'authenticated' && (
          <Field
            label="User"
            aside="optional"
            description="Policies see the claims of this user’s access token. Without a user, auth.uid() is null."
          >
            {(control) => (
              <UserPicker
                {...control}
                projectRef={projectRef}
                value={user === '' ? undefined : user}
                onValueChange={(next) => change({ user: next ?? '' })}
              />
            )}
          </Field>
        )}
        {operation === 'INSERT' && (
          <Field
            label="New row"
            description="A JSON object. Missing columns are null; defaults don’t apply."
            error={problems.row}
          >
            {(control) => (
              <Textarea
                {...control}
                className="font-mono text-xs"
                rows={4}
                spellCheck={false}
                value={row}
                onChange={(event) => change({ row: event.target.value })}
              />
            )}
          </Field>
        )}
        {error && <QueryError error={error} title="The request failed" />}
        {data?.result && <TestedRows test={test} deciding={data.deciding} result={data.result} />}
        {plan.data && (
          <DecidingPolicies
            test={test}
            deciding={plan.data.deciding}
            isProtected={plan.data.is_rls_enabled}
          />
        )}
        <SqlPreview
          sql={plan.data?.statements.map((statement) => `${statement};`).join('\n') ?? ''}
          error={plan.error}
          missing="Loading the SQL"
          changesDefinitions={false}
        />
      </SheetForm>
    </Sheet>
  )
}

type DecidingPoliciesProps = {
  test: PolicyTest
  deciding: readonly DecidingPolicy[]
  /** Whether row level security is enabled. */
  isProtected: boolean
}

function DecidingPolicies({ test, deciding, isProtected }: DecidingPoliciesProps) {
  // A policy for all operations decides about reading and about writing.
  const policies = [...new Map(deciding.map(({ policy }) => [policy.name, policy])).values()]
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <h3 className="text-sm font-medium">Policies that apply</h3>
      {policies.length === 0 && <p className="text-xs text-muted">{noneText(test, isProtected)}</p>}
      {policies.length > 0 && <PolicyList label="Policies that apply" policies={policies} />}
      {policies.length > 0 && policies.every(({ is_permissive }) => !is_permissive) && (
        <p className="text-xs text-muted">
          No permissive policy applies. Restrictive policies alone don’t allow access.
        </p>
      )}
    </section>
  )
}

function noneText({ role, operation }: PolicyTest, isProtected: boolean): string {
  if (!isProtected) return 'None, because row level security is disabled.'
  if (role === 'service_role') return 'None. This role bypasses row level security.'
  return `No policy lets ${role} use ${operation} on this table.`
}
