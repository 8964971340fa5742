import { testFunction, type FunctionTest } from '@stoa/contract/services/functions/members'
import { sentTo } from '../../components/form/checked-by.ts'
import { useForm } from '../../components/form/use-form.ts'
import { indentJson } from '../../components/result-grid/json-text.ts'
import { errorDetails, errorMessage } from '../../data/client/api-error.ts'
import type {
  FunctionTestRun,
  useTestFunction,
} from '../../data/resources/services/functions/functions.ts'
import { formatBytes } from '../../lib/quantities.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Textarea } from '../../ui/inputs/textarea.tsx'
import { parseHeaders } from '../../lib/parse-headers.ts'
import { TestLogs } from './test-logs.tsx'

/** A request as it is typed. */
export type TestDraft = Omit<FunctionTest, 'headers' | 'body' | 'token'> & {
  headers: string
  body: string
  token: string
}

export const FIRST_TEST: TestDraft = {
  method: 'POST',
  path: '',
  headers: 'content-type: application/json',
  body: '{ "name": "Ada" }',
  role: 'anon',
  token: '',
}

const hasBody = ({ method }: TestDraft) => method !== 'GET' && method !== 'HEAD'

const TEST = sentTo(
  testFunction,
  (draft: TestDraft) => ({
    method: draft.method,
    path: draft.path,
    role: draft.role,
    headers: parseHeaders(draft.headers),
    body: hasBody(draft) && draft.body !== '' ? draft.body : null,
    ...(draft.role === 'token' && { token: draft.token.trim() }),
  }),
  ({ path, headers: typed, role, token }) => {
    const headers = parseHeaders(typed)
    return {
      path: /^([/?][!-~]*)?$/.test(path) ? undefined : 'Start with / or ?, without spaces.',
      headers: typeof headers === 'string' ? `“${headers}” is not a header.` : undefined,
      token: role === 'token' && token.trim() === '' ? 'Enter an access token.' : undefined,
    }
  },
)

type TestTabProps = {
  projectRef: string
  slug: string
  draft: TestDraft
  onDraft: (draft: TestDraft) => void
  call: ReturnType<typeof useTestFunction>
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'] as const
const ROLES = [
  { value: 'anon', label: 'Anonymous', description: 'Sends the publishable key.' },
  { value: 'service_role', label: 'Service role', description: 'Sends a secret key.' },
  { value: 'token', label: 'User', description: 'Sends a user’s access token.' },
] as const

/** Sends a request to the function and shows the response as text. */
export function TestTab({ projectRef, slug, draft, onDraft, call }: TestTabProps) {
  const { values, body, problems, change, state } = useForm<TestDraft, FunctionTest>({
    values: draft,
    schema: TEST,
    mutation: call,
  })
  const update = (fields: Partial<TestDraft>) => {
    change(fields)
    onDraft({ ...values, ...fields })
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
      <Form
        {...state}
        // The page keeps the request while other tabs are open.
        isDirty={false}
        className="grid content-start gap-4"
      >
        {() => (
          <>
            <div className="flex gap-2">
              <Field label="Method" className="w-28 shrink-0">
                {(control) => (
                  <Select
                    {...control}
                    value={values.method}
                    options={METHODS.map((value) => ({ value, label: value }))}
                    onValueChange={(method) => update({ method })}
                  />
                )}
              </Field>
              <Field
                label="Path and query"
                aside="optional"
                className="min-w-0 grow"
                error={problems.path}
              >
                {(control) => (
                  <Input
                    {...control}
                    className="font-mono text-xs"
                    placeholder={`?page=1 (after /${slug})`}
                    maxLength={8000}
                    autoComplete="off"
                    value={values.path}
                    onChange={({ target }) => update({ path: target.value })}
                  />
                )}
              </Field>
            </div>
            <Field label="Role">
              {(control) => (
                <Select
                  {...control}
                  value={values.role}
                  options={ROLES}
                  onValueChange={(role) => update({ role })}
                />
              )}
            </Field>
            {values.role === 'token' && (
              <Field
                label="Access token"
                description="The access_token of a signed-in user’s session."
                error={problems.token}
              >
                {(control) => (
                  <Input
                    {...control}
                    className="font-mono text-xs"
                    maxLength={8000}
                    autoComplete="off"
                    value={values.token}
                    onChange={({ target }) => update({ token: target.value })}
                  />
                )}
              </Field>
            )}
            <Field
              label="Headers"
              aside="optional"
              description="One per line, such as x-request-id: 1."
              error={problems.headers}
            >
              {(control) => (
                <Textarea
                  {...control}
                  className="font-mono text-xs"
                  spellCheck={false}
                  value={values.headers}
                  onChange={({ target }) => update({ headers: target.value })}
                />
              )}
            </Field>
            {hasBody(values) && (
              <Field label="Body" aside="optional">
                {(control) => (
                  <Textarea
                    {...control}
                    className="font-mono text-xs"
                    rows={8}
                    maxLength={1_000_000}
                    spellCheck={false}
                    value={values.body}
                    onChange={({ target }) => update({ body: target.value })}
                  />
                )}
              </Field>
            )}
            <Button
              type="submit"
              variant="primary"
              className="justify-self-start"
              disabled={body === undefined}
              pending={call.isPending}
            >
              Send request
            </Button>
          </>
        )}
      </Form>
      <section aria-label="Response" aria-busy={call.isPending} className="min-w-0">
        {call.error && (
          <ErrorState message={errorMessage(call.error)} details={errorDetails(call.error)} />
        )}
        {call.data && !call.error && <Response result={call.data} {...{ projectRef, slug }} />}
        {!call.data && !call.error && (
          <p className="text-muted">
            {call.isPending ? 'Waiting for the response…' : 'The response appears here.'}
          </p>
        )}
      </section>
    </div>
  )
}

function variantOf(status: number) {
  if (status >= 500) return 'danger'
  return status >= 400 ? 'warning' : 'success'
}

type ResponseProps = { projectRef: string; slug: string; result: FunctionTestRun }

function Response({ projectRef, slug, result }: ResponseProps) {
  const { status, headers, body, encoding, is_cut: isCut, duration_ms: duration } = result
  const headerOf = (wanted: string) => headers.find(([name]) => name === wanted)?.[1]
  const type = headerOf('content-type') ?? ''
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex items-center gap-3">
        <Badge variant={variantOf(status)}>{status}</Badge>
        <span className="text-muted tabular-nums">{Math.round(duration)} ms</span>
        {encoding === 'base64' && <span className="text-muted">Not text; shown as Base64.</span>}
      </div>
      {body === '' ? (
        <p className="text-muted">The response has no body.</p>
      ) : (
        <CodeBlock
          label="response body"
          wrap
          className="max-h-120 overflow-auto"
          code={/\bjson\b/.test(type) && !isCut ? indentJson(body) : body}
          copyText={body}
        />
      )}
      {isCut && <p className="text-xs text-muted">Showing the first {formatBytes(body.length)}.</p>}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        <h2 className="font-medium">Headers</h2>
        <CodeBlock
          label="response headers"
          wrap
          code={headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
        />
      </div>
      <TestLogs
        {...{ projectRef, slug }}
        after={result.logsAfter}
        executionId={headerOf('x-deno-execution-id')}
      />
    </div>
  )
}
