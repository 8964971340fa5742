import type { FunctionTest, FunctionTestResult } from '@stoa/contract/services/functions/members'
import type { KeyboardEvent } from 'react'
import { indentJson } from '../../components/result-grid/json-text.ts'
import { errorDetails, errorMessage } from '../../data/client/api-error.ts'
import type { useTestFunction } from '../../data/resources/functions.ts'
import { formatBytes } from '../../lib/quantities.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { parseHeaders } from '../../lib/parse-headers.ts'

export type TestDraft = Omit<FunctionTest, 'headers' | 'body' | 'token'> & {
  readonly headers: string
  readonly body: string
  readonly token: string
}

export const FIRST_TEST: TestDraft = {
  method: 'POST',
  path: '',
  headers: 'content-type: application/json',
  body: '{ "name": "Ada" }',
  role: 'anon',
  token: '',
}

type TestTabProps = {
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
export function TestTab({ slug, draft, onDraft, call }: TestTabProps) {
  const change = (fields: Partial<TestDraft>) => onDraft({ ...draft, ...fields })
  const hasBody = draft.method !== 'GET' && draft.method !== 'HEAD'
  const headers = parseHeaders(draft.headers)
  const isPath = /^([/?][!-~]*)?$/.test(draft.path)
  const canSend = isPath && typeof headers !== 'string' && (draft.role !== 'token' || draft.token)
  const send = () => {
    if (!canSend || call.isPending) return
    const { method, path, role, token } = draft
    call.mutate({
      method,
      path,
      role,
      headers: [...headers],
      body: hasBody && draft.body !== '' ? draft.body : null,
      ...(role === 'token' && { token: token.trim() }),
    })
  }
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    send()
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl+Enter submits from any field */}
      <form
        aria-label="Request"
        className="grid content-start gap-4"
        onKeyDown={sendByKey}
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <div className="flex gap-2">
          <Field label="Method" className="w-28 shrink-0">
            {(control) => (
              <Select
                {...control}
                value={draft.method}
                options={METHODS.map((value) => ({ value, label: value }))}
                onValueChange={(method) => change({ method })}
              />
            )}
          </Field>
          <Field
            label="Path and query"
            aside="optional"
            className="min-w-0 grow"
            error={isPath ? undefined : 'Start with / or ?, without spaces.'}
          >
            {(control) => (
              <Input
                {...control}
                className="font-mono text-xs"
                placeholder={`?page=1 (after /${slug})`}
                maxLength={8000}
                autoComplete="off"
                value={draft.path}
                onChange={({ target }) => change({ path: target.value })}
              />
            )}
          </Field>
        </div>
        <Field label="Role">
          {(control) => (
            <Select
              {...control}
              value={draft.role}
              options={ROLES}
              onValueChange={(role) => change({ role })}
            />
          )}
        </Field>
        {draft.role === 'token' && (
          <Field label="Access token" description="The access_token of a signed-in user’s session.">
            {(control) => (
              <Input
                {...control}
                className="font-mono text-xs"
                maxLength={8000}
                autoComplete="off"
                value={draft.token}
                onChange={({ target }) => change({ token: target.value })}
              />
            )}
          </Field>
        )}
        <Field
          label="Headers"
          aside="optional"
          description="One per line, such as x-request-id: 1."
          error={typeof headers === 'string' ? `“${headers}” is not a header.` : undefined}
        >
          {(control) => (
            <Textarea
              {...control}
              className="font-mono text-xs"
              spellCheck={false}
              value={draft.headers}
              onChange={({ target }) => change({ headers: target.value })}
            />
          )}
        </Field>
        {hasBody && (
          <Field label="Body" aside="optional">
            {(control) => (
              <Textarea
                {...control}
                className="font-mono text-xs"
                rows={8}
                maxLength={1_000_000}
                spellCheck={false}
                value={draft.body}
                onChange={({ target }) => change({ body: target.value })}
              />
            )}
          </Field>
        )}
        <Button
          type="submit"
          variant="primary"
          className="justify-self-start"
          disabled={!canSend}
          pending={call.isPending}
        >
          Send request
        </Button>
      </form>
      <section aria-label="Response" aria-busy={call.isPending} className="min-w-0">
        {call.error && (
          <ErrorState message={errorMessage(call.error)} details={errorDetails(call.error)} />
        )}
        {call.data && !call.error && <Response result={call.data} />}
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

function Response({ result }: { result: FunctionTestResult }) {
  const { status, headers, body, encoding, is_cut: isCut, duration_ms: duration } = result
  const type = headers.find(([name]) => name === 'content-type')?.[1] ?? ''
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
      {isCut && <p className="text-xs text-muted">The first {formatBytes(body.length)}.</p>}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        <h2 className="font-medium">Headers</h2>
        <CodeBlock
          label="response headers"
          wrap
          code={headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
        />
      </div>
    </div>
  )
}
