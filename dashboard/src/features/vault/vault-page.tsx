import { MAX_LISTED_SECRETS, type VaultSecret } from '@stoa/contract/services/vault/secrets'
import { useDeferredValue, useState } from 'react'
import { Forbidden } from '../../components/forbidden.tsx'
import { QueryError } from '../../components/query-error.tsx'
import { useCan, useProject } from '../../data/resources/projects/projects.ts'
import { useVaultSecrets } from '../../data/resources/integrations/vault.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { SearchInput } from '../../ui/inputs/search-input.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { KeySection } from './key-section.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { SecretTable } from './secret-table.tsx'

type VaultPageProps = {
  projectRef: string
  /** Whether the dialog for a new secret is open. */
  isCreating: boolean
  onCreating: (isCreating: boolean) => void
}

const EXAMPLE = `select decrypted_secret
from vault.decrypted_secrets
where name = 'my_secret'`

/** The secrets of a project's database, which SQL can decrypt but a dump does not reveal. */
export function VaultPage({ projectRef, isCreating, onCreating }: VaultPageProps) {
  const { data: project } = useProject(projectRef)
  const can = useCan(projectRef)
  useTitle('Vault', project?.name)
  if (!project) return null
  const canWrite = can('vault:write')
  return (
    <Page>
      <PageHeader
        title="Vault"
        description="Secrets for functions, triggers, and other SQL. They are encrypted, and a dump of the database does not contain their values."
        action={
          canWrite && (
            <Button variant="primary" onClick={() => onCreating(true)}>
              New secret
            </Button>
          )
        }
      />
      {can('vault:read') ? (
        <>
          <Secrets projectRef={projectRef} />
          <KeySection projectRef={projectRef} />
        </>
      ) : (
        <Forbidden missing="vault:read">This page lists the database’s secrets.</Forbidden>
      )}
      {isCreating && canWrite && (
        <SecretDialog projectRef={projectRef} onClose={() => onCreating(false)} />
      )}
    </Page>
  )
}

function Secrets({ projectRef }: { projectRef: string }) {
  const [search, setSearch] = useState('')
  const searched = useDeferredValue(search.trim())
  const { data, error, refetch } = useVaultSecrets(projectRef, searched)
  const [editing, setEditing] = useState<VaultSecret>()
  if (error && !data) {
    return (
      <QueryError error={error} title="Could not load the secrets" onRetry={() => void refetch()} />
    )
  }
  if (!data) return <Skeleton className="h-48" />
  if (data.length === 0 && searched === '') {
    return (
      <EmptyState
        title="No secrets yet"
        description="A secret keeps a password or key out of your SQL. Only postgres and service_role can read it."
        action={
          <CodeBlock
            label="Read a secret with SQL"
            code={EXAMPLE}
            className="w-full max-w-md text-left"
          />
        }
      />
    )
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <SearchInput
        label="Search secrets"
        className="w-full sm:w-64"
        value={search}
        onValueChange={setSearch}
      />
      {data.length === 0 ? (
        <EmptyState title="No results" />
      ) : (
        <SecretTable projectRef={projectRef} secrets={data} onEdit={setEditing} />
      )}
      {data.length === MAX_LISTED_SECRETS && (
        <p className="text-xs text-muted">
          Showing the first {MAX_LISTED_SECRETS.toLocaleString()} secrets. Search to find others.
        </p>
      )}
      {editing && (
        <SecretDialog
          projectRef={projectRef}
          secret={editing}
          onClose={() => setEditing(undefined)}
        />
      )}
    </div>
  )
}
