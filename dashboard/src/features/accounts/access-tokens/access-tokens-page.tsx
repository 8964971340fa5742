import type { AccessToken } from '@stoa/contract/platform/access-tokens'
import { useState } from 'react'
import { QueryError } from '../../../components/query-error.tsx'
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
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Page, PageHeader } from '../../../ui/layout/page-header.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import {
  ActionsHeader,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../../ui/display/table.tsx'
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
  const { data: tokens, error, refetch } = useAccessTokens()
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
        action={tokens && tokens.length > 0 && create}
      />
      {error && !tokens && (
        <QueryError
          error={error}
          title="Could not load your access tokens"
          onRetry={() => void refetch()}
        />
      )}
      {!tokens && !error && <Skeleton className="h-32" />}
      {tokens?.length === 0 && (
        <EmptyState
          title="No access tokens yet"
          description="Use a separate token per computer or job so you can revoke one at a time."
          action={create}
        />
      )}
      {tokens && tokens.length > 0 && <TokenTable tokens={tokens} />}
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
      <Table aria-label="Access tokens" className="table-fixed">
        <TableHead>
          <TableRow>
            <TableHeader>Name</TableHeader>
            <TableHeader className="hidden w-32 md:table-cell">Token</TableHeader>
            <TableHeader className="hidden w-32 sm:table-cell">Last used</TableHeader>
            <TableHeader className="w-32">Expires</TableHeader>
            <ActionsHeader className="w-22" />
          </TableRow>
        </TableHead>
        <TableBody>
          {tokens.map((token) => (
            <TableRow key={token.id}>
              <TableCell className="truncate" title={token.name}>
                {token.name}
              </TableCell>
              <TableCell className="hidden md:table-cell">
                <code>{token.prefix}…</code>
              </TableCell>
              <TableCell className="hidden whitespace-nowrap text-muted sm:table-cell">
                {token.last_used_at ? <Time date={token.last_used_at} /> : 'Never'}
              </TableCell>
              <TableCell className="whitespace-nowrap text-muted">
                <TokenExpiry token={token} />
              </TableCell>
              <TableCell align="right">
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`Revoke ${token.name}`}
                  onClick={() => setLeaving(token)}
                >
                  Revoke
                </Button>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
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
