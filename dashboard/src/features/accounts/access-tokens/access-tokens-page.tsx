import type { AccessToken } from '@stoa/contract/platform/access-tokens'
import { useState } from 'react'
import { QueryList } from '../../../components/list/query-list.tsx'
import { RecordTable, type RecordColumn } from '../../../components/list/record-table.tsx'
import { RemovalDialog } from '../../../components/removal-dialog.tsx'
import { Time } from '../../../components/time.tsx'
import {
  useAccessTokens,
  useDeleteAccessToken,
} from '../../../data/resources/platform/access-tokens.ts'
import { useTitle } from '../../../lib/use-title.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { CodeBlock } from '../../../ui/display/code-block.tsx'
import { Page, PageHeader } from '../../../ui/layout/page-header.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { NewTokenDialog } from './new-token-dialog.tsx'

/** The account's personal access tokens, and how the official command line uses one. */
export function AccessTokensPage({
  isCreating,
  onCreatingChange,
}: {
  isCreating: boolean
  onCreatingChange: (isCreating: boolean) => void
}) {
  useTitle('Access tokens')
  const tokens = useAccessTokens()
  const create = (
    <Button variant="primary" onClick={() => onCreatingChange(true)}>
      Create access token
    </Button>
  )
  return (
    <Page width="form">
      <PageHeader
        title="Access tokens"
        description="For the Supabase CLI and scripts that call the Management API as you."
        action={tokens.data && tokens.data.length > 0 && create}
      />
      <QueryList
        label="access tokens"
        query={tokens}
        skeleton={<Skeleton className="h-32" />}
        empty={{
          title: 'No access tokens yet',
          description: 'Use a separate token per computer or job so you can revoke one at a time.',
          action: create,
        }}
      >
        {(items) => <TokenTable tokens={items} />}
      </QueryList>
      <CommandLine />
      {isCreating && <NewTokenDialog onClose={() => onCreatingChange(false)} />}
    </Page>
  )
}

function TokenTable({ tokens }: { tokens: readonly AccessToken[] }) {
  const revoke = useDeleteAccessToken()
  const [leaving, setLeaving] = useState<AccessToken>()
  return (
    <>
      <RecordTable
        label="Access tokens"
        items={tokens}
        nameOf={({ name }) => name}
        columns={COLUMNS}
        actionsClassName="w-24 sm:w-32"
        renderButtons={(token) => (
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Revoke ${token.name}`}
            onClick={() => setLeaving(token)}
          >
            Revoke
          </Button>
        )}
      />
      <RemovalDialog
        action="Revoke"
        noun="token"
        item={leaving}
        description="Programs that use this token lose access at once. This can’t be undone."
        removal={revoke}
        onClose={() => setLeaving(undefined)}
      />
    </>
  )
}

const COLUMNS: readonly RecordColumn<AccessToken>[] = [
  {
    header: 'Name',
    textClassName: 'truncate',
    title: ({ name }) => name,
    cell: ({ name }) => name,
  },
  {
    header: 'Token',
    className: 'hidden w-32 md:table-cell',
    cell: ({ prefix }) => <code>{prefix}…</code>,
  },
  {
    header: 'Last used',
    className: 'hidden w-32 sm:table-cell',
    textClassName: 'whitespace-nowrap text-muted',
    cell: ({ last_used_at }) => (last_used_at ? <Time date={last_used_at} /> : 'Never'),
  },
  {
    header: 'Expires',
    className: 'w-28 sm:w-32',
    textClassName: 'whitespace-nowrap text-muted',
    cell: (token) => <TokenExpiry token={token} />,
  },
]

function TokenExpiry({ token: { expires_at: end, is_expired } }: { token: AccessToken }) {
  if (end === null) return 'Never'
  if (is_expired) return <Badge variant="warning">Expired</Badge>
  return <Time date={end} />
}

/**
 * The profile file and the commands that connect the official command line to this installation.
 */
function CommandLine() {
  const { origin, hostname } = globalThis.location
  const profile = [
    'name: stoa',
    `api_url: ${origin}`,
    `dashboard_url: ${origin}`,
    `docs_url: ${origin}`,
    `project_host: ${hostname}`,
    `pooler_host: ${hostname}`,
  ].join('\n')
  const commands = [
    'export SUPABASE_ACCESS_TOKEN=<token>',
    'supabase --profile stoa.yaml projects list',
    'supabase --profile stoa.yaml functions deploy --use-api --remote=<project ref>',
  ].join('\n')
  return (
    <Section
      className="mt-8"
      title="Supabase CLI"
      description={
        <>
          Save this profile as stoa.yaml and pass it with{' '}
          <code className="whitespace-nowrap">--profile</code>. For database commands, pass the
          project’s connection string with <code className="whitespace-nowrap">--db-url</code>.
        </>
      }
    >
      <CodeBlock code={profile} label="profile" />
      <CodeBlock code={commands} label="commands" wrap />
    </Section>
  )
}
